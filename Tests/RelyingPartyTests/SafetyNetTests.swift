import Bytes
import CBOR
import Cryptography
import Foundation
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// Answers of Android's SafetyNet service.
@Suite struct SafetyNetTests {
    static func row(
        _ fault: String, marks: String = "ffff", found: String? = nil, also: [String: String] = [:],
        _ edit: @escaping @Sendable (inout SafetyNetRecipe) throws -> Void
    ) -> Row {
        Row(
            "safetynet.\(fault)", marks: marks, found: found.map { "safetynet.\($0)" }, also: also,
            registration: {
                var recipe = try SafetyNetRecipe()
                try edit(&recipe)
                try recipe.install(in: &$0)
            })
    }

    static func header(_ fault: String, _ name: String, _ value: JSONValue) -> Row {
        row(fault) { $0.header = [JSONMember(name, value)] }
    }

    static let rows: [Row] = shape + signature + certificates + payload

    static let shape: [Row] = [
        row("ver.empty") { $0.version = "" }, row("ver.missing") { $0.version = nil },
        row("ver.notText") { $0.version = 1 }, row("response.missing") { $0.hasResponse = false },
        row("response.notBytes") { $0.response = "a.b.c" },
        row("response.empty") { $0.response = .bytes([]) },
        row("response.notJWS") { $0.editResponse = { $0 = Array("hello".utf8) } },
        row("response.notJWS") { $0.editResponse = { $0 += Array(".AAAA".utf8) } },
        row("response.notJWS") { $0.editResponse = { $0.append(UInt8(ascii: "=")) } },
        row("response.notJWS") { $0.editResponse = { $0 = Array("W10.e30.AA".utf8) } },
        row("response.notJWS") { $0.editResponse = { $0 = Array("AAAA.e30.AA".utf8) } },
        row("response.payloadNotJSON") { $0.editPayload = { $0.removeLast() } },
        row("response.payloadNotJSON") { $0.editPayload = { $0 = Array("[]".utf8) } },
        row("response.duplicateMember") {
            $0.editPayload = { $0.replaceSubrange(0..<1, with: Array("{\"nonce\":\"\",".utf8)) }
        },
        row("response.duplicateMember") {
            // {"alg":"ES256","alg":"none"}
            $0.editResponse = { $0 = Array("eyJhbGciOiJFUzI1NiIsImFsZyI6Im5vbmUifQ.e30.AA".utf8) }
        },
    ]

    static let signature: [Row] = [
        row("jws.signature") { $0.editSignature = { $0[40] ^= 1 } },
        row("jws.signature") { $0.editSignature = { $0 = [] } },
        row("jws.signature") { $0.editSignature = { $0 = [UInt8](repeating: 0, count: 64) } },
        row("jws.signature") { $0.signer = try TestKeys.stranger() },
        row("jws.signature") {
            $0.editSignature = { raw in
                // As WebAuthn's own signatures are written.
                raw = DER.sequence(
                    DER.integer(magnitude: raw.prefix(32)), DER.integer(magnitude: raw.suffix(32)))
            }
        },
        header("jws.algNone", "alg", "none"), header("jws.algNone", "alg", .null),
        header("jws.algNone", "alg", "NONE"), header("jws.algOther", "alg", "HS256"),
        header("jws.algOther", "alg", "ES384"), header("jws.algOtherThanKey", "alg", "RS256"),
        header("jws.x5u", "x5u", "https://attacker.example/"),
        header("jws.jku", "jku", "https://attacker.example/"),
        header("jws.crit", "crit", ["b64"]),
    ]

    static let certificates: [Row] = [
        row("x5c.missing") { $0.x5c = { _ in nil } }, row("x5c.empty") { $0.x5c = { _ in [] } },
        row("x5c.notArray") { $0.x5c = { .string(Base64.encode($0[0])) } },
        row("x5c.notArray") { $0.x5c = { _ in [1] } }, row("x5c.notBase64") { $0.x5c = { _ in ["!"] } },
        row("x5c.malformed") { $0.certificates.edit = { chain, _ in chain[0].removeLast() } },
        row("hostname.other") { $0.setNames(["attest.example.com"]) },
        row("hostname.other") { $0.setNames(["*.android.com", "attest.android.com.example.com"]) },
        row("hostname.other") { $0.setNames([]) },
        row("hostname.other") {
            $0.certificates.setLeaf(.subjectAlternativeName, nil)
            $0.certificates.leaf.subject = DistinguishedName(.commonName("Example"))
        },
    ]

