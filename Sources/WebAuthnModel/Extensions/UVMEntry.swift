internal import CBOR
internal import JSON

/// One factor by which the user was verified: three numbers of the FIDO registry of predefined values
/// (WebAuthn Level 2 §10.3).
public struct UVMEntry: Hashable, Sendable {
    /// The method, a single bit: 2 is a fingerprint, 4 a passcode.
    public var method: Int
    /// How its keys are protected.
    public var keyProtection: Int
    /// How its comparison is protected.
    public var matcherProtection: Int

    /// Takes the numbers as they are.
    public init(method: Int, keyProtection: Int, matcherProtection: Int) {
        self.method = method
        self.keyProtection = keyProtection
        self.matcherProtection = matcherProtection
    }

    fileprivate init?(_ numbers: [Int?]) {
        guard numbers.count == 3, let method = numbers[0], let keyProtection = numbers[1],
            let matcherProtection = numbers[2]
        else { return nil }
        self.init(method: method, keyProtection: keyProtection, matcherProtection: matcherProtection)
    }
}

extension [UVMEntry] {
    /// What both forms of the output must be.
    static let shape = "an array of one to three arrays of three numbers"

    private static func methods(_ entries: [[Int?]]) -> [UVMEntry]? {
        let methods = entries.compactMap(UVMEntry.init)
        return (1...3).contains(entries.count) && methods.count == entries.count ? methods : nil
    }

    init?(_ element: JSONElement, _ reader: inout ClientOutputReader) {
        guard element.kind == .array, element.count <= 3,
            let methods = Self.methods(element.elements.map { $0.elements.map(\.int) })
        else {
            reader.note(element, Self.shape)
            return nil
        }
        self = methods
    }

    init?(_ item: CBORValue) {
        guard let entries = item.arrayValue,
            let methods = Self.methods(entries.map { ($0.arrayValue ?? []).map(\.integer) })
        else { return nil }
        self = methods
    }

    func write(to writer: inout JSONWriter) {
        writer.beginArray("uvm")
        for entry in self {
            writer.beginArray()
            for number in [entry.method, entry.keyProtection, entry.matcherProtection] {
                writer.value(number)
            }
            writer.endArray()
        }
        writer.endArray()
    }
}
