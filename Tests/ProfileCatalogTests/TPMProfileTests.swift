import Authenticator
import Bytes
import COSE
import CTAP
import Cryptography
import ProfileCatalog
import Testing
import WebAuthnModel

/// Profiles that attest as a TPM does.
@Suite struct TPMProfileTests {
    static let text = ProfileDocumentTests.short.replacing(
        #"{"format": "packed", "type": "self"}"#,
        with: """
            {"format": "tpm", "certificate": {"issuer": {"CN": "TPM CA"}, "validity": {"notBefore": \
            "2024-01-01T00:00:00Z", "notAfter": "2050-01-01T00:00:00Z"}, "aaguidExtension": true, \
            "manufacturer": "id:494E5443", "model": "Model", "version": "id:00010002"}}
            """)

    struct Row: Sendable {
        let old: String
        let new: String
        let path: String
    }

    static let certificate = "/attestation/certificate"

    static let rows: [Row] = [
        Row(old: #""tpm","#, new: #""tpm", "type": "basic","#, path: "/attestation/type"),
        Row(old: "id:494E5443", new: "INTC", path: certificate + "/manufacturer"),
        Row(old: "id:494E5443", new: "id:494E544G", path: certificate + "/manufacturer"),
        Row(old: #""model": "Model", "#, new: "", path: certificate + "/model"),
        Row(old: #""version": "id:00010002""#, new: #""version": """#, path: certificate + "/version"),
        Row(old: #""issuer": {"CN": "TPM CA"}, "#, new: "", path: certificate + "/issuer"),
        Row(old: #""issuer": {"#, new: #""subject": {}, "issuer": {"#, path: certificate + "/subject"),
        Row(
            old: #""aaguidExtension": true"#, new: #""aaguidExtension": 1"#,
            path: certificate + "/aaguidExtension"),
        Row(old: "2050-01-01", new: "2020-01-01", path: certificate + "/validity/notAfter"),
        // No TPM has keys of these.
        Row(old: "[-7]", new: "[-7, -8]", path: "/algorithms"),
        Row(old: "[-7]", new: "[-7, -47]", path: "/algorithms"),
    ]

    @Test(arguments: rows) func whatIsWrongIsTold(_ row: Row) throws {
        let text = Self.text.replacing(row.old, with: row.new)
        #expect(text != Self.text)
        let violations = ProfileDocumentTests.violations(of: Array(text.utf8))
        #expect(violations.map(\.path) == [row.path], "\(violations)")
    }

    @Test func aDeviceAttestsKeysOfRSAAndOnCurves() async throws {
        let text = Self.text.replacing("[-7]", with: "[-7, -257, -35, -36]")
        let profile = try ProfileDocument(parsing: Array(text.utf8)).profile
        guard case .tpm(let template) = profile.attestation else {
            Issue.record("\(profile.attestation)")
            return
        }
        #expect(template.manufacturer == "id:494E5443" && template.model == "Model" && template.namesAAGUID)
        let store = MemoryStore()
        let device = VirtualAuthenticator(
            profile: profile,
            environment: Environment(
                clock: StoppedClock(), randomness: .system, user: GestureScript(), store: store))
        for algorithm in profile.algorithms {
            let hash = ClientDataHash(of: [])
            let made = try await device.makeCredential(
                MakeCredentialRequest(
                    clientDataHash: hash, rp: RelyingPartyEntity(id: "example.org"),
                    user: UserEntity(id: [1]),
                    pubKeyCredParams: [CreationOptions.Parameters(type: "public-key", algorithm: algorithm)])
            ).attestation
            #expect(made.format == "tpm")
            let statement = try TPMStatement(made.statement)
            let leaf = try X509Certificate(der: try #require(statement.certificates.first))
            #expect(leaf.subject.isEmpty && leaf.extendedKeyUsage == ["2.23.133.8.3"])
            #expect(leaf.extensionValue(.subjectAlternativeName)?.isCritical == true)
            let key = try #require(leaf.publicKey)
            #expect(
                try key.isValidSignature(
                    statement.signature, for: statement.certInfo, scheme: .ecdsa(.sha256)))
            let attest = try TPMAttest(decoding: statement.certInfo)
            #expect(attest.extraData == Digest.sha256(made.authenticatorData + hash.bytes))
            #expect(
                attest.attested
                    == .certifyInfo(
                        name: [0, 11] + Digest.sha256(statement.pubArea), qualifiedName: []))
            let data = try AuthenticatorData.decode(made.authenticatorData).data
            let cose = try COSEKey(
                decoding: try #require(data.attestedCredentialData?.credentialPublicKey))
            switch (try TPMPublicArea(decoding: statement.pubArea).key, cose.publicKey) {
            case (.rsa(let bits, let exponent, let modulus), .rsa(let key)?):
                #expect(modulus == key.modulus && Int(bits) == key.bitCount && exponent == 0)
            case (.ecc(let curve, nil, let x, let y), .ec(let key)?):
                #expect(x == key.x && y == key.y)
                #expect(curve.description.filter(\.isNumber) == key.curve.rawValue.filter(\.isNumber))
            case let other: Issue.record("\(other)")
            }
        }
    }
}
