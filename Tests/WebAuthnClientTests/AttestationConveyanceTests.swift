import CBOR
import CTAP
import JSON
import Testing
import WebAuthnClient
import WebAuthnModel

/// What a page learns of the device's make, by what it asked for (§5.4.7).
@Suite struct AttestationConveyanceTests {
    static let selfStatement = CBORValue.map([
        CBORPair(key: "alg", value: -7), CBORPair(key: "sig", value: .bytes([1])),
    ])
    static let certifiedStatement = CBORValue.map([
        CBORPair(key: "alg", value: -7), CBORPair(key: "sig", value: .bytes([1])),
        CBORPair(key: "x5c", value: .array([.bytes([2])])),
    ])

    struct Row: CustomTestStringConvertible {
        let asked: AttestationConveyancePreference
        var format = "packed"
        var statement = certifiedStatement
        var aaguid = Sample.aaguid
        let isUnaltered: Bool
        var testDescription: String { "\(asked) of \(format), \(isUnaltered ? "unaltered" : "withheld")" }
    }
    static let rows: [Row] = [
        Row(asked: .none, isUnaltered: false),
        Row(asked: .none, statement: selfStatement, isUnaltered: false),
        Row(asked: .none, statement: selfStatement, aaguid: .zero, isUnaltered: true),
        Row(asked: .none, aaguid: .zero, isUnaltered: false),
        Row(asked: .none, format: "fido-u2f", aaguid: .zero, isUnaltered: false),
        Row(asked: .none, format: "none", statement: .map([]), isUnaltered: true),
        Row(asked: .none, format: "none", isUnaltered: false),
        Row(asked: .indirect, isUnaltered: true),
        Row(asked: .direct, isUnaltered: true),
        Row(asked: .direct, format: "anything", statement: .map([]), isUnaltered: true),
        Row(asked: .enterprise, isUnaltered: true),
    ]
    @Test(arguments: rows) func conveys(row: Row) async throws {
        let scene = try Scene()
        let made = AttestationObject(
            format: row.format, statement: row.statement,
            authenticatorData: Sample.authenticatorData(rpID: "login.example.com", aaguid: row.aaguid))
        scene.device.set {
            $0.make = { (_) throws(DeviceFailure) in MakeCredentialResponse(attestation: made) }
        }
        let root = try await scene.create(Options.create { $0.attestation = row.asked }).root
        let bytes = try #require(root["response"]?.bytes("attestationObject"))
        let seen = try AttestationObject.decode(bytes).object
        // The AAGUID stays in any case, as it is part of what Level 3 no longer replaces.
        #expect(seen.authenticatorData == made.authenticatorData)
        let withheld = AttestationObject(
            format: "none", statement: .map([]), authenticatorData: made.authenticatorData)
        #expect(seen == (row.isUnaltered ? made : withheld))
    }

    struct Wish: CustomTestStringConvertible {
        let asked: AttestationConveyancePreference
        var deviceFormats = ["packed", "none"]
        var options: [String: Bool] = [:]
        var formats: [String] = ["tpm", "packed"]
        var sent: [String]
        var enterprise: Int?
        var managed: Set<String> = []
        var testDescription: String { "\(asked)" }
    }
    static let wishes: [Wish] = [
        Wish(asked: .none, sent: ["none"]),
        Wish(asked: .none, deviceFormats: [], sent: []),
        Wish(asked: .direct, sent: ["tpm", "packed"]),
        Wish(asked: .direct, deviceFormats: [], sent: []),
        Wish(asked: .enterprise, sent: ["tpm", "packed"]),
        Wish(asked: .enterprise, options: ["ep": false], sent: ["tpm", "packed"]),
        Wish(asked: .enterprise, options: ["ep": true], sent: ["tpm", "packed"], enterprise: 1),
        Wish(asked: .direct, options: ["ep": true], sent: ["tpm", "packed"]),
        Wish(
            asked: .enterprise, options: ["ep": true], sent: ["tpm", "packed"], enterprise: 2,
            managed: ["login.example.com"]),
        Wish(
            asked: .enterprise, options: ["ep": true], sent: ["tpm", "packed"], enterprise: 1,
            managed: ["example.net"]),
        Wish(asked: .enterprise, sent: ["tpm", "packed"], managed: ["login.example.com"]),
    ]
    @Test(arguments: wishes) func passesThePreferenceOn(row: Wish) async throws {
        var scene = try Scene(options: row.options) { $0.attestationFormats = row.deviceFormats }
        scene.client.enterpriseRPIDs = row.managed
        _ = try await scene.create(
            Options.create {
                $0.attestation = row.asked
                $0.attestationFormats = row.formats
            })
        let request = try #require(scene.device.now.makes.first)
        #expect(request.attestationFormatsPreference == row.sent)
        #expect(request.enterpriseAttestation == row.enterprise)
    }
}
