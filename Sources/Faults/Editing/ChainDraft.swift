internal import Authenticator
internal import Cryptography

/// The attesting certificate with further authorities above it, before anybody signs.
struct ChainDraft: Sendable {
    /// An authority between the leaf and the model's own.
    struct Authority: Sendable {
        var draft: CertificateDraft
        let key: PrivateKey
    }

    /// The attesting certificate.
    var leaf: CertificateDraft
    /// From the one that issues the leaf upwards.
    var authorities: [Authority]
    /// The model's own authority's certificate.
    let root: [UInt8]
    private let rootKey: PrivateKey

    /// Puts so many authorities between leaf and root.
    init?(leaf der: [UInt8], authorities count: Int, _ work: AttestationWork) throws(AttestationError) {
        guard let identity = try work.identity(), let draft = CertificateDraft(of: der),
            let top = CertificateDraft(of: identity.root)
        else { return nil }
        leaf = draft
        root = identity.root
        rootKey = try work.key(identity.rootKey)
        authorities = []
        for number in (0..<count).reversed() {
            let key = try work.otherKey("authority \(number)")
            let issuer = authorities.first
            let draft = Self.authority(
                number, key.publicKey, issuer: issuer?.draft.subject ?? top.subject,
                issuerKey: issuer?.key.publicKey ?? rootKey.publicKey, like: leaf)
            authorities.insert(Authority(draft: draft, key: key), at: 0)
        }
        if let issuer = authorities.first {
            leaf.issuer = issuer.draft.subject
            leaf.edit(.authorityKeyIdentifier) { _ in
                .authorityKeyIdentifier(Self.identifier(of: issuer.key.publicKey))
            }
        }
    }

    private static func identifier(of key: PublicKey) -> [UInt8] {
        (try? PublicKeyInfo(key).keyIdentifier) ?? []
    }

    private static func authority(
        _ number: Int, _ key: PublicKey, issuer: DistinguishedName, issuerKey: PublicKey,
        like leaf: CertificateDraft
    ) -> CertificateDraft {
        let constraints = BasicConstraints.authority(pathLength: nil).encoded ?? []
        return CertificateDraft(
            serialNumber: [1, UInt8(truncatingIfNeeded: number)], issuer: issuer,
            subject: DistinguishedName(
                .country("AA"), .organization("Understudy"), .commonName("Understudy Authority \(number)")),
            notBefore: leaf.notBefore, notAfter: leaf.notAfter, publicKey: key,
            extensions: [
                X509Extension(.basicConstraints, isCritical: true, value: constraints),
                .keyUsage([.keyCertSign, .cRLSign]),
                .subjectKeyIdentifier(identifier(of: key)),
                .authorityKeyIdentifier(identifier(of: issuerKey)),
            ])
    }

    /// The certificates, the leaf first; signed by each other's keys and at last by the model's authority's.
    func issued(_ work: AttestationWork) throws(AttestationError) -> [[UInt8]] {
        let keys = authorities.map(\.key) + [rootKey]
        var issued: [[UInt8]] = []
        for (draft, key) in zip([leaf] + authorities.map(\.draft), keys) {
            issued.append(try work.issue(draft, by: key))
        }
        return issued
    }
}

extension FaultEdit {
    /// Puts authorities between leaf and root, changes all of them before they are signed, and the order in which
    /// they are sent after.
    static func chain(
        authorities: Int = 1, _ edit: @escaping @Sendable (inout ChainDraft) -> Void = { _ in },
        sending: @escaping @Sendable ([[UInt8]], ChainDraft) -> [[UInt8]] = { issued, _ in issued }
    ) -> FaultEdit {
        .attestation { (attestation, work) throws(AttestationError) in
            guard let leaf = attestation.certificates.first,
                var draft = try ChainDraft(leaf: leaf, authorities: authorities, work)
            else { return }
            edit(&draft)
            attestation.certificates = sending(try draft.issued(work), draft)
        }
    }
}
