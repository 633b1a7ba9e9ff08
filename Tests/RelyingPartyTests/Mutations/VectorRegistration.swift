import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// A registration of the W3C's vectors, taken apart: one thing in it is changed, and what vouches for that stays as
/// it was or is made again.
struct VectorRegistration {
    let vector: W3CVectors.Vector
    let keys: VectorKeys
    /// The statement as it was recorded.
    let recorded: CBORValue
    /// The attesting certificate as it was recorded.
    let certificate: X509Certificate?

    var client: JSONValue
    var editClient: (inout [UInt8]) -> Void = { _ in }
    var data: AuthenticatorData
    var key: [CBORPair]
    var keyAsWritten = false
    var editData: (inout [UInt8]) -> Void = { _ in }
    var format: CBORValue
    /// The statement's `alg`; what is signed again is signed by it.
    var algorithm: Int
    var signer: PrivateKey
    /// Who issues the certificate; nil for the recorded authority.
    var issuer: PrivateKey?
    var editLeaf: (inout CertificateDraft) -> Void = { _ in }
    var editDescription: (inout KeyDescription) -> Void = { _ in }
    var editArea: (inout TPMPublicArea) -> Void = { _ in }
    var editAreaBytes: (inout [UInt8]) -> Void = { _ in }
    var editAttest: (inout TPMAttest) -> Void = { _ in }
    var editAttestBytes: (inout [UInt8]) -> Void = { _ in }
    var editStatement: (inout CBORValue) -> Void = { _ in }
    var editObject: (inout [CBORPair]) -> Void = { _ in }
    var objectAsWritten = false
    var editObjectBytes: (inout [UInt8]) -> Void = { _ in }
    var editResponse: (inout JSONValue) -> Void = { _ in }
    var expectation: RegistrationExpectation

