internal import Authenticator
internal import CBOR
internal import Cryptography
internal import WebAuthnModel

extension CertificateDraft {
    /// A draft of a certificate that there is already; nil where it cannot be read.
    init?(of der: [UInt8]) {
        guard let certificate = try? X509Certificate(der: der), let key = certificate.publicKey else {
            return nil
        }
        self.init(
            version: certificate.version, serialNumber: certificate.serialNumber, issuer: certificate.issuer,
            subject: certificate.subject, notBefore: certificate.notBefore, notAfter: certificate.notAfter,
            publicKey: key, extensions: certificate.extensions)
    }

    /// Changes an extension that is there; nil takes it away.
    mutating func edit(_ oid: OID, _ edit: (X509Extension) -> X509Extension?) {
        extensions = extensions.compactMap { $0.oid == oid ? edit($0) : $0 }
    }

    /// Takes the attributes of one type out of the subject, and puts others in their place.
    mutating func replaceSubject(_ type: OID, with attributes: [DistinguishedName.Attribute]) {
        let kept = subject.relativeNames.filter { !$0.contains { $0.type == type } }
        subject = DistinguishedName(relativeNames: kept + attributes.map { [$0] })
    }
}

extension AttestationWork {
    /// Issues a certificate again after a change, with the key of the model's authority.
    func reissue(
        _ der: [UInt8], _ edit: (inout CertificateDraft) -> Void
    ) throws(AttestationError) -> [UInt8] {
        guard let identity = try identity(), var draft = CertificateDraft(of: der) else { return der }
        let before = draft
        edit(&draft)
        return draft == before ? der : try issue(draft, by: try key(identity.rootKey))
    }
}

extension Attestation {
    /// The certificates in the statement's `x5c`, the attesting one first.
    var certificates: [[UInt8]] {
        get { (statement[text: "x5c"]?.arrayValue ?? []).compactMap(\.bytesValue) }
        set { statement.set("x5c", .array(newValue.map { .bytes($0) })) }
    }
}

extension FaultEdit {
    /// Changes the attesting certificate before its authority signs it.
    static func certificate(_ edit: @escaping @Sendable (inout CertificateDraft) -> Void) -> FaultEdit {
        .attestation { (attestation, work) throws(AttestationError) in
            var certificates = attestation.certificates
            guard let leaf = certificates.first else { return }
            certificates[0] = try work.reissue(leaf, edit)
            attestation.certificates = certificates
        }
    }

    /// Changes an extension of the attesting certificate; nil takes it away.
    static func certificateExtension(
        _ oid: OID, _ edit: @escaping @Sendable (X509Extension) -> X509Extension?
    ) -> FaultEdit {
        .certificate { $0.edit(oid, edit) }
    }
}

extension OID {
    /// id-fido-gen-ce-aaguid (WebAuthn Level 3 §8.2.1).
    static let aaguidExtension: OID = "1.3.6.1.4.1.45724.1.1.4"
}
