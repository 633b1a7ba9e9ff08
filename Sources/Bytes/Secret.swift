/// Bytes that must not reach a log, a report or an error: every description of them is the same word.
public struct Secret: Sendable {
    private let bytes: [UInt8]

    /// Wraps the bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes themselves; the name is long so that each use is seen in review.
    public var exposedBytes: [UInt8] { bytes }

    /// How many bytes there are.
    public var count: Int { bytes.count }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing about the bytes.
    public var description: String { "(secret)" }
    /// Says nothing about the bytes.
    public var debugDescription: String { "(secret)" }
    /// Hides the bytes from `dump` and from string interpolation of the types that hold them.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Equatable {
    /// Compares in constant time.
    public static func == (a: Secret, b: Secret) -> Bool { constantTimeEqual(a.bytes, b.bytes) }
}
