internal import Bytes
internal import Cryptography
public import WebAuthnModel

/// Attests as Android once did with the SafetyNet service, in the android-safetynet format (§8.5): the answer of the
/// service is signed with the key of its web server.
public struct SafetyNetAttester: CertifiedAttester {
    let authority: AttestationAuthority
    private let template: SafetyNetTemplate

    /// Makes certificates and answers as the template says.
    public init(template: SafetyNetTemplate, aaguid: AAGUID, place: Int = 0) {
        authority = AttestationAuthority(
            template: template.certificate, aaguid: aaguid, place: place,
            leafExtensions: [.subjectAlternativeName(host: SafetyNetTemplate.host)],
            deviceAlgorithm: template.algorithm.cose)
        self.template = template
    }

    /// The statement: an answer about this credential, made now, with the web server's certificate alone.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        let identity = try authority.identity(tools)
        var answer = template.answer
        answer.nonce = Base64.encode(Digest.sha256(subject.signedBytes))
        answer.timestampMs = Int(clamping: tools.now)
        let signed = CompactJWS.signingInput(
            header: CompactJWS.header(template.algorithm, certificates: [identity.certificate]),
            payload: answer.json)
        do {
            let key = try PrivateKey(storedForm: identity.key.exposedBytes)
            let signature = try tools.signer.sign(
                signed, with: key, algorithm: template.algorithm.cose, nonce: tools.nonce)
            let response = CompactJWS.text(
                signingInput: signed, signature: template.algorithm.signature(signature))
            let statement = SafetyNetStatement(version: template.version, response: response)
            return Attestation(format: SafetyNetStatement.format, statement: statement.cbor)
        } catch { throw .cryptography(error) }
    }
}
