internal import Glibc

/// What libFuzzer calls with each input; returns zero.
public typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer, _ target: FuzzTarget
) -> CInt

/// Hands the command line to libFuzzer and ends with its exit status.
///
/// SwiftPM makes a target's own entry point the program's `main`, in front of libFuzzer's.
public func run(_ target: FuzzTarget) -> Never {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
        withUnsafeMutablePointer(to: &arguments) {
            runDriver(&count, UnsafeMutableRawPointer($0), target)
        })
}

/// Stops the process when a relation does not hold; libFuzzer then keeps the input.
public func hold(_ condition: @autoclosure () -> Bool, _ relation: @autoclosure () -> String) {
    if !condition() { fatalError("relation broken: \(relation())") }
}

/// The input of one run as bytes of our own.
public func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

/// Bytes that a target reads its choices from; zeros when they run out.
public struct Choices {
    private var bytes: ArraySlice<UInt8>

    /// Reads from the start.
    public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    /// What is left.
    public var rest: [UInt8] { Array(bytes) }

    /// Whether nothing is left.
    public var isEmpty: Bool { bytes.isEmpty }

    /// The next byte.
    public mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// A number below `bound`, which is at least 1.
    public mutating func number(below bound: Int) -> Int { (Int(byte()) << 8 | Int(byte())) % bound }
}

extension [UInt8] {
    /// Changes the bytes as an attacker or a broken line might.
    public mutating func edit(_ choices: inout Choices) {
        let kind = choices.byte() % 6
        let place = choices.number(below: count + 1)
        let value = choices.byte()
        switch kind {
        case 0 where place < count: self[place] = value
        case 1 where place < count: self[place] ^= 1 << (value % 8)
        case 2: insert(value, at: place)
        case 3 where place < count: remove(at: place)
        case 4: removeLast(count - place)
        case 5: insert(contentsOf: self[place...].prefix(Int(value)), at: place)
        default: break
        }
    }
}
