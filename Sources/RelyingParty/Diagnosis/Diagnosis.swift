public import WebAuthnModel

/// What nearly would have been right, or what a rejection comes from, and who most likely did it.
public struct Diagnosis: Hashable, Sendable {
    /// Its name, which is stable: an area, a dot and a word; or the name of the fault itself, where nothing was
    /// nearly right.
    public let code: String
    /// The rule whose breach it explains; nil when it explains several.
    public let finding: RuleCode?
    /// A sentence or two for people.
    public let sentence: String
    /// Who most likely did it.
    public let suspect: Suspect
    /// Which bytes are to blame, where that is another place than the finding's; nil otherwise.
    public let location: ReportLocation?
    /// How the finding's rule is broken, more exactly than its step could tell; nil to leave that as it is.
    let variant: String?

    init(
        _ code: String, of finding: RuleCode?, variant: String? = nil, _ sentence: String, _ suspect: Suspect,
        at location: ReportLocation? = nil
    ) {
        self.code = code
        self.finding = finding
        self.variant = variant
        self.sentence = sentence
        self.suspect = suspect
        self.location = location
    }

    /// A public report of such a mistake, `owner/repository#number`; nil where none is known.
    public var seenBefore: String? { SeenBefore.reports[code] }
}
