import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// An authentication of the W3C's vectors, taken apart, with the record that its registration left.
struct VectorAuthentication {
    static let userHandle = Array("user-0001".utf8)

    let vector: W3CVectors.Vector
    let keys: VectorKeys
    let recordedSignature: [UInt8]
    var client: JSONValue
    var editClient: (inout [UInt8]) -> Void = { _ in }
    var data: AuthenticatorData
    var editData: (inout [UInt8]) -> Void = { _ in }
    var signer: PrivateKey
    var editSignature: (inout [UInt8]) -> Void = { _ in }
    var userHandle: [UInt8]? = Self.userHandle
    var editResponse: (inout JSONValue) -> Void = { _ in }
    var expectation: AuthenticationExpectation

    init(_ vector: W3CVectors.Vector) throws {
        self.vector = vector
        keys = try VectorKeys(vector)
        recordedSignature = try #require(vector.authentication("signature"))
        client = try JSONValue(parsing: try #require(vector.authentication("clientDataJSON")))
        data = try AuthenticatorData.decode(try #require(vector.authentication("authenticatorData"))).data
        signer = keys.credential
        let object = try AttestationObject.decode(try #require(vector.registration("attestationObject")))
            .object
        let registered = try AuthenticatorData.decode(object.authenticatorData).data
        let attested = try #require(registered.attestedCredentialData)
        let record = CredentialRecord(
            id: attested.credentialID, publicKey: attested.credentialPublicKey,
            signCount: registered.signCount,
            backupEligible: registered.flags.contains(.backupEligible),
            backupState: registered.flags.contains(.backupState), userHandle: Self.userHandle)
        expectation = AuthenticationExpectation(
            challenge: try #require(vector.authentication("challenge")), origin: vector.expectedOrigin,
            rpID: W3CVectors.rpID,
            userVerification: data.flags.contains(.userVerified) ? .required : .preferred,
            allowCredentials: [record.id], account: .identified(userHandle: Self.userHandle),
            credential: record)
    }

    /// The response's JSON.
    func json(signedAgain: Bool) throws -> [UInt8] {
        var clientData = client.serialised()
        editClient(&clientData)
        var bytes = data.encoded
        editData(&bytes)
        var signature = recordedSignature
        if signedAgain {
            signature = try VectorKeys.sign(
                bytes + ClientDataHash(of: clientData).bytes, signer, vector.coseAlgorithm)
        }
        editSignature(&signature)
        let id = Base64URL.encode(try #require(vector.registration("credential_id")))
        var response: JSONValue = [
            "id": .string(id), "rawId": .string(id), "type": "public-key",
            "response": [
                "clientDataJSON": .string(Base64URL.encode(clientData)),
                "authenticatorData": .string(Base64URL.encode(bytes)),
                "signature": .string(Base64URL.encode(signature)),
                "userHandle": userHandle.map { .string(Base64URL.encode($0)) } ?? .null,
            ], "clientExtensionResults": [:],
        ]
        editResponse(&response)
        return response.serialised()
    }

    func report(signedAgain: Bool) throws -> Report {
        Verifier().verify(authentication: try json(signedAgain: signedAgain), expecting: expectation)
    }
}
