internal import COSE
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// What a case puts before the verifier.
enum CaseSubject: Sendable {
    /// A whole registration.
    case registration(RegistrationParts, RegistrationExpectation)
    /// A whole authentication.
    case assertion(AuthenticationParts, AuthenticationExpectation)
    /// Bytes that should be an attestation object.
    case attestationObject([UInt8])
    /// Bytes that should be authenticator data with a credential.
    case authenticatorData([UInt8])
    /// The bytes of an authenticatorMakeCredential response.
    case makeCredentialResponse([UInt8])
    /// A statement over the hash of client data that nobody kept.
    case statement(StatementCase)
    /// A kind that is not known here.
    case unknown

    init(kind: String, _ reader: MemberReader) throws(RelyingPartyError) {
        switch kind {
        case "registration":
            let options = try CaseOptions(reader)
            let parts = RegistrationParts(
                clientDataJSON: try reader.required("clientDataJSON"),
                attestationObject: try reader.required("attestationObject"))
            self = .registration(parts, try options.registration(reader))
        case "assertion":
            let options = try CaseOptions(reader)
            let parts = AuthenticationParts(
                clientDataJSON: try reader.required("clientDataJSON"),
                authenticatorData: try reader.required("authenticatorData"),
                signature: try reader.required("signature"), userHandle: try reader.bytes("userHandle"))
            self = .assertion(parts, try options.assertion(reader))
        case "attestationObject-parse-only":
            self = .attestationObject(try reader.required("attestationObject"))
        case "authData-structure":
            self = .authenticatorData(try reader.required("authenticatorData"))
        case "ctap-makecredential-response":
            self = .makeCredentialResponse(try reader.required("responseCBOR"))
        case "ctap-registration-hash-only": self = .statement(try StatementCase(reader))
        default: self = .unknown
        }
    }

    /// The verdict, and the report behind it when it is that of a ceremony.
    func judge(_ policy: Policy) -> (Report.Verdict?, Report?) {
        switch self {
        case .registration(let parts, let expectation):
            let report = Verifier(policy: policy).verify(parts, expecting: expectation)
            return (report.verdict, report)
        case .assertion(let parts, let expectation):
            let report = Verifier(policy: policy).verify(parts, expecting: expectation)
            return (report.verdict, report)
        case .attestationObject(let bytes): return (CodecCase.attestationObject(bytes, policy), nil)
        case .authenticatorData(let bytes): return (CodecCase.authenticatorData(bytes, policy), nil)
        case .makeCredentialResponse(let bytes): return (CodecCase.makeCredentialResponse(bytes, policy), nil)
        case .statement(let statement): return (statement.judge(policy), nil)
        case .unknown: return (nil, nil)
        }
    }
}

/// What a case says of the ceremony's options.
struct CaseOptions {
    private let challenge: [UInt8]
    private let rpID: String
    private let origin: OriginExpectation
    private let algorithms: [COSEAlgorithm]?
    private let userVerification: UserVerificationRequirement
    private let isConditional: Bool

    init(_ record: MemberReader) throws(RelyingPartyError) {
        let options = MemberReader(
            object: try record.requiredObject("options"), path: record.path + "options.")
        challenge = try options.required("challenge")
        rpID = try options.requiredString("rpId")
        let origins =
            if let several = try options.strings("origins") { several } else {
                [try options.requiredString("origin")]
            }
        origin = OriginExpectation(
            origins, allowCrossOrigin: try options.flag("crossOrigin") ?? false,
            topOrigins: try options.strings("topOrigins") ?? [])
        let offered = try Self.algorithms("pubKeyCredParams", options)
        let minimum = try Self.algorithms("pubKeyCredParamsMinimum", options)
        algorithms = offered ?? minimum
        userVerification =
            try options.string("userVerification").flatMap(UserVerificationRequirement.init(rawValue:))
            ?? .preferred
        isConditional = try options.string("mediation") == "conditional"
    }

    /// Numbers, or objects with `alg` as in a server's options.
    private static func algorithms(
        _ name: String, _ options: MemberReader
    ) throws(RelyingPartyError) -> [COSEAlgorithm]? {
        guard let element = options.object[name], !element.isNull else { return nil }
        let numbers = element.elements.compactMap { ($0["alg"] ?? $0).int }
        guard element.kind == .array, numbers.count == element.count else {
            throw options.wrong(name, "an array of algorithms", element)
        }
        return numbers.map(COSEAlgorithm.init(rawValue:))
    }

    func registration(_ record: MemberReader) throws(RelyingPartyError) -> RegistrationExpectation {
        RegistrationExpectation(
            challenge: challenge, origin: origin, rpID: rpID, isConditional: isConditional,
            userVerification: userVerification, offeredAlgorithms: algorithms,
            trustAnchors: try record.certificates("trustAnchor"),
            now: try record.time("verificationTime") ?? Self.clock)
    }

    func assertion(_ record: MemberReader) throws(RelyingPartyError) -> AuthenticationExpectation {
        let count = try record.integer("storedSignCount") ?? 0
        guard let signCount = UInt32(exactly: count) else {
            throw record.wrong("storedSignCount", "a number of 32 bits", record.object)
        }
        let credential = CredentialRecord(
            id: try record.bytes("credentialId") ?? [], publicKey: try record.required("publicKeyCOSE"),
            signCount: signCount, backupEligible: try record.flag("storedBackupEligible"),
            rpID: rpID)
        return AuthenticationExpectation(
            challenge: challenge, origin: origin, rpID: rpID, userVerification: userVerification,
            credential: credential)
    }

    /// 2026-11-30T00:00:00Z: the day on which the corpus was made.
    static let clock: Int64 = 1_795_996_800
}
