import Bytes
import Cryptography
import Testing

/// A name and a key that sign, and their certificate.
struct TestAuthority {
    let name: DistinguishedName
    let key: PrivateKey
    var scheme = SignatureScheme.ecdsa(.sha256)

    /// The Unix time at which everything here is valid unless said otherwise.
    static let now: Int64 = 1_800_000_000

    init(_ name: String, scalar: UInt8) throws {
        self.name = DistinguishedName(.organization("Test"), .commonName(name))
        let digits = [UInt8](repeating: 0, count: 31) + [scalar]
        key = .ec(try ECPrivateKey(curve: .p256, scalar: digits))
    }

    init(_ name: String, key: PrivateKey, scheme: SignatureScheme) {
        self.name = DistinguishedName(.organization("Test"), .commonName(name))
        self.key = key
        self.scheme = scheme
    }

    /// A certificate for `subject`, signed by this authority.
    func issue(
        to subject: TestAuthority, _ constraints: BasicConstraints = .authority(pathLength: nil),
        _ edit: (inout CertificateDraft) throws -> Void = { _ in }
    ) throws -> X509Certificate {
        var draft = CertificateDraft(
            serialNumber: [1], issuer: name, subject: subject.name, notBefore: Self.now - 1_000,
            notAfter: Self.now + 1_000, publicKey: subject.key.publicKey)
        if let constraints = X509Extension.basicConstraints(constraints) {
            draft.extensions.append(constraints)
        }
        try edit(&draft)
        return try X509Certificate(der: draft.signed(by: key, scheme: scheme, nonce: .deterministic))
    }
}
