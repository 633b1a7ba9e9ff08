public import WebAuthnModel

/// The relying party's side of both ceremonies: takes what a page posted and what is expected of it, and tells of
/// each rule whether it is kept.
///
/// Everything it knows is handed in; it keeps nothing, asks nobody and looks at no clock.
public struct Verifier: Sendable {
    /// What is made of broken rules.
    public let policy: Policy

    /// A verifier of one policy.
    public init(policy: Policy = .level3) { self.policy = policy }

    /// Judges a registration from the JSON of the response.
    public func verify(registration json: [UInt8], expecting expectation: RegistrationExpectation) -> Report {
        var findings = FindingList(.registration, policy: policy)
        let response = PresentedRegistration(json: json, &findings)
        return RegistrationCeremony(expectation).run(response, findings)
    }

    /// Judges a registration from the parts of the response.
    public func verify(_ parts: RegistrationParts, expecting expectation: RegistrationExpectation) -> Report {
        var findings = FindingList(.registration, policy: policy)
        let response = PresentedRegistration(parts: parts, &findings)
        return RegistrationCeremony(expectation).run(response, findings)
    }

    /// Judges an authentication from the JSON of the response.
    public func verify(
        authentication json: [UInt8], expecting expectation: AuthenticationExpectation
    ) -> Report {
        var findings = FindingList(.authentication, policy: policy)
        let response = PresentedAuthentication(json: json, &findings)
        return AuthenticationCeremony(expectation).run(response, findings)
    }

    /// Judges an authentication from the parts of the response.
    public func verify(
        _ parts: AuthenticationParts, expecting expectation: AuthenticationExpectation
    ) -> Report {
        var findings = FindingList(.authentication, policy: policy)
        let response = PresentedAuthentication(parts: parts, &findings)
        return AuthenticationCeremony(expectation).run(response, findings)
    }
}

/// A registration response that did not come as JSON.
public struct RegistrationParts: Hashable, Sendable {
    /// The credential ID as the client named it; nil when it did not.
    public var credentialID: [UInt8]?
    /// The client data.
    public var clientDataJSON: [UInt8]
    /// The attestation object.
    public var attestationObject: [UInt8]
    /// The transports; nil when the client did not name any.
    public var transports: [AuthenticatorTransport]?

    /// Takes the parts.
    public init(
        credentialID: [UInt8]? = nil, clientDataJSON: [UInt8], attestationObject: [UInt8],
        transports: [AuthenticatorTransport]? = nil
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.transports = transports
    }
}

/// An authentication response that did not come as JSON.
public struct AuthenticationParts: Hashable, Sendable {
    /// The credential ID as the client named it; nil when it did not.
    public var credentialID: [UInt8]?
    /// The client data.
    public var clientDataJSON: [UInt8]
    /// The authenticator data.
    public var authenticatorData: [UInt8]
    /// The signature.
    public var signature: [UInt8]
    /// The user handle; nil when there is none.
    public var userHandle: [UInt8]?

    /// Takes the parts.
    public init(
        credentialID: [UInt8]? = nil, clientDataJSON: [UInt8], authenticatorData: [UInt8],
        signature: [UInt8], userHandle: [UInt8]? = nil
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}