    static let payload: [Row] = [
        row("nonce.missing") { $0.say("nonce", .null) }, row("nonce.missing") { $0.say("nonce", 1) },
        row("nonce.other") { $0.say("nonce", "") },
        row("nonce.other") { $0.say("nonce", .string(Base64.encode(Digest.sha256([])))) },
        row("ctsProfileMatch.false", marks: "fffw") { $0.say("ctsProfileMatch", .bool(false)) },
        row("ctsProfileMatch.missing", marks: "fffw") { $0.say("ctsProfileMatch", .null) },
        row("ctsProfileMatch.missing", marks: "fffw") { $0.say("ctsProfileMatch", "true") },
        row("timestamp.missing", marks: "fffw") { $0.say("timestampMs", .null) },
        row("timestamp.old", marks: "fffw") { $0.say("timestampMs", made(at: -61)) },
        row("timestamp.old", marks: "fffw") { $0.say("timestampMs", .integer(.min)) },
        row("timestamp.future", marks: "fffw") { $0.say("timestampMs", made(at: 11)) },
        row("timestamp.future", marks: "fffw") { $0.say("timestampMs", .integer(.max)) },
    ]

    static func made(at seconds: Int) -> JSONValue {
        .integer((Int(CertificateRecipe.now) + seconds) * 1000)
    }

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static func good(
        _ name: String, _ edit: @escaping @Sendable (inout SafetyNetRecipe) throws -> Void
    ) -> GoodRow {
        GoodRow(
            name,
            registration: {
                var recipe = try SafetyNetRecipe()
                try edit(&recipe)
                try recipe.install(in: &$0)
            })
    }

    static let good: [GoodRow] = [
        good("as it should be") { _ in }, good("60 seconds old") { $0.say("timestampMs", made(at: -60)) },
        good("10 seconds early") { $0.say("timestampMs", made(at: 10)) },
        good("a host name in capitals among others") {
            $0.setNames(["example.com", "ATTEST.android.com"])
        },
        good("a common name and no host name") { $0.certificates.setLeaf(.subjectAlternativeName, nil) },
        good("an intermediate") { $0.certificates.hasIntermediate = true },
        good("RSA") {
            $0.algorithm = .rs256
            $0.signer = try TestKeys.rsa()
            $0.certificates.leaf.publicKeyInfo = $0.signer.publicKey.subjectPublicKeyInfo
        },
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// The certificates count as those of a packed statement do.
    @Test func trust() throws {
        var recipe = try RegistrationRecipe(.none)
        var net = try SafetyNetRecipe()
        try net.install(in: &recipe)
        let report = try recipe.report(.level3)
        #expect(report.trust.status == .trusted && report.trust.attestation == .certified)
        #expect(report.trust.path.first == "CN=attest.android.com")
        recipe.expectation.trustAnchors = []
        #expect(try recipe.report(.level3).trust.status == .unverified)
        net.certificates.leafSigner = try TestKeys.attacker()
        try net.install(in: &recipe)
        let forged = try recipe.report(.level3)
        #expect(forged.trust.status == .untrusted)
        #expect(forged.findings.filter(\.rejects).map(\.code) == [.chain])
    }

    /// Data that was changed afterwards is not what the answer is about; its own signature still stands.
    @Test func onlyTheNonceBindsTheAnswer() throws {
        var recipe = try RegistrationRecipe(.none)
        try SafetyNetRecipe().install(in: &recipe)
        let install = recipe.editObject
        recipe.editObject = { pairs in
            install(&pairs)
            guard let place = pairs.firstIndex(where: { $0.key == "authData" }),
                var data = pairs[place].value.bytesValue
            else { return }
            data[36] ^= 1
            pairs[place] = CBORPair("authData", .bytes(data))
        }
        let report = try recipe.report(.level3)
        #expect(report.findings.filter(\.rejects).map(\.code) == [.safetyNetNonce], "\(report.text)")
        #expect(report.findings(.pass).contains { $0.code == .safetyNetJWS })
    }

    /// Real answers, judged when they were made.
    @Test func corpus() throws {
        let url = Bundle.module.bundleURL.appending(path: "Data/safetynet.json")
        let cases = try CaseFile(json: [UInt8](Data(contentsOf: url))).cases
        for policy in [Policy.level3, .fidoConformance] {
            let results = cases.map { $0.run(policy: policy) }
            #expect(results.count == 18)
            // The corpus states verdicts for level3.
            let right: CaseResult.Agreement = policy == .level3 ? .agrees : .notStated
            for result in results where result.agreement != right {
                Issue.record("\(policy.name) \(result.id): \(result.report?.text ?? "structure")")
            }
        }
    }
}
