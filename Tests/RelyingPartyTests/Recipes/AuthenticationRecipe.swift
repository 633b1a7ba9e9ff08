import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import WebAuthnModel

/// A good authentication made with a key alone, with one thing changed, and signed again over the lie.
struct AuthenticationRecipe {
    static let challenge = [UInt8](repeating: 0xC2, count: 32)
    static let userHandle: [UInt8] = Array("user-0001".utf8)

    var client = ClientDataRecipe(.get, challenge: Self.challenge)
    var key: PrivateKey
    var scheme = SignatureScheme.ecdsa(.sha256)
    var data: AuthenticatorData
    /// Changes the authenticator data before it is signed.
    var editData: (inout [UInt8]) -> Void = { _ in }
    /// Changes it after it is signed.
    var editSignedData: (inout [UInt8]) -> Void = { _ in }
    /// What is signed; nil for what should be.
    var message: ((_ data: [UInt8], _ clientData: [UInt8]) -> [UInt8])?
    var editSignature: (inout [UInt8]) -> Void = { _ in }
    var userHandle: [UInt8]? = Self.userHandle
    var editResponse: (inout JSONValue) -> Void = { _ in }
    var editText: (inout [UInt8]) -> Void = { _ in }
    var expectation: AuthenticationExpectation

    init() throws {
        key = try TestKeys.credential()
        data = AuthenticatorData(
            rpIDHash: RPIDHash(of: "example.org").bytes, flags: [.userPresent, .userVerified], signCount: 8)
        let record = CredentialRecord(
            id: RegistrationRecipe.credentialID,
            publicKey: COSEKey(key.publicKey, algorithm: .es256).encoded, signCount: 7, uvInitialized: true,
            backupEligible: false, backupState: false, rpID: "example.org", userHandle: Self.userHandle)
        expectation = AuthenticationExpectation(
            challenge: Self.challenge, origin: OriginExpectation([ClientDataRecipe.origin]),
            rpID: "example.org", userVerification: .required,
            allowCredentials: [RegistrationRecipe.credentialID],
            account: .identified(userHandle: Self.userHandle), credential: record)
    }

    /// Another key, stored and signing.
    mutating func use(_ key: PrivateKey, _ algorithm: COSEAlgorithm) {
        self.key = key
        scheme = algorithm.scheme ?? scheme
        expectation.credential.publicKey = COSEKey(key.publicKey, algorithm: algorithm).encoded
    }

    /// The response's JSON.
    func json() throws -> [UInt8] {
        var bytes = data.encoded
        editData(&bytes)
        let clientData = client.bytes
        let signed = message?(bytes, clientData) ?? bytes + ClientDataHash(of: clientData).bytes
        var signature = try TestKeys.sign(signed, key, scheme)
        editSignature(&signature)
        editSignedData(&bytes)
        let id = Base64URL.encode(RegistrationRecipe.credentialID)
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
        var text = response.serialised()
        editText(&text)
        return text
    }

    /// What the verifier says.
    func report(_ policy: Policy) throws -> Report {
        Verifier(policy: policy).verify(authentication: try json(), expecting: expectation)
    }
}
