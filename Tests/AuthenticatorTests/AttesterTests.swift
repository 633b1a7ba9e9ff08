import Authenticator
import Bytes
import CBOR
import COSE
import CTAP
import Cryptography
import JSON
import TestSupport
import Testing
import WebAuthnModel

/// Statements of SafetyNet and compound ones, looked at without the verifier.
@Suite struct AttesterTests {
    static let digest = Base64.encode([UInt8](repeating: 0xFB, count: 32))
    static let (notBefore, notAfter): (Int64, Int64) = (1_700_000_000, 4_000_000_000)

    static func template(_ name: String) -> AttestationTemplate {
        AttestationTemplate(
            issuer: DistinguishedName(.commonName("Root of \(name)")),
            subject: DistinguishedName(.commonName(name)), notBefore: notBefore, notAfter: notAfter,
            namesAAGUID: false)
    }

    static func safetyNet(_ algorithm: CompactJWS.Algorithm) -> SafetyNetTemplate {
        SafetyNetTemplate(
            certificate: template("attest.android.com"), algorithm: algorithm, version: "17122037",
            answer: SafetyNetPayload(
                nonce: nil, timestampMs: nil, apkPackageName: "com.example", apkDigestSha256: digest,
                ctsProfileMatch: true, apkCertificateDigestSha256: [digest], basicIntegrity: false))
    }

    static let packed = AttestationManner.packedCertificate(template("packed"))
    static let tpm = AttestationManner.tpm(
        TPMTemplate(
            issuer: DistinguishedName(.commonName("Root of tpm")), notBefore: notBefore, notAfter: notAfter,
            namesAAGUID: false, manufacturer: "id:FFFFF1D0", model: "m", version: "id:1"))
    static let androidKey = AttestationManner.androidKey(
        template("key"),
        KeyDescription(
            attestationVersion: 300, attestationSecurityLevel: .software, keyMintVersion: 300,
            keyMintSecurityLevel: .software))

