/// A byte string whose length is part of its type.
public struct FixedBytes<let count: Int>: Sendable {
    private var storage: InlineArray<count, UInt8>

    /// All bytes zero.
    public init() { storage = InlineArray(repeating: 0) }

    /// Nil when the length is not exactly `count`.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == count else { return nil }
        storage = InlineArray(repeating: 0)
        var index = 0
        for byte in bytes {
            storage[index] = byte
            index += 1
        }
    }

    /// The bytes as an array.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count { buffer[index] = storage[index] }
            initialized = count
        }
    }

    /// Whether every byte is zero.
    public var isZero: Bool { (0..<count).allSatisfy { storage[$0] == 0 } }
}

extension FixedBytes: Hashable {
    /// Compares byte by byte; not in constant time, so not for secrets.
    public static func == (a: Self, b: Self) -> Bool {
        (0..<count).allSatisfy { a.storage[$0] == b.storage[$0] }
    }

    /// Feeds every byte.
    public func hash(into hasher: inout Hasher) {
        for index in 0..<count { hasher.combine(storage[index]) }
    }
}

extension FixedBytes: CustomStringConvertible {
    /// Lower-case hexadecimal.
    public var description: String { Hex.encode(bytes) }
}
