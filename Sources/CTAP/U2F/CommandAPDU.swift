/// A command of ISO 7816-4 in the short or the extended form (FIDO U2F Raw Message Formats v1.2 §3).
public struct CommandAPDU: Hashable, Sendable {
    /// CLA.
    public var instructionClass: UInt8
    /// INS.
    public var instruction: UInt8
    /// P1.
    public var parameter1: UInt8
    /// P2.
    public var parameter2: UInt8
    /// At most 65,535 bytes.
    public var data: [UInt8]

    /// Takes the members.
    public init(
        instructionClass: UInt8 = 0, instruction: UInt8, parameter1: UInt8 = 0, parameter2: UInt8 = 0,
        data: [UInt8] = []
    ) {
        self.instructionClass = instructionClass
        self.instruction = instruction
        self.parameter1 = parameter1
        self.parameter2 = parameter2
        self.data = data
    }

    private var header: [UInt8] { [instructionClass, instruction, parameter1, parameter2] }

    /// The extended form, with the longest expected answer.
    public var extended: [UInt8] {
        let length: [UInt8] =
            data.isEmpty
            ? [] : [UInt8(truncatingIfNeeded: data.count >> 8), UInt8(truncatingIfNeeded: data.count)]
        return header + [0] + length + data + [0, 0]
    }

    /// The short form, with the longest expected answer; nil for more than 255 bytes of data.
    public var short: [UInt8]? {
        guard data.count <= 255 else { return nil }
        return header + (data.isEmpty ? [] : [UInt8(data.count)] + data) + [0]
    }

    /// Reads either form, with and without an expected length; nil where the lengths do not come out even.
    ///
    /// What an expected length says is not kept: answers are given whole.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, let data = Self.data(bytes.dropFirst(4)) else { return nil }
        self.init(
            instructionClass: bytes[0], instruction: bytes[1], parameter1: bytes[2], parameter2: bytes[3],
            data: data)
    }

    private static func data(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        guard let first = body.first, body.count > 1 else { return [] }
        let rest = body.dropFirst()
        guard first == 0 else {
            let length = Int(first)
            return [length, length + 1].contains(rest.count) ? Array(rest.prefix(length)) : nil
        }
        guard rest.count >= 2 else { return nil }
        // Two bytes alone are an expected length; some send them as a length of no data.
        if rest.count == 2 { return [] }
        let length = Int(rest[rest.startIndex]) << 8 + Int(rest[rest.startIndex + 1])
        let data = rest.dropFirst(2)
        return [length, length + 2].contains(data.count) ? Array(data.prefix(length)) : nil
    }
}
