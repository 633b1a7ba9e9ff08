import Bytes
import CBOR
import COSE
import Cryptography
import TestSupport
import Testing
import Understudy
import WebAuthnModel

/// The vectors of WebAuthn Level 3 §16: everything in them is recognised, read to its end and named rightly.
@Suite struct VectorTests {
    private static let names: @Sendable (AAGUID) -> String? = { $0 == .zero ? nil : "Model \($0)" }

    private func explain(_ bytes: [UInt8]) throws -> Explanation {
        try Explainer.explain(input: bytes, knownRPIDs: [W3CVectors.rpID], modelName: Self.names)
    }

    @Test func thereAre15() { #expect(W3CVectors.all.count == 15) }

    @Test(arguments: W3CVectors.all) func attestationObject(_ vector: W3CVectors.Vector) throws {
        let bytes = try #require(vector.registration("attestationObject"))
        let explanation = try explain(bytes)
        expectSound(explanation, of: bytes)
        expectReadable(explanation)
        #expect(explanation.kind == .attestationObject)
        #expect(explanation.confidence == .certain)
        #expect(explanation.isComplete, "\(explanation.problems)")
        #expect(explanation.title == "attestation object, format \"\(vector.format)\"")
        let object = try AttestationObject.decode(bytes).object
        expectAuthenticatorData(explanation, object.authenticatorData)
        try expectStatement(explanation, bytes, object.statement)
    }

    /// The rows against the decoder, which other tests pin.
    private func expectAuthenticatorData(_ explanation: Explanation, _ bytes: [UInt8]) {
        guard let (data, layout) = try? AuthenticatorData.decode(bytes),
            let attested = data.attestedCredentialData, let key = layout.credentialPublicKey
        else {
            Issue.record("no authenticator data with a key")
            return
        }
        #expect(explanation.meaning("rpIdHash") == "the SHA-256 of \"example.org\"")
        #expect(explanation.meaning("flags") == "\(data.flags)")
        let bits = explanation.rows.compactMap { row -> UInt8? in
            if case .bit(let number, let isSet) = row.part { isSet ? 1 << UInt8(number) : 0 } else { nil }
        }
        #expect(bits.count == 8 && bits.reduce(0, |) == data.flags.rawValue)
        #expect(explanation.meaning("signCount") == "0, no counter is kept")
        #expect(explanation.meaning("aaguid") == "\(attested.aaguid): Model \(attested.aaguid)")
        #expect(explanation.rows(named: "credentialId").first?.bytes == attested.credentialID)
        // Authenticator data ends the attestation object: the last rows are the key's.
        let start = explanation.length - bytes.count + key.lowerBound
        let keyBytes = explanation.rows.filter { $0.offset >= start }.compactMap(\.bytes).flatMap { $0 }
        #expect(keyBytes == attested.credentialPublicKey)
        guard let algorithm = (try? COSEKey(decoding: attested.credentialPublicKey))?.algorithm else {
            return
        }
        let last = explanation.rows.last { $0.name == "alg" }
        #expect(last?.meaning == "\(algorithm.rawValue), \(algorithm.name ?? "")")
    }

    /// Certificates and signatures of the statement.
    private func expectStatement(_ explanation: Explanation, _ bytes: [UInt8], _ statement: CBORValue) throws
    {
        for name in statement.mapValue?.compactMap(\.key.textValue) ?? [] {
            #expect(!explanation.rows(named: name).isEmpty, "\(name)")
        }
        for certificate in (statement[text: "x5c"]?.arrayValue ?? []).compactMap(\.bytesValue) {
            let parsed = try X509Certificate(der: certificate)
            let top = try #require(explanation.rows.first { $0.name == "Certificate" })
            #expect(Array(bytes[top.offset..<top.offset + certificate.count]) == certificate)
            if !parsed.subject.isEmpty { #expect(top.meaning.contains("\(parsed.subject)")) }
            #expect(explanation.rows(named: "extnID").count == parsed.extensions.count)
            #expect(explanation.meaning("notBefore") == "UTCTime 2024-01-01 00:00:00 UTC")
            #expect(explanation.meaning("notAfter") == "GeneralizedTime 3024-01-01 00:00:00 UTC")
        }
    }

    @Test(arguments: W3CVectors.all) func authentication(_ vector: W3CVectors.Vector) throws {
        let bytes = try #require(vector.authentication("authenticatorData"))
        let explanation = try explain(bytes)
        #expect(explanation.kind == .authenticatorData)
        #expect(explanation.confidence == .certain)
        #expect(explanation.isComplete)
        expectSound(explanation, of: bytes)
        // Nothing but its length and plausible flags speaks for it where the RP ID is not known.
        let unaided = try Explainer.explain(input: bytes)
        #expect(unaided.kind == .authenticatorData && unaided.confidence == .likely)

        let signature = try #require(vector.authentication("signature"))
        let isECDSA = [-7, -35, -36].contains(vector.coseAlgorithm)
        let explained = try explain(signature)
        #expect(explained.kind == (isECDSA ? .ecdsaSignature : .bytes))
        #expect(explained.rows.map(\.name) == (isECDSA ? ["ECDSA signature", "r", "s"] : ["bytes"]))
        expectSound(explained, of: signature)
    }

    @Test(arguments: W3CVectors.all) func clientData(_ vector: W3CVectors.Vector) throws {
        let both = [vector.registration("clientDataJSON"), vector.authentication("clientDataJSON")]
        for (bytes, type) in zip(both, ["webauthn.create", "webauthn.get"]) {
            let bytes = try #require(bytes)
            let explanation = try explain(bytes)
            expectSound(explanation, of: bytes)
            #expect(explanation.kind == .clientData)
            #expect(explanation.title == "client data, \"\(type)\"")
            #expect(explanation.problems.isEmpty)
            #expect(explanation.meaning("type")?.hasPrefix("\"\(type)\"") == true)
            #expect(explanation.meaning("origin")?.hasPrefix("\"https://example.org\"") == true)
            let crossOrigin = explanation.meaning("crossOrigin")
            #expect(crossOrigin?.hasPrefix(vector.crossOrigin ? "true" : "false") == true)
        }
    }

    @Test(arguments: W3CVectors.all) func responses(_ vector: W3CVectors.Vector) throws {
        let object = try #require(vector.registration("attestationObject"))
        let data = try AttestationObject.decode(object).object.authenticatorData
        let attested = try #require(try AuthenticatorData.decode(data).data.attestedCredentialData)
        let key = try COSEKey(decoding: attested.credentialPublicKey)
        let response = RegistrationResponse(
            rawID: attested.credentialID, clientDataJSON: try #require(vector.registration("clientDataJSON")),
            attestationObject: object, authenticatorData: data, transports: [.usb],
            publicKey: key.publicKey?.subjectPublicKeyInfo, publicKeyAlgorithm: key.algorithm.rawValue,
            authenticatorAttachment: .crossPlatform)
        // No RP ID is given: the origin names it.
        let registration = try Explainer.explain(input: response.json)
        #expect(registration.kind == .registrationResponse)
        expectSound(registration, of: response.json)
        expectReadable(registration)
        #expect(registration.isComplete && registration.problems.isEmpty, "\(registration.problems)")
        let members = [
            "rawId", "response.clientDataJSON", "response.attestationObject", "response.authenticatorData",
            "response.publicKey",
        ]
        #expect(registration.sections.map(\.member) == members)
        let inner = registration.section("response.attestationObject")
        #expect(inner?.meaning("rpIdHash") == "the SHA-256 of \"example.org\"")

        let answer = AuthenticationResponse(
            rawID: attested.credentialID,
            clientDataJSON: try #require(vector.authentication("clientDataJSON")),
            authenticatorData: try #require(vector.authentication("authenticatorData")),
            signature: try #require(vector.authentication("signature")), userHandle: [1, 2, 3],
            authenticatorAttachment: nil)
        let authentication = try Explainer.explain(input: answer.json)
        #expect(authentication.kind == .authenticationResponse)
        expectSound(authentication, of: answer.json)
        #expect(authentication.isComplete && authentication.problems.isEmpty, "\(authentication.problems)")
        #expect(authentication.section("response.signature") != nil)
    }
}
