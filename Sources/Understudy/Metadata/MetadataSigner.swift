internal import COSE
internal import Cryptography
internal import WebAuthnModel

extension RandomPurpose {
    fileprivate static let metadataRootKey = RandomPurpose(rawValue: "metadataRootKey")
    fileprivate static let metadataRootSerial = RandomPurpose(rawValue: "metadataRootSerial")
    fileprivate static let metadataKey = RandomPurpose(rawValue: "metadataKey")
    fileprivate static let metadataSerial = RandomPurpose(rawValue: "metadataSerial")
}

/// Signs BLOBs as the Metadata Service does, with RSA, under a root of its own.
struct MetadataSigner {
    /// DER.
    let root: [UInt8]
    private let certificate: [UInt8]
    private let key: PrivateKey

    private static let (notBefore, notAfter): (Int64, Int64) = (1_577_836_800, 4_102_444_799)

    /// All that it has follows from the draws, and its certificates are valid from 2020 to 2099 so that whoever has
    /// the root can keep it.
    init(_ random: any RandomSource) throws(CryptographyError) {
        let rootKey = PrivateKey.ec(
            try ECPrivateKey.generate(.p256, random: random, purpose: .metadataRootKey))
        key = .rsa(try RSAPrivateKey.generate(random: random, purpose: .metadataKey))
        let rootName = Self.name("Understudy Metadata Root")
        let authority = X509Extension.authorityKeyIdentifier(
            try PublicKeyInfo(rootKey.publicKey).keyIdentifier)
        root = try Self.certificate(
            rootName, rootKey.publicKey, serial: try random.bytes(16, for: .metadataRootSerial),
            [.basicConstraints(.authority(pathLength: 0)), .keyUsage([.keyCertSign, .cRLSign])],
            issuer: rootName, rootKey)
        certificate = try Self.certificate(
            Self.name("Understudy Metadata Signer"), key.publicKey,
            serial: try random.bytes(16, for: .metadataSerial),
            [.basicConstraints(.endEntity), .keyUsage([.digitalSignature]), authority],
            issuer: rootName, rootKey)
    }

    /// The compact JWS of a payload.
    func sign(_ payload: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let algorithm = CompactJWS.Algorithm.rs256
        let signed = CompactJWS.signingInput(
            header: CompactJWS.header(algorithm, type: "JWT", certificates: [certificate]), payload: payload)
        let signature = try key.signature(for: signed, scheme: .rsaPKCS1(.sha256))
        return CompactJWS.text(signingInput: signed, signature: algorithm.signature(signature))
    }

    private static func name(_ commonName: String) -> DistinguishedName {
        DistinguishedName(.country("AA"), .organization("Understudy"), .commonName(commonName))
    }

    private static func certificate(
        _ subject: DistinguishedName, _ key: PublicKey, serial: [UInt8], _ extensions: [X509Extension?],
        issuer: DistinguishedName, _ issuerKey: PrivateKey
    ) throws(CryptographyError) -> [UInt8] {
        let identifier = X509Extension.subjectKeyIdentifier(try PublicKeyInfo(key).keyIdentifier)
        return try CertificateDraft(
            serialNumber: serial, issuer: issuer, subject: subject, notBefore: notBefore, notAfter: notAfter,
            publicKey: key, extensions: extensions.compactMap { $0 } + [identifier]
        ).signed(by: issuerKey, scheme: .ecdsa(.sha256), nonce: .deterministic)
    }
}
