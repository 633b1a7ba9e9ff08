import Bytes
import CBOR
import Cryptography
import JSON
import RelyingParty
import WebAuthnModel

/// A good SafetyNet statement, with one thing changed, and signed again over the lie.
struct SafetyNetRecipe {
    var version: CBORValue? = "213614019"
    var certificates: CertificateRecipe
    var header: [JSONMember] = []
    var algorithm = CompactJWS.Algorithm.es256
    var signer: PrivateKey
    /// Changes the payload's members before they are signed.
    var payload: [JSONMember] = []
    /// Changes the payload's text before it is signed.
    var editPayload: (inout [UInt8]) -> Void = { _ in }
    var x5c: ([[UInt8]]) -> JSONValue? = { .array($0.map { .string(Base64.encode($0)) }) }
    var editSignature: (inout [UInt8]) -> Void = { _ in }
    /// Changes the whole answer after it is signed.
    var editResponse: (inout [UInt8]) -> Void = { _ in }
    /// What stands in place of the answer.
    var response: CBORValue?
    var hasResponse = true

    init() throws {
        certificates = try CertificateRecipe(aaguid: RegistrationRecipe.aaguid)
        certificates.leaf.subject = DistinguishedName(.commonName("attest.android.com"))
        certificates.leaf.extensions = [.basicConstraints(.endEntity)].compactMap { $0 }
        signer = try TestKeys.attestation()
        setNames(["attest.android.com"])
    }

    /// The host names of the certificate.
    mutating func setNames(_ names: [String]) {
        let value = DER.sequence(of: names.map { DER.implicit(2, Array($0.utf8)) })
        certificates.setLeaf(
            .subjectAlternativeName, X509Extension(.subjectAlternativeName, value: value))
    }

    /// Sets a member of the payload, or takes it away.
    mutating func say(_ name: String, _ value: JSONValue) { payload.append(JSONMember(name, value)) }

    private func answer(_ message: [UInt8]) throws -> [UInt8] {
        var members: [JSONMember] = [
            JSONMember("nonce", .string(Base64.encode(Digest.sha256(message)))),
            JSONMember("timestampMs", .integer(Int(CertificateRecipe.now) * 1000)),
            JSONMember("ctsProfileMatch", .bool(true)), JSONMember("basicIntegrity", .bool(true)),
        ]
        members.apply(payload)
        var body = JSONValue.object(members).serialised()
        editPayload(&body)
        var head: [JSONMember] = [JSONMember("alg", .string(algorithm.rawValue))]
        if let list = x5c(try certificates.chain()) { head.append(JSONMember("x5c", list)) }
        head.apply(header)
        let jws = SignedJWS(header: head, payload: body, algorithm: algorithm, signer: signer)
        var text = try jws.text(editSignature)
        editResponse(&text)
        return text
    }

    /// The statement over what is to be signed.
    func statement(_ message: [UInt8]) throws -> CBORValue {
        let answer = try response ?? .bytes(answer(message))
        return .map(
            (version.map { [CBORPair("ver", $0)] } ?? [])
                + (hasResponse ? [CBORPair("response", answer)] : []))
    }

    /// Puts the statement into a registration.
    func install(in recipe: inout RegistrationRecipe) throws {
        let hash = ClientDataHash(of: recipe.client.bytes).bytes
        recipe.editObject = { pairs in
            let data = pairs.first { $0.key == "authData" }?.value.bytesValue ?? []
            pairs = [
                CBORPair("fmt", "android-safetynet"),
                CBORPair("attStmt", (try? statement(data + hash)) ?? .null),
                CBORPair("authData", .bytes(data)),
            ]
        }
        recipe.expectation.trustAnchors.append(try X509Certificate(der: try certificates.rootDER()))
    }
}