    @Test(arguments: CompactJWS.Algorithm.allCases)
    func theServiceAnswersAboutThisCredential(_ algorithm: CompactJWS.Algorithm) async throws {
        let test = TestDevice(.none, attestation: .safetyNet(Self.safetyNet(algorithm)))
        test.clock.advance(milliseconds: 12_345)
        let made = try await test.device.makeCredential(request()).attestation
        #expect(made.format == "android-safetynet")
        #expect(made.statement[text: "ver"] == "17122037")
        let response = try #require(made.statement[text: "response"]?.bytesValue)
        let parts = response.split(separator: UInt8(ascii: "."))
        #expect(parts.count == 3)

        let nonce = Base64.encode(Digest.sha256(made.authenticatorData + clientDataHash.bytes))
        #expect(
            String(decoding: try Base64URL.decode(parts[1]), as: UTF8.self) == #"{"nonce":"\#(nonce)","#
                + #""timestampMs":\#(test.clock.now()),"apkPackageName":"com.example","#
                + #""apkDigestSha256":"\#(Self.digest)","ctsProfileMatch":true,"#
                + #""apkCertificateDigestSha256":["\#(Self.digest)"],"basicIntegrity":false}"#)

        let header = try JSONDocument(parsing: try Base64URL.decode(parts[0])).root
        #expect(header.members.map(\.name) == ["alg", "x5c"])
        #expect(header["alg"]?.string == algorithm.rawValue && header["x5c"]?.count == 1)
        let text = try #require(header["x5c"]?[0]?.string)
        let leaf = try X509Certificate(der: try Base64Decoder.decodeLeniently(text.utf8).bytes)
        #expect(leaf.subject.values(of: .commonName) == ["attest.android.com"])
        #expect(try leaf.subjectAlternativeNames() == [.dns("attest.android.com")])
        #expect(leaf.basicConstraints == .endEntity)

        let signature = try Base64URL.decode(parts[2])
        let signed = Array(parts[0]) + [UInt8(ascii: ".")] + parts[1]
        let key = try #require(leaf.publicKey)
        switch algorithm {
        case .rs256:
            #expect(try key.isValidSignature(signature, for: signed, scheme: .rsaPKCS1(.sha256)))
        case .es256:
            try #require(signature.count == 64)
            let der = DER.sequence(
                DER.integer(magnitude: signature.prefix(32)), DER.integer(magnitude: signature.suffix(32)))
            #expect(try key.isValidSignature(der, for: signed, scheme: .ecdsa(.sha256)))
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let manners: [AttestationManner]
        let formats: [String]
        /// How many of them have an authority.
        let authorities: Int
        var testDescription: String { formats.joined(separator: ", ") }
    }

    static let rows = [
        Row(manners: [packed, .packedSelf], formats: ["packed", "packed"], authorities: 1),
        Row(manners: [.packedSelf, packed], formats: ["packed", "packed"], authorities: 1),
        Row(manners: [packed, tpm], formats: ["packed", "tpm"], authorities: 2),
        Row(
            manners: [androidKey, .packedSelf, .apple(template("apple")), tpm],
            formats: ["android-key", "packed", "apple", "tpm"], authorities: 3),
        Row(
            manners: [.fidoU2F(template("u2f")), .safetyNet(safetyNet(.es256))],
            formats: ["fido-u2f", "android-safetynet"], authorities: 2),
    ]

    /// Each statement leads to an authority of its own, which is the same every time.
    @Test(arguments: rows) func severalStatementsAreMade(_ row: Row) async throws {
        let test = TestDevice(.none, attestation: .compound(row.manners))
        let before = try test.device.attestationIdentities()
        #expect(before.count == row.authorities)
        #expect(Set(before.map(\.root)).count == row.authorities)
        for device in [test.device, test.restarted()] {
            let made = try await device.makeCredential(request()).attestation
            #expect(made.format == "compound")
            let elements = try #require(made.statement.arrayValue)
            #expect(elements.map { $0[text: "fmt"]?.textValue } == row.formats)
            var roots = try before.map { try X509Certificate(der: $0.root) }
            for element in elements {
                let statement = try #require(element[text: "attStmt"])
                guard let leaf = try Self.leaf(statement) else { continue }
                let verdict = CertificatePath.validate(
                    [leaf], anchors: [roots.removeFirst()], at: 1_800_000_000,
                    alsoKnown: [.subjectAlternativeName, .extendedKeyUsage])
                guard case .trusted = verdict else {
                    Issue.record("\(verdict)")
                    continue
                }
            }
            #expect(roots.isEmpty)
            #expect(try device.attestationIdentities() == before)
        }
    }

    /// The certificate that a statement begins with; nil where it has none.
    private static func leaf(_ statement: CBORValue) throws -> X509Certificate? {
        if let response = statement[text: "response"]?.bytesValue {
            return try X509Certificate(der: try #require(try CompactJWS(response).certificates().first))
        }
        guard let der = statement[text: "x5c"]?.arrayValue?.first?.bytesValue else { return nil }
        return try X509Certificate(der: der)
    }

    /// What a seeded device attests with does not depend on what it did before.
    @Test func aSeedNamesTheAuthorities() async throws {
        func device(_ seed: UInt8) -> TestDevice {
            TestDevice(
                .none, attestation: .compound([Self.packed, Self.tpm]),
                randomness: .seeded(Secret([seed]), authenticator: "a"))
        }
        let first = device(1)
        let asked = try first.device.attestationIdentities()
        let second = device(1)
        for _ in 0..<3 { _ = try await second.device.makeCredential(request()) }
        #expect(try second.device.attestationIdentities() == asked)
        #expect(try device(2).device.attestationIdentities() != asked)
    }

    @Test func modelsWithoutCertificatesHaveNoAuthority() throws {
        for manner in [AttestationManner.none, .packedSelf] {
            let test = TestDevice(.none, attestation: manner)
            #expect(try test.device.attestationIdentities().isEmpty)
            #expect(try test.store.state().attestation == nil && !manner.hasCertificates)
        }
    }
}