    init(_ vector: W3CVectors.Vector) throws {
        self.vector = vector
        keys = try VectorKeys(vector)
        let object = try AttestationObject.decode(try #require(vector.registration("attestationObject")))
            .object
        format = .text(vector.format)
        recorded = object.statement
        certificate = try recorded[text: "x5c"]?.arrayValue?.first?.bytesValue.map {
            try X509Certificate(der: $0)
        }
        client = try JSONValue(parsing: try #require(vector.registration("clientDataJSON")))
        data = try AuthenticatorData.decode(object.authenticatorData).data
        let attested = try #require(data.attestedCredentialData)
        key = try #require(try CBORDecoder.decode(attested.credentialPublicKey).mapValue)
        algorithm = recorded[text: "alg"]?.integer ?? COSEAlgorithm.es256.rawValue
        signer = keys.attestation ?? keys.credential
        expectation = RegistrationExpectation(
            challenge: try #require(vector.registration("challenge")), origin: vector.expectedOrigin,
            rpID: W3CVectors.rpID,
            userVerification: data.flags.contains(.userVerified) ? .required : .preferred,
            offeredAlgorithms: COSEAlgorithm.signable, registeredCredentialIDs: [],
            trustAnchors: [keys.root], now: CertificateRecipe.now)
    }

    // MARK: Made again from its parts

    private func clientData() -> [UInt8] {
        var bytes = client.serialised()
        editClient(&bytes)
        return bytes
    }

    private func authenticatorData() -> [UInt8] {
        var data = data
        data.attestedCredentialData?.credentialPublicKey =
            keyAsWritten ? CBOREncoder.encodeAsWritten(.map(key)) : CBOREncoder.encode(.map(key))
        var bytes = data.encoded
        editData(&bytes)
        return bytes
    }

    /// The certificate: with the recorded signature, or issued again, naming what it is then about.
    private func leaf(_ message: [UInt8], _ hash: [UInt8], signedAgain: Bool) throws -> [UInt8]? {
        guard let certificate else { return nil }
        let original = try CertificateDraft(certificate)
        var draft = original
        if vector.format == AppleStatement.format, signedAgain {
            draft.set(
                AppleStatement.nonceExtension,
                X509Extension(
                    AppleStatement.nonceExtension,
                    value: AppleStatement.extensionValue(nonce: Digest.sha256(message))))
        }
        if let value = certificate.extensionValue(KeyDescription.extensionIdentifier)?.value {
            let recorded = try KeyDescription(der: value)
            var description = recorded
            if signedAgain { description.attestationChallenge = hash }
            editDescription(&description)
            if description != recorded {
                draft.set(
                    KeyDescription.extensionIdentifier,
                    X509Extension(KeyDescription.extensionIdentifier, value: description.encoded))
            }
        }
        editLeaf(&draft)
        guard draft != original || issuer != nil else { return certificate.der }
        let issued = try draft.signed(
            by: issuer ?? keys.authority, scheme: .ecdsa(.sha256), nonce: .deterministic)
        guard !signedAgain else { return issued }
        return DER.sequence(
            try X509Certificate(der: issued).signedBytes, certificate.signatureAlgorithm.encoded,
            DER.bitString(certificate.signature))
    }

    private func statement(_ message: [UInt8], _ hash: [UInt8], signedAgain: Bool) throws -> CBORValue {
        var statement = recorded
        if let leaf = try leaf(message, hash, signedAgain: signedAgain) {
            statement = statement.setting("x5c", to: [.bytes(leaf)])
        }
        if recorded[text: "alg"] != nil {
            statement = statement.setting("alg", to: CBORValue(integer: algorithm))
        }
        var signed = message
        if vector.format == FIDOU2FStatement.format {
            let map = CBORValue.map(key)
            let point = [4] + (map[integer: -2]?.bytesValue ?? []) + (map[integer: -3]?.bytesValue ?? [])
            signed = FIDOU2FStatement.signedBytes(
                rpIDHash: message.prefix(32), clientDataHash: hash,
                credentialID: data.attestedCredentialData?.credentialID ?? [], point: point)
        }
        if vector.format == TPMStatement.format {
            let tpm = try TPMStatement(recorded)
            let area = try areaBytes(tpm)
            signed = try attestBytes(tpm, area, message, signedAgain: signedAgain)
            statement = statement.setting("pubArea", to: .bytes(area.bytes))
                .setting("certInfo", to: .bytes(signed))
        }
        if signedAgain, recorded[text: "sig"] != nil {
            statement = statement.setting(
                "sig", to: .bytes(try VectorKeys.sign(signed, signer, algorithm)))
        }
        editStatement(&statement)
        return statement
    }

    private func areaBytes(_ tpm: TPMStatement) throws -> (bytes: [UInt8], algorithm: TPMAlgorithm) {
        var area = try TPMPublicArea(decoding: tpm.pubArea)
        editArea(&area)
        var bytes = area.encoded
        editAreaBytes(&bytes)
        return (bytes, area.nameAlgorithm)
    }

    private func attestBytes(
        _ tpm: TPMStatement, _ area: (bytes: [UInt8], algorithm: TPMAlgorithm), _ message: [UInt8],
        signedAgain: Bool
    ) throws -> [UInt8] {
        var attest = try TPMAttest(decoding: tpm.certInfo)
        if signedAgain, case .certifyInfo(_, let qualifiedName) = attest.attested {
            if case .ecdsa(let hash)? = COSEAlgorithm(rawValue: algorithm).scheme {
                attest.extraData = Digest.hash(message, hash)
            }
            attest.attested = .certifyInfo(
                name: area.algorithm.name(ofPublicArea: area.bytes) ?? [], qualifiedName: qualifiedName)
        }
        editAttest(&attest)
        var bytes = attest.encoded
        editAttestBytes(&bytes)
        return bytes
    }

    /// The response's JSON.
    func json(signedAgain: Bool) throws -> [UInt8] {
        let clientData = clientData()
        let data = authenticatorData()
        let hash = ClientDataHash(of: clientData).bytes
        var pairs = [
            CBORPair("fmt", format),
            CBORPair("attStmt", try statement(data + hash, hash, signedAgain: signedAgain)),
            CBORPair("authData", .bytes(data)),
        ]
        editObject(&pairs)
        var object =
            objectAsWritten ? CBOREncoder.encodeAsWritten(.map(pairs)) : CBOREncoder.encode(.map(pairs))
        editObjectBytes(&object)
        let id = Base64URL.encode(try #require(vector.registration("credential_id")))
        var response: JSONValue = [
            "id": .string(id), "rawId": .string(id), "type": "public-key",
            "response": [
                "clientDataJSON": .string(Base64URL.encode(clientData)),
                "attestationObject": .string(Base64URL.encode(object)), "transports": ["usb"],
            ], "clientExtensionResults": [:],
        ]
        editResponse(&response)
        return response.serialised()
    }

    func report(signedAgain: Bool) throws -> Report {
        Verifier().verify(registration: try json(signedAgain: signedAgain), expecting: expectation)
    }
}

extension W3CVectors.Vector {
    /// Where the vector's ceremony may have been run.
    var expectedOrigin: OriginExpectation {
        OriginExpectation(
            [W3CVectors.origin], allowCrossOrigin: crossOrigin, topOrigins: topOrigin.map { [$0] } ?? [])
    }
}
