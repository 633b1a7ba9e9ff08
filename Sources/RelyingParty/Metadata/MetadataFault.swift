public import WebAuthnModel

/// Why a metadata BLOB cannot be believed.
public struct MetadataFault: Hashable, Sendable {
    /// Which rule it breaks, and how, `mds.signature` for example.
    public let fault: FaultID
    /// Why, in a sentence.
    public let because: String
    /// What would have been right.
    public let expected: ReportValue?
    /// What there was.
    public let actual: ReportValue?
    /// Where in the payload it was.
    public let location: ReportLocation?
    /// What to look at.
    public let hint: String?

    init(
        _ code: RuleCode, _ variant: String, because: String, expected: ReportValue? = nil,
        actual: ReportValue? = nil, at location: ReportLocation? = nil, hint: String? = nil
    ) {
        fault = FaultID(code, variant)
        self.because = because
        self.expected = expected
        self.actual = actual
        self.location = location
        self.hint = hint
    }
}
