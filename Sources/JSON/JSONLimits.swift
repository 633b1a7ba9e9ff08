/// How much a document may ask of its reader.
public struct JSONLimits: Hashable, Sendable {
    /// The longest document that is read, in bytes.
    public let maximumBytes: Int
    /// How many containers may lie inside each other; `[[]]` has depth two.
    public let maximumDepth: Int

    /// One mebibyte, 64 levels.
    public static let `default` = JSONLimits()

    /// Both limits are cut to what a tape can number (2²⁹ − 1 bytes) and to what recursion over a finished
    /// value can bear (512 levels).
    public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 64) {
        self.maximumBytes = min(max(maximumBytes, 0), (1 << 29) - 1)
        self.maximumDepth = min(max(maximumDepth, 0), 512)
    }
}
