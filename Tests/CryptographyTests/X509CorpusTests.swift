import Bytes
import Cryptography
import Foundation
import Testing

/// Certificates of real authenticators and of test suites, with what another reader found in them.
struct CertificateCorpus: Decodable {
    struct Entry: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let certificate: Data
        let refused: Bool?
        let version: Int?
        let serialNumber: String?
        let notBefore: Int64?
        let notAfter: Int64?
        let issuer: [[[String]]]?
        let subject: [[[String]]]?
        let signatureAlgorithm: String?
        let extensions: [Extension]?
        let basicConstraints: String?
        let keyUsage: UInt16?
        let extendedKeyUsage: [String]?
        let subjectKeyIdentifier: String?
        let authorityKeyIdentifier: String?
        /// Whether the public key is of a kind that is used here.
        let hasKnownKey: Bool?
        /// What deviates, in the words of ``CertificateDeviation``.
        let deviations: [String]?

        var testDescription: String { name }
        var der: [UInt8] { [UInt8](certificate) }
    }

    struct Extension: Decodable, Sendable {
        let oid: String
        let critical: Bool
    }

    let certificates: [Entry]

    static let shared: CertificateCorpus? = try? JSONDecoder().decode(
        CertificateCorpus.self,
        from: Data(contentsOf: Bundle.module.bundleURL.appending(path: "Data/x509-certificates.json")))

    /// The certificates of the names, in this order.
    static func chain(_ names: [String]) throws -> [X509Certificate] {
        let corpus = try #require(shared)
        return try names.map { name in
            try X509Certificate(der: try #require(corpus.certificates.first { $0.name == name }).der)
        }
    }
}

@Suite struct X509CorpusTests {
    static let entries = CertificateCorpus.shared?.certificates ?? []

    @Test func `the corpus is there`() { #expect(Self.entries.count > 20) }

    @Test(arguments: entries.filter { $0.refused != true })
    func `reads what another reader reads`(entry: CertificateCorpus.Entry) throws {
        let certificate = try X509Certificate(der: entry.der)
        #expect(certificate.der == entry.der && certificate.version == entry.version)
        #expect(Hex.encode(certificate.serialNumber) == entry.serialNumber)
        #expect(certificate.notBefore == entry.notBefore && certificate.notAfter == entry.notAfter)
        #expect(Self.spell(certificate.issuer) == entry.issuer)
        #expect(Self.spell(certificate.subject) == entry.subject)
        #expect(certificate.signatureAlgorithm.oid.description == entry.signatureAlgorithm)
        #expect((certificate.publicKey != nil) == entry.hasKnownKey)
        #expect(certificate.deviations.map(\.description) == entry.deviations ?? [])
        // The names, written again, are the same bytes.
        let written = Hex.encode(certificate.der)
        #expect(written.contains(Hex.encode(certificate.issuer.encoded)))
        #expect(written.contains(Hex.encode(certificate.subject.encoded)))

        guard let extensions = entry.extensions else { return }
        #expect(certificate.extensions.map(\.oid.description) == extensions.map(\.oid))
        #expect(certificate.extensions.map(\.isCritical) == extensions.map(\.critical))
        let constraints =
            switch certificate.basicConstraints {
            case .absent: "absent"
            case .endEntity: "endEntity"
            case .authority(nil): "authority"
            case .authority(let limit?): "authority \(limit)"
            }
        #expect(constraints == entry.basicConstraints)
        #expect(certificate.keyUsage?.rawValue == entry.keyUsage)
        #expect(certificate.extendedKeyUsage?.map(\.description) == entry.extendedKeyUsage)
        #expect(certificate.subjectKeyIdentifier.map { Hex.encode($0) } == entry.subjectKeyIdentifier)
        #expect(certificate.authorityKeyIdentifier.map { Hex.encode($0) } == entry.authorityKeyIdentifier)
    }

    static func spell(_ name: DistinguishedName) -> [[[String]]] {
        name.relativeNames.map { attributes in
            attributes.map { [$0.type.description, $0.value.text] }
                .sorted { $0.lexicographicallyPrecedes($1) }
        }
    }

    @Test(arguments: entries.filter { $0.refused == true })
    func `refuses what no reader reads`(entry: CertificateCorpus.Entry) {
        #expect(throws: CryptographyError.self) { try X509Certificate(der: entry.der) }
    }

    @Test(arguments: entries.filter { $0.refused != true }.prefix(8))
    func `refuses every truncation, every trailing byte, and traps on no changed byte`(
        entry: CertificateCorpus.Entry
    ) throws {
        let der = entry.der
        for count in der.indices {
            #expect(throws: CryptographyError.self) { try X509Certificate(der: Array(der.prefix(count))) }
        }
        #expect(throws: CryptographyError.der(.trailingBytes(offset: der.count, count: 1))) {
            try X509Certificate(der: der + [0])
        }
        for index in der.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = der
                changed[index] ^= change
                _ = try? X509Certificate(der: changed).isSelfIssued
            }
        }
    }

    @Test func `reads the alternative names that attestation uses`() throws {
        // A TPM with its maker, model and version in one relative name.
        let tpm = try CertificateCorpus.chain(["reg-154-0"])[0].subjectAlternativeNames()
        guard case .directory(let hardware) = try #require(tpm.first) else {
            Issue.record("\(tpm)")
            return
        }
        #expect(tpm.count == 1 && hardware.attributes.count == 3)
        #expect(hardware.values(of: "2.23.133.2.1") == ["id:4E544300"])
        let hosts = try CertificateCorpus.chain(["reg-013-0", "reg-021-0"])
        #expect(try hosts[0].subjectAlternativeNames() == [.dns("attest.android.com")])
        #expect(try hosts[1].subjectAlternativeNames().isEmpty)

        let authority = try TestAuthority("Names", scalar: 3)
        for value in ["", "3000ff", "3003820180", "3002a400", "30020c00", "30028900"] {
            let bytes = try Hex.decode(value)
            let certificate = try authority.issue(to: authority) {
                $0.extensions.append(X509Extension(.subjectAlternativeName, value: bytes))
            }
            #expect(throws: CryptographyError.self, "\(value)") { try certificate.subjectAlternativeNames() }
        }
        let mixed = try authority.issue(to: authority) {
            let names = DER.sequence(DER.implicit(7, [127, 0, 0, 1]), DER.implicit(2, Array("a.b".utf8)))
            $0.extensions.append(X509Extension(.subjectAlternativeName, value: names))
        }
        #expect(
            try mixed.subjectAlternativeNames()
                == [.other(number: 7, der: DER.implicit(7, [127, 0, 0, 1])), .dns("a.b")])
    }
}
