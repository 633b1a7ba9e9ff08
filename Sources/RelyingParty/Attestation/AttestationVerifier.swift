internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// What a statement speaks of: the inputs of every verification procedure (§6.5.2), as far as they were proved.
struct AttestationSubject {
    /// The attestation object, for where things stand.
    let object: ReadAttestationObject
    /// The authenticator data's bytes.
    let authenticatorData: [UInt8]
    /// The AAGUID in it; nil where it could not be read.
    let aaguid: AAGUID?
    /// The new credential's ID; nil where it could not be read.
    let credentialID: [UInt8]?
    /// The credential's key; nil where it is none that signatures can be judged with.
    let key: COSEKey?
    /// The hash of the client data; nil where there is none.
    let clientDataHash: ClientDataHash?
    /// When the statement is judged, in Unix seconds.
    let now: Int64

    /// What attestation signatures are over; nil where there is no client data.
    var signedMessage: [UInt8]? { clientDataHash.map { SignatureCheck.message(authenticatorData, $0) } }
}

/// What a verification procedure returns: the attestation type and the trust path.
enum AttestationOutcome {
    /// No attestation.
    case none
    /// The credential's own key signed.
    case selfAttestation
    /// A certified key signed; the other certificates, as their DER, lead from its own to a root.
    case certified(leaf: X509Certificate, rest: [[UInt8]])
    /// Several statements about the one credential, each correct.
    case several([CompoundPart])
    /// The statement is wrong; the findings say why.
    case wrong
    /// Nobody here can judge the statement.
    case unsupported
}

/// Judges statements of one format.
protocol AttestationVerifier: Sendable {
    /// The format's identifier.
    var format: String { get }

    /// The format's verification procedure.
    ///
    /// - Parameter statement: the map, or the array of a compound statement.
    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome
}

/// Finds the verifier of a format and asks it (§7.1 steps 21 and 22).
enum AttestationStep {
    /// One a format.
    private static let verifiers: [any AttestationVerifier] = [
        NoneVerifier(),
        PackedVerifier(),
        TPMVerifier(),
        FIDOU2FVerifier(),
        AppleVerifier(),
        AndroidKeyVerifier(),
        SafetyNetVerifier(),
        CompoundVerifier(),
    ]

    static func run(
        on object: ReadAttestationObject?, _ subject: (ReadAttestationObject) -> AttestationSubject?,
        _ findings: inout FindingList
    ) -> AttestationOutcome {
        // That there is no object, or no format in it, is told already.
        guard let object, let format = object.format else { return .wrong }
        guard let verifier = verifiers.first(where: { $0.format == format }) else {
            findings.breach(
                .attestationFormat, "unknown", because: "\"\(format)\" is no attestation statement format",
                actual: .text(format), at: object.location(of: ["fmt"]))
            findings.skip(.attestationStatement, because: "its format is not known")
            return .wrong
        }
        findings.pass(.attestationFormat)
        guard let statement = object.statement else { return .wrong }
        guard let subject = subject(object) else {
            findings.skip(
                .attestationStatement, because: "there is no authenticator data that it could be of")
            return .wrong
        }
        let outcome = verifier.verify(statement, of: subject, &findings)
        if case .wrong = outcome { return .wrong }
        findings.pass(.attestationStatement)
        return outcome
    }
}
