public import WebAuthnModel

/// One rule, broken on purpose, and nothing else.
public struct Fault: Sendable {
    /// The rule's code and, in one word, how it is broken: `clientData.origin.trailingSlash`.
    public let id: FaultID
    /// What happens, in a sentence.
    public let story: String
    /// Where it is planted.
    public let layer: FaultLayer
    /// Who can notice.
    public let caughtBy: FaultCatcher
    /// What signatures make of it.
    public let signs: FaultSigning
    /// Where it makes sense; all must hold.
    public let conditions: [FaultCondition]
    /// What may stand behind the ID; nil where there is nothing to choose.
    public let parameter: FaultParameter?

    private let makeEdits: @Sendable (FaultValue) -> [FaultEdit]

    init(
        _ id: FaultID, _ story: String, layer: FaultLayer, caughtBy: FaultCatcher, signs: FaultSigning,
        conditions: [FaultCondition], parameter: FaultParameter?,
        edits: @escaping @Sendable (FaultValue) -> [FaultEdit]
    ) {
        self.id = id
        self.story = story
        self.layer = layer
        self.caughtBy = caughtBy
        self.signs = signs
        self.conditions = conditions
        self.parameter = parameter
        makeEdits = edits
    }

    /// The changes at the seams; the value is one that ``parameter`` has let through.
    func edits(_ value: FaultValue) -> [FaultEdit] { makeEdits(value) }

    /// Why it cannot be planted in a ceremony, as the rest of a sentence that begins with its ID; nil when it can.
    public func objection(to situation: FaultSituation) -> String? {
        conditions.lazy.compactMap { $0.objection(to: situation) }.first
    }

    /// Whether it can be planted in a ceremony.
    public func applies(to situation: FaultSituation) -> Bool { objection(to: situation) == nil }
}

/// Where a fault is planted: the part of a ceremony whose bytes it changes.
public enum FaultLayer: String, Hashable, Sendable, CaseIterable {
    /// The JSON that is posted.
    case envelope
    /// The client data.
    case clientData = "client-data"
    /// The attestation object around statement and authenticator data.
    case attestationObject = "attestation-object"
    /// Authenticator data: its length and the RP ID hash.
    case authenticatorData = "authenticator-data"
    /// The flags byte.
    case flags
    /// Attested credential data: model and credential ID.
    case credential
    /// The extension outputs.
    case extensions
    /// The credential public key.
    case key
    /// The signature of an assertion.
    case signature
    /// An attestation statement.
    case statement
    /// The attesting certificate.
    case certificate
    /// The certificates between it and a root.
    case chain
    /// The signature counter.
    case counter
    /// Whose account it is.
    case account
    /// What the authenticator keeps.
    case store
}

/// Who can notice a fault.
public enum FaultCatcher: Hashable, Sendable {
    /// A verifier, by this rule; whether it then refuses or only warns is its policy's business.
    case rule(RuleCode)
    /// No verifier that sees this one ceremony; why not.
    case nobody(because: String)
    /// It is no fault at all: a verifier that refuses it is too strict.
    case allowed(because: String)
}

/// What the signatures over a response make of a fault.
public enum FaultSigning: String, Hashable, Sendable {
    /// The lie is signed: every signature over it is valid.
    case overTheLie = "over the lie"
    /// The signature itself is the fault.
    case broken
    /// No signature covers the place.
    case notCovered = "not covered"
}
