import COSE
import Cryptography
import WebAuthnModel

/// A good TPM statement, with one thing changed: before its signature, or after it.
struct TPMRecipe {
    var nameAlgorithm = TPMAlgorithm.sha256
    var version = TPMStatement.version
    var editArea: (inout TPMPublicArea) -> Void = { _ in }
    /// Changes the public area's bytes before they are named.
    var editAreaBytes: (inout [UInt8]) -> Void = { _ in }
    /// Changes them after the name is signed.
    var editSignedArea: (inout [UInt8]) -> Void = { _ in }
    var editAttest: (inout TPMAttest) -> Void = { _ in }
    /// Changes the bytes of certInfo before they are signed.
    var editAttestBytes: (inout [UInt8]) -> Void = { _ in }
    /// Changes them after they are signed.
    var editSignedAttest: (inout [UInt8]) -> Void = { _ in }

    static let manufacturer: OID = "2.23.133.2.1"
    static let purpose: OID = "2.23.133.8.3"

    static func key(_ key: PublicKey) -> TPMPublicArea.Key {
        switch key {
        case .ec(let key):
            let curves: [EllipticCurve: TPMCurve] = [.p384: .nistP384, .p521: .nistP521]
            return .ecc(curve: curves[key.curve] ?? .nistP256, kdf: nil, x: key.x, y: key.y)
        case .rsa(let key):
            return .rsa(keyBits: UInt16(key.bitCount), exponent: 0, modulus: key.modulus)
        case .edwards(let key):
            return .ecc(curve: .nistP256, kdf: nil, x: key.bytes, y: [])
        }
    }

    /// What `extraData` is made with.
    private static func hash(_ algorithm: COSEAlgorithm) -> HashAlgorithm {
        switch algorithm.scheme {
        case .ecdsa(let hash), .rsaPKCS1(let hash), .rsaPSS(let hash): hash
        default: .sha256
        }
    }

    func statement(
        for key: PublicKey, over message: [UInt8], by signer: PrivateKey, _ algorithm: COSEAlgorithm,
        certificates: [[UInt8]], editSignature: (inout [UInt8]) -> Void
    ) throws -> TPMStatement {
        var area = TPMPublicArea(nameAlgorithm: nameAlgorithm, key: Self.key(key))
        editArea(&area)
        var areaBytes = area.encoded
        editAreaBytes(&areaBytes)
        var attest = TPMAttest(
            qualifiedSigner: [0, 11, 1, 2, 3], extraData: Digest.hash(message, Self.hash(algorithm)),
            clockInfo: TPMClockInfo(clock: 1, resetCount: 2, restartCount: 3, safe: 1), firmwareVersion: 4,
            attested: .certifyInfo(
                name: area.nameAlgorithm.name(ofPublicArea: areaBytes) ?? [], qualifiedName: [9]))
        editAttest(&attest)
        editSignedArea(&areaBytes)
        var attestBytes = attest.encoded
        editAttestBytes(&attestBytes)
        var signature = try TestKeys.sign(attestBytes, signer, algorithm.scheme ?? .ecdsa(.sha256))
        editSignature(&signature)
        editSignedAttest(&attestBytes)
        return TPMStatement(
            version: version, algorithm: algorithm, certificates: certificates, signature: signature,
            certInfo: attestBytes, pubArea: areaBytes)
    }
}

extension CertificateRecipe {
    static func alternativeName(
        vendor: String? = "id:494E5443", model: String? = "Model", version: String? = "id:00010000",
        isCritical: Bool = true, inOne: Bool = true
    ) -> X509Extension {
        let attributes: [DistinguishedName.Attribute] = [
            vendor.map { .init(TPMRecipe.manufacturer, $0) }, model.map { .init("2.23.133.2.2", $0) },
            version.map { .init("2.23.133.2.3", $0) },
        ].compactMap { $0 }
        let names = inOne ? [attributes] : attributes.map { [$0] }
        return .subjectAlternativeName(DistinguishedName(relativeNames: names), isCritical: isCritical)
    }

    /// Makes the leaf that of a TPM's attestation key.
    mutating func certifyTPM() {
        leaf.subject = DistinguishedName()
        leaf.extensions += [.extendedKeyUsage([TPMRecipe.purpose]), Self.alternativeName()]
    }
}
