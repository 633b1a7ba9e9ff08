import Cryptography

/// The certificates of a good packed statement, with one thing changed.
struct CertificateRecipe {
    static let now: Int64 = 1_795_996_800
    static let year: Int64 = 365 * 86_400
    static let aaguidExtension: OID = "1.3.6.1.4.1.45724.1.1.4"

    var leaf: CertificateDraft
    var intermediate: CertificateDraft
    var root: CertificateDraft
    /// Whether an intermediate stands between leaf and root.
    var hasIntermediate = false
    /// Whether the credential's own certificate says nothing of what it attests.
    var dropsBinding = false
    /// Who signs the leaf where no intermediate does.
    var leafSigner: PrivateKey
    var rootSigner: PrivateKey
    /// Changes the list that is sent; at first the leaf, and the intermediate if there is one.
    var edit: (inout [[UInt8]], _ root: [UInt8]) -> Void = { _, _ in }

    private static func name(_ text: String) -> DistinguishedName {
        DistinguishedName(.commonName(text), .organization("Example"), .country("AA"))
    }

    private static func authority(
        _ text: String, issuer: String, _ key: PrivateKey, pathLength: Int?
    ) -> CertificateDraft {
        CertificateDraft(
            serialNumber: [1], issuer: name(issuer), subject: name(text), notBefore: now - year,
            notAfter: now + year, publicKey: key.publicKey,
            extensions: [.basicConstraints(.authority(pathLength: pathLength)), .keyUsage(.keyCertSign)]
                .compactMap { $0 })
    }

    init(aaguid: [UInt8]) throws {
        let authority = try TestKeys.authority()
        leafSigner = authority
        rootSigner = authority
        root = Self.authority("Root", issuer: "Root", authority, pathLength: nil)
        intermediate = Self.authority(
            "Intermediate", issuer: "Root", try TestKeys.ec(.p256, 6), pathLength: nil)
        leaf = CertificateDraft(
            serialNumber: [2], issuer: Self.name("Root"), subject: Self.subject(),
            notBefore: Self.now - Self.year,
            notAfter: Self.now + Self.year, publicKey: try TestKeys.attestation().publicKey,
            extensions: [
                .basicConstraints(.endEntity),
                X509Extension(Self.aaguidExtension, value: DER.octetString(aaguid)),
            ].compactMap { $0 })
    }

    static func subject(
        country: String? = "AA", organization: String? = "Example",
        unit: String? = "Authenticator Attestation",
        commonName: String? = "Example Authenticator"
    ) -> DistinguishedName {
        var name = DistinguishedName()
        if let country { name.relativeNames.append([.country(country, as: .utf8)]) }
        if let organization { name.relativeNames.append([.organization(organization)]) }
        if let unit { name.relativeNames.append([.organizationalUnit(unit)]) }
        if let commonName { name.relativeNames.append([.commonName(commonName)]) }
        return name
    }

    /// Replaces an extension of the leaf, or takes it away.
    mutating func setLeaf(_ oid: OID, _ value: X509Extension?) {
        leaf.extensions.removeAll { $0.oid == oid }
        if let value { leaf.extensions.append(value) }
    }

    /// Makes the leaf a credential's own certificate, with the extension in which the format says what it attests;
    /// an extension that is there already stays.
    mutating func bind(to key: PrivateKey, _ oid: OID, _ value: [UInt8]) {
        leaf.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
        if !dropsBinding, !leaf.extensions.contains(where: { $0.oid == oid }) {
            leaf.extensions.append(X509Extension(oid, value: value))
        }
    }

    /// The root's DER.
    func rootDER() throws -> [UInt8] {
        try root.signed(by: rootSigner, scheme: .ecdsa(.sha256), nonce: .deterministic)
    }

    /// The list that is sent.
    func chain() throws -> [[UInt8]] {
        var leaf = leaf
        var chain: [[UInt8]] = []
        if hasIntermediate {
            leaf.issuer = intermediate.subject
            chain = [
                try leaf.signed(
                    by: try TestKeys.ec(.p256, 6), scheme: .ecdsa(.sha256), nonce: .deterministic),
                try intermediate.signed(by: leafSigner, scheme: .ecdsa(.sha256), nonce: .deterministic),
            ]
        } else {
            chain = [try leaf.signed(by: leafSigner, scheme: .ecdsa(.sha256), nonce: .deterministic)]
        }
        edit(&chain, try rootDER())
        return chain
    }
}
