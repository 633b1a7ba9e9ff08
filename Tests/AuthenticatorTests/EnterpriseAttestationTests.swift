import Authenticator
import COSE
import CTAP
import Cryptography
import TestSupport
import Testing
import WebAuthnModel

/// Who is told which one device it is (CTAP 2.2 §6.1.2 and §7.1; WebAuthn Level 3 §8.2.2).
@Suite struct EnterpriseAttestationTests {
    static let serialNumber: OID = "1.3.6.1.4.1.45724.1.1.2"

    enum Outcome: Equatable {
        case enterprise, plain
        case refused(CTAPStatus)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        /// The RP IDs in the device; nil for a model without enterprise attestation.
        let listed: [String]?
        var isManaged = false
        var option: Bool? = true
        let parameter: Int?
        var prefersNone = false
        let outcome: Outcome
        var testDescription: String {
            "\(listed ?? ["none"]) \(isManaged) \(option as Any) \(parameter as Any): \(outcome)"
        }
    }

    static let rows: [Row] = [
        Row(listed: ["example.org"], parameter: nil, outcome: .plain),
        Row(listed: ["example.org"], parameter: 1, outcome: .enterprise),
        Row(listed: ["example.com", "example.org"], parameter: 1, outcome: .enterprise),
        Row(listed: ["example.com", "login.example.org"], parameter: 1, outcome: .plain),
        // Where the platform has no say, 2 is the same as 1.
        Row(listed: ["example.org"], parameter: 2, outcome: .enterprise),
        Row(listed: ["example.com"], parameter: 2, outcome: .plain),
        Row(listed: [], isManaged: true, parameter: 2, outcome: .enterprise),
        Row(listed: [], isManaged: true, parameter: 1, outcome: .plain),
        Row(listed: ["example.org"], isManaged: true, parameter: 1, outcome: .enterprise),
        Row(listed: ["example.com"], isManaged: true, parameter: 2, outcome: .enterprise),
        Row(listed: ["example.org"], parameter: 1, prefersNone: true, outcome: .plain),
        // Not capable, disabled, or neither 1 nor 2.
        Row(listed: nil, parameter: 1, outcome: .refused(.invalidParameter)),
        Row(listed: ["example.org"], option: false, parameter: 1, outcome: .refused(.invalidParameter)),
        Row(listed: ["example.org"], option: nil, parameter: 2, outcome: .refused(.invalidParameter)),
        Row(listed: ["example.org"], option: false, parameter: nil, outcome: .plain),
        Row(listed: ["example.org"], parameter: 0, outcome: .refused(.invalidOption)),
        Row(listed: ["example.org"], parameter: 3, outcome: .refused(.invalidOption)),
    ]

    private func device(_ row: Row, _ randomness: Randomness = .system) -> TestDevice {
        var template = AttesterTests.template("packed")
        template.enterprise = row.listed.map {
            EnterpriseAttestation(rpIDs: $0, isPlatformManaged: row.isManaged)
        }
        var test = TestDevice(.none, attestation: .packedCertificate(template), randomness: randomness)
        var profile = test.device.profile
        profile.claims.options["ep"] = row.option
        test.device = VirtualAuthenticator(profile: profile, environment: test.device.environment)
        return test
    }

    private func request(_ row: Row) -> MakeCredentialRequest {
        var request = plainRequest()
        request.enterpriseAttestation = row.parameter
        if row.prefersNone { request.attestationFormatsPreference = ["none"] }
        return request
    }

    private func leaf(_ response: MakeCredentialResponse) throws -> X509Certificate? {
        guard response.attestation.format == "packed",
            case .certificates(let chain) = try PackedStatement(response.attestation.statement).kind
        else { return nil }
        return try X509Certificate(der: try #require(chain.first))
    }

    @Test(arguments: rows) func onlyWhoMayIsTold(_ row: Row) async throws {
        let test = device(row)
        #expect(try await test.device.getInfo().options["ep"] == (row.listed == nil ? nil : row.option))
        if case .refused(let status) = row.outcome {
            let failure = await #expect(throws: DeviceFailure.self) {
                try await test.device.makeCredential(request(row))
            }
            #expect(failure?.status == status)
            return
        }
        let response = try await test.device.makeCredential(request(row))
        let leaf = try leaf(response)
        #expect((leaf == nil) == row.prefersNone)
        // epAtt is absent rather than false.
        #expect(response.enterpriseAttestation == (row.outcome == .enterprise ? true : nil))
        #expect((leaf?.extensionValue(Self.serialNumber) != nil) == (row.outcome == .enterprise))
    }

    /// An OCTET STRING in the extension's own, not critical, under the root of the model.
    @Test func theSerialNumberIsTheDevicesOwn() async throws {
        let row = Self.rows[1]
        let test = device(row)
        let root = try X509Certificate(der: try #require(try test.device.attestationIdentities().first).root)
        var certificates: Set<[UInt8]> = []
        for round in 0..<3 {
            if round == 2 { try await test.restarted().reset() }
            let device = test.restarted()
            let response = try await device.makeCredential(request(row))
            let leaf = try #require(try leaf(response))
            let found = try #require(leaf.extensionValue(Self.serialNumber))
            #expect(!found.isCritical && found.value.count == 18 && found.value.starts(with: [4, 16]))
            guard case .trusted = CertificatePath.validate([leaf], anchors: [root], at: 1_800_000_000) else {
                Issue.record("the leaf does not lead to the root")
                return
            }
            let key = try #require(leaf.publicKey)
            let statement = try PackedStatement(response.attestation.statement)
            #expect(
                try key.isValidSignature(
                    statement.signature, for: response.attestation.authenticatorData + clientDataHash.bytes,
                    scheme: .ecdsa(.sha256)))
            certificates.insert(leaf.der)
            // What others are told must not give the device away.
            var plain = request(row)
            plain.enterpriseAttestation = nil
            let other = try #require(try self.leaf(try await device.makeCredential(plain)))
            #expect(other.publicKeyInfo.key != leaf.publicKeyInfo.key)
        }
        #expect(certificates.count == 1)
        let another = try #require(try leaf(try await device(row).device.makeCredential(request(row))))
        #expect(!certificates.contains(another.der))
    }
}

private func plainRequest() -> MakeCredentialRequest { request() }
