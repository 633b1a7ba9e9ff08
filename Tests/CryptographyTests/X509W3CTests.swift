import Bytes
import Cryptography
import Foundation
import Testing

/// The certificates of the WebAuthn Level 3 test vectors, made again from the same draws.
@Suite struct X509W3CTests {
    struct Vectors: Decodable {
        struct Authority: Decodable {
            let privateKey: String
            let serialNumber: String
            let certificate: String
        }
        struct Leaf: Decodable {
            let name: String
            let format: String
            let privateKey: String
            let serialNumber: String
            let clientDataHash: String
            let authData: String
            let certificate: String
        }
        let authority: Authority
        let leaves: [Leaf]
    }

    let vectors: Vectors
    let authorityKey: PrivateKey
    let authorityCertificate: X509Certificate

    init() throws {
        let url = try #require(Bundle.module.url(forResource: "Data/x509-w3c", withExtension: "json"))
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
        authorityKey = .ec(
            try ECPrivateKey(curve: .p256, scalar: Hex.decode(vectors.authority.privateKey)))
        authorityCertificate = try X509Certificate(der: Hex.decode(vectors.authority.certificate))
    }

    func name(unit: String) -> DistinguishedName {
        DistinguishedName(
            .commonName("WebAuthn test vectors"), .organization("W3C"), .organizationalUnit(unit),
            .country("AA"))
    }

    func draft(
        _ key: PrivateKey, serialNumber: String, subject: DistinguishedName, _ constraints: BasicConstraints,
        _ usage: KeyUsage
    ) throws -> CertificateDraft {
        CertificateDraft(
            serialNumber: try Hex.decode(serialNumber),
            issuer: name(unit: "Authenticator Attestation CA"), subject: subject,
            notBefore: 1_704_067_200, notAfter: 33_260_976_000, publicKey: key.publicKey,
            extensions: [
                try #require(.basicConstraints(constraints)), .keyUsage(usage),
                .subjectKeyIdentifier(try PublicKeyInfo(key.publicKey).keyIdentifier),
            ])
    }

    @Test func `the attestation authority comes out byte for byte`() throws {
        let draft = try draft(
            authorityKey, serialNumber: vectors.authority.serialNumber,
            subject: name(unit: "Authenticator Attestation CA"), .authority(pathLength: nil),
            [.keyCertSign, .cRLSign])
        let certificate = try draft.signed(by: authorityKey, scheme: .ecdsa(.sha256), nonce: .deterministic)
        #expect(Hex.encode(certificate) == vectors.authority.certificate)
        #expect(authorityCertificate.isSelfIssued)
        #expect(try authorityCertificate.isSigned(by: authorityCertificate))
    }

    @Test func `every attestation certificate comes out byte for byte`() throws {
        let authorityIdentifier = try #require(authorityCertificate.subjectKeyIdentifier)
        #expect(vectors.leaves.count == 10)
        for leaf in vectors.leaves {
            let key = PrivateKey.ec(try ECPrivateKey(curve: .p256, scalar: Hex.decode(leaf.privateKey)))
            let subject =
                leaf.format == "tpm" ? DistinguishedName() : name(unit: "Authenticator Attestation")
            var draft = try draft(
                key, serialNumber: leaf.serialNumber, subject: subject, .endEntity, .digitalSignature)
            draft.extensions.append(.authorityKeyIdentifier(authorityIdentifier))
            draft.extensions += try formatExtensions(of: leaf)
            let der = try draft.signed(by: authorityKey, scheme: .ecdsa(.sha256), nonce: .deterministic)
            #expect(Hex.encode(der) == leaf.certificate, "\(leaf.name)")

            let certificate = try X509Certificate(der: der)
            #expect(certificate.version == 3 && certificate.deviations.isEmpty)
            #expect(certificate.subject == subject && certificate.issuer == authorityCertificate.subject)
            #expect(certificate.publicKey == key.publicKey)
            #expect(certificate.extensions == draft.extensions)
            #expect(certificate.basicConstraints == .endEntity && certificate.keyUsage == .digitalSignature)
            #expect(certificate.authorityKeyIdentifier == authorityIdentifier)
            #expect(certificate.notBefore == draft.notBefore && certificate.notAfter == draft.notAfter)
            #expect(
                CertificatePath.validate([certificate], anchors: [authorityCertificate], at: 1_800_000_000)
                    == .trusted(path: [certificate, authorityCertificate]))
        }
    }

    private func formatExtensions(of leaf: Vectors.Leaf) throws -> [X509Extension] {
        let clientDataHash = try Hex.decode(leaf.clientDataHash)
        switch leaf.format {
        case "tpm":
            let hardware = DistinguishedName(relativeNames: [
                [
                    .init("2.23.133.2.1", "id:00000000"), .init("2.23.133.2.2", "WebAuthn test vectors"),
                    .init("2.23.133.2.3", "id:00000000"),
                ]
            ])
            return [
                .extendedKeyUsage(["2.23.133.8.3"]),
                .subjectAlternativeName(hardware, isCritical: true),
            ]
        case "android-key":
            let description = DER.sequence(
                DER.integer(300), DER.enumerated(0), DER.integer(0), DER.enumerated(0),
                DER.octetString(clientDataHash), DER.octetString([]), DER.sequence(), DER.sequence())
            return [X509Extension("1.3.6.1.4.1.11129.2.1.17", value: description)]
        case "apple":
            let nonce = Digest.sha256(try Hex.decode(leaf.authData) + clientDataHash)
            let value = DER.sequence(DER.explicit(1, DER.octetString(nonce)))
            return [X509Extension("1.2.840.113635.100.8.2", value: value)]
        default: return []
        }
    }
}
