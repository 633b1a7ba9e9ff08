import COSE
import Cryptography
import TestSupport
import Testing

/// The private keys that were recorded with a vector, so that a lie can be signed by whom it would have to be.
struct VectorKeys: Sendable {
    let credential: PrivateKey
    /// Who signs the statement, where that is not the credential.
    let attestation: PrivateKey?
    let authority: PrivateKey
    let root: X509Certificate

    init(_ vector: W3CVectors.Vector) throws {
        let file = try W3CVectors.load()
        authority = .ec(try ECPrivateKey(curve: .p256, scalar: file.authorityKey))
        root = try X509Certificate(der: file.authorityCertificate)
        attestation = try vector.registration("attestation_private_key").map {
            .ec(try ECPrivateKey(curve: .p256, scalar: $0))
        }
        switch try #require(COSEAlgorithm(rawValue: vector.coseAlgorithm).keyKind) {
        case .ec2(let curve):
            let number = try #require(vector.registration("credential_private_key"))
            let zeros = [UInt8](repeating: 0, count: curve.coordinateLength - number.count)
            credential = .ec(try ECPrivateKey(curve: curve, scalar: zeros + number))
        case .okp(let curve):
            credential = .edwards(
                try EdwardsPrivateKey(
                    curve: curve, seed: try #require(vector.registration("credential_private_key"))))
        case .rsa, .akp:
            credential = .rsa(
                try RSAPrivateKey(
                    firstPrime: try #require(vector.registration("private_key_p")),
                    secondPrime: try #require(vector.registration("private_key_q"))))
        }
    }

    /// Signs as the algorithm says, or, where the key cannot, as its kind usually does.
    static func sign(_ message: [UInt8], _ key: PrivateKey, _ algorithm: Int) throws -> [UInt8] {
        let scheme = COSEAlgorithm(rawValue: algorithm).scheme
        switch (key, scheme) {
        case (.ec, .ecdsa?), (.edwards, .eddsa?), (.rsa, .rsaPKCS1?), (.rsa, .rsaPSS?):
            return try TestKeys.sign(message, key, try #require(scheme))
        case (.ec, _): return try TestKeys.sign(message, key, .ecdsa(.sha256))
        case (.edwards, _): return try TestKeys.sign(message, key, .eddsa)
        case (.rsa, _): return try TestKeys.sign(message, key, .rsaPKCS1(.sha256))
        }
    }
}

extension CertificateDraft {
    /// The draft that a certificate was made from.
    init(_ certificate: X509Certificate) throws {
        self.init(
            version: certificate.version, serialNumber: certificate.serialNumber,
            issuer: certificate.issuer, subject: certificate.subject, notBefore: certificate.notBefore,
            notAfter: certificate.notAfter, publicKey: try #require(certificate.publicKey),
            extensions: certificate.extensions)
    }

    /// Replaces an extension, or takes it away.
    mutating func set(_ oid: OID, _ value: X509Extension?) {
        let place = extensions.firstIndex { $0.oid == oid } ?? extensions.endIndex
        extensions.removeAll { $0.oid == oid }
        if let value { extensions.insert(value, at: min(place, extensions.endIndex)) }
    }
}
