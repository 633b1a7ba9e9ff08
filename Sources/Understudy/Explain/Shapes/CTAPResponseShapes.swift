internal import CBOR
internal import WebAuthnModel

// The data of responses by their keys (CTAP 2.2 §6). A response does not say which command it answers, so the
// types of its first members must.

extension CBORShape {
    /// The data of whatever response it looks like.
    static let ctapResponse = dependent { peek in
        CTAPResponseForm(peek).map { $0.shape(peek) } ?? .any
    }

    fileprivate static func makeCredentialResponse(_ format: String?) -> CBORShape {
        .map([
            CBORMember(1, "fmt", formatName), CBORMember(2, "authData", bytes(.authenticatorData)),
            CBORMember(3, "attStmt", .statement(format)), CBORMember(4, "epAtt"),
            CBORMember(5, "largeBlobKey"), CBORMember(6, "unsignedExtensionOutputs"),
        ])
    }

    fileprivate static let getAssertionResponse = map([
        CBORMember(1, "credential", descriptor), CBORMember(2, "authData", bytes(.authenticatorData)),
        CBORMember(3, "signature", bytes(.signature(nil))), CBORMember(4, "user", user),
        CBORMember(5, "numberOfCredentials"), CBORMember(6, "userSelected"), CBORMember(7, "largeBlobKey"),
        CBORMember(8, "unsignedExtensionOutputs"),
    ])

    private static let aaguid = value { value, context in
        value.bytesValue.flatMap { AAGUID($0) }.map(context.meaning(of:))
    }

    fileprivate static let getInfoResponse = map([
        CBORMember(1, "versions"), CBORMember(2, "extensions"), CBORMember(3, "aaguid", aaguid),
        CBORMember(4, "options"), CBORMember(5, "maxMsgSize", note("bytes")),
        CBORMember(6, "pinUvAuthProtocols"), CBORMember(7, "maxCredentialCountInList"),
        CBORMember(8, "maxCredentialIdLength", note("bytes")), CBORMember(9, "transports"),
        CBORMember(10, "algorithms", array(parameter)), CBORMember(11, "maxSerializedLargeBlobArray"),
        CBORMember(12, "forcePINChange"), CBORMember(13, "minPINLength", note("code points")),
        CBORMember(14, "firmwareVersion"), CBORMember(15, "maxCredBlobLength", note("bytes")),
        CBORMember(16, "maxRPIDsForSetMinPINLength"), CBORMember(17, "preferredPlatformUvAttempts"),
        CBORMember(18, "uvModality"), CBORMember(19, "certifications"),
        CBORMember(20, "remainingDiscoverableCredentials"), CBORMember(21, "vendorPrototypeConfigCommands"),
        CBORMember(22, "attestationFormats"), CBORMember(23, "uvCountSinceLastPinEntry"),
        CBORMember(24, "longTouchForReset"), CBORMember(25, "encIdentifier"),
        CBORMember(26, "transportsForReset"), CBORMember(27, "pinComplexityPolicy"),
        CBORMember(28, "pinComplexityPolicyURL"), CBORMember(29, "maxPINLength", note("bytes")),
        CBORMember(30, "encCredStoreState"), CBORMember(31, "authenticatorConfigCommands"),
    ])

    fileprivate static let clientPINResponse = map([
        CBORMember(1, "keyAgreement", coseKey),
        CBORMember(2, "pinUvAuthToken", note("the token, encrypted")), CBORMember(3, "pinRetries"),
        CBORMember(4, "powerCycleState"), CBORMember(5, "uvRetries"),
    ])

    fileprivate static let credentialManagementResponse = map([
        CBORMember(1, "existingResidentCredentialsCount"),
        CBORMember(2, "maxPossibleRemainingResidentCredentialsCount"), CBORMember(3, "rp", rp),
        CBORMember(4, "rpIDHash", rpIDHash), CBORMember(5, "totalRPs"), CBORMember(6, "user", user),
        CBORMember(7, "credentialID", descriptor), CBORMember(8, "publicKey", coseKey),
        CBORMember(9, "totalCredentials"), CBORMember(10, "credProtect"), CBORMember(11, "largeBlobKey"),
        CBORMember(12, "thirdPartyPayment"),
    ])
}

/// Which command a response answers, told from its members.
enum CTAPResponseForm: Hashable, Sendable {
    case makeCredential
    case getAssertion
    case getInfo
    case clientPIN
    case credentialManagement

    /// Nil when the members do not tell.
    init?(_ member: (CBORValue) -> CBORValue?) {
        let (first, second, third) = (member(1), member(2), member(3))
        switch (first, second, third) {
        case (.text?, .bytes?, _): self = .makeCredential
        case (.map?, .bytes?, .bytes?), (nil, .bytes?, .bytes?): self = .getAssertion
        case (.array?, _, .bytes?): self = .getInfo
        case (.map(let key)?, nil, nil) where key.contains { $0.key == 1 }: self = .clientPIN
        case (nil, .bytes?, nil), (nil, nil, .unsigned?): self = .clientPIN
        case (.unsigned?, .unsigned?, nil), (nil, nil, .map?): self = .credentialManagement
        case (nil, nil, nil) where member(6) != nil && member(7) != nil: self = .credentialManagement
        case (nil, nil, nil) where member(5)?.integer != nil: self = .clientPIN
        default: return nil
        }
    }

    init?(_ peek: CBORPeek) { self.init { peek[$0] } }

    func shape(_ peek: CBORPeek) -> CBORShape {
        switch self {
        case .makeCredential: .makeCredentialResponse(peek[1]?.textValue)
        case .getAssertion: .getAssertionResponse
        case .getInfo: .getInfoResponse
        case .clientPIN: .clientPINResponse
        case .credentialManagement: .credentialManagementResponse
        }
    }

    /// The name of the command.
    var name: String {
        switch self {
        case .makeCredential: "authenticatorMakeCredential"
        case .getAssertion: "authenticatorGetAssertion"
        case .getInfo: "authenticatorGetInfo"
        case .clientPIN: "authenticatorClientPIN"
        case .credentialManagement: "authenticatorCredentialManagement"
        }
    }
}
