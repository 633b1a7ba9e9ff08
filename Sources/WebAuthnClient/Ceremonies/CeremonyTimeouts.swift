/// How long a ceremony may take (<https://www.w3.org/TR/webauthn-3/#sctn-timeout-recommended-range>).
public struct CeremonyTimeouts: Hashable, Sendable {
    /// What a server may ask for, in milliseconds; anything outside is moved to the nearer end.
    public var range: ClosedRange<Int64>
    /// What a server gets that asks for nothing, in milliseconds.
    public var standard: Int64

    /// The recommendation of Level 3: 300,000 to 600,000 milliseconds, 300,000 by default.
    public static let recommended = CeremonyTimeouts(range: 300_000...600_000, standard: 300_000)

    /// A client's own policy, in milliseconds.
    public init(range: ClosedRange<Int64>, standard: Int64) {
        self.range = range
        self.standard = standard
    }

    /// The lifetime of a ceremony whose options ask for a number of milliseconds, or for none.
    public func lifetime(asked milliseconds: Int?) -> Int64 {
        guard let milliseconds else { return standard }
        return min(max(Int64(milliseconds), range.lowerBound), range.upperBound)
    }
}
