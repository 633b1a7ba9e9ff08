internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Credentials that nobody has, for users whom there is not (§14.6.2): the same ones each time, different ones for
/// each name, and not to be told from real ones without the secret.
struct DecoyCredentials: Sendable {
    let secret: [UInt8]

    /// One or two descriptors, as a user of passkeys would have.
    func descriptors(for username: String) -> [PublicKeyCredentialDescriptor] {
        let shape = code("shape", username)
        let lengths = [16, 20, 32, 32]
        return (0...Int(shape[0] & 1)).map { index in
            let length = lengths[Int(shape[index + 1]) % lengths.count]
            return PublicKeyCredentialDescriptor(
                id: Array(code("credential \(index)", username).prefix(length)),
                transports: [.hybrid, .internal])
        }
    }

    /// A user handle that no account has.
    func userHandle(for username: String) -> [UInt8] { code("user", username) }

    /// A record to check an answer against where there is none, so that this takes as long as if there were; what
    /// comes out is refused all the same.
    static func record(id: [UInt8], owner: [UInt8]) -> CredentialRecord {
        CredentialRecord(id: id, publicKey: publicKey, uvInitialized: true, userHandle: owner)
    }

    /// Any point of P-256 will do: here that of the private key 1, which everybody knows.
    private static let publicKey: [UInt8] = {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        guard let key = try? ECPrivateKey(curve: .p256, scalar: one) else { return [] }
        return COSEKey(PrivateKey.ec(key).publicKey, algorithm: .es256).encoded
    }()

    private func code(_ purpose: String, _ username: String) -> [UInt8] {
        HMAC.authenticationCode(for: Array(purpose.utf8) + [0] + Array(username.utf8), key: secret)
    }
}
