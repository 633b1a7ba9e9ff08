internal import Cryptography
internal import JSON
internal import WebAuthnModel

extension CredentialForm {
    /// What Playwright's `context.credentials` gives and takes: bytes in base64url, the public key beside the private
    /// one.
    ///
    /// All of its credentials are discoverable, so that one with a user handle is taken for that.
    public static let playwright = CredentialForm(
        name: "playwright", carries: [],
        read: { (object) throws(ExchangeError) in
            let members = ExchangedMembers(object: object, notation: .base64URL)
            let key = try members.key("privateKey")
            let publicKey = try members.required("publicKey", members.bytes("publicKey", 1...4096))
            guard publicKey == key.publicKey.subjectPublicKeyInfo else {
                throw members.problem("publicKey", .otherKey)
            }
            let userHandle = try members.userHandle("userHandle") ?? []
            return ExchangedCredential(
                path: object.pointer, id: try members.credentialID("id"), rpID: try members.rpID("rpId"),
                isDiscoverable: !userHandle.isEmpty, key: key, userHandle: userHandle,
                signCount: try members.signCount("signCount"))
        },
        write: { credential, writer in
            writer.beginObject()
            writer.member("id", base64URL: credential.id.bytes)
            writer.member("rpId", credential.rpID)
            writer.member("userHandle", base64URL: credential.userHandle)
            writer.member("privateKey", base64URL: credential.key.privateKeyInfo)
            writer.member("publicKey", base64URL: credential.key.publicKey.subjectPublicKeyInfo)
            writer.member("signCount", Int(credential.signCount))
            writer.endObject()
        })
}
