internal import Bytes
internal import Cryptography
internal import WebAuthnModel

/// Authenticator data and client data put together otherwise than "authenticator data, hash of client data".
enum HashMistakes {
    static func all(
        _ data: [UInt8], _ client: [UInt8], _ message: ([UInt8], [UInt8]) -> [UInt8]?
    ) -> [SignedInput] {
        let hash = Digest.sha256(client)
        func input(
            _ word: String, _ variant: String, _ what: String, _ bytes: [UInt8]?
        ) -> SignedInput? {
            bytes.map {
                SignedInput(
                    word: word, variant: variant, what: what,
                    story: "the software that signs puts its input together wrongly.",
                    suspect: .authenticator,
                    bytes: $0)
            }
        }
        let text = Array(Base64URL.encode(client).utf8)
        let inputs = [
            input(
                "unhashedClientData", "overUnhashedClientData",
                "authenticator data and the client data itself, not its hash", message(data, client)),
            input("authDataOnly", "overAuthDataOnly", "the authenticator data alone", data),
            input("hashOnly", "overHashOnly", "the hash of the client data alone", hash),
            input("clientDataOnly", "overClientDataOnly", "the client data alone", client),
            input(
                "hashFirst", "overSwappedParts", "the hash of the client data followed by authenticator data",
                hash + data),
            input(
                "hashedTwice", "overTwiceHashedClientData",
                "authenticator data and the hash of the hash of the client data",
                message(data, Digest.sha256(hash))),
            input(
                "prehashed", "overPrehashedMessage",
                "the SHA-256 of what is to be signed, which the algorithm then hashes again",
                message(data, hash).map(Digest.sha256)),
            input(
                "hashOfText", "overClientDataText",
                "authenticator data and the hash of the client data's base64url text",
                message(data, Digest.sha256(text))),
            input(
                "hashOfText", "overClientDataText",
                "authenticator data and the hash of the client data's base64 text",
                message(data, Digest.sha256(Array(Base64.encode(client).utf8)))),
            input(
                "hashAsHex", "overHashText",
                "authenticator data and the hash of the client data in hexadecimal",
                message(data, Array(Hex.encode(hash).utf8))),
            input(
                "hashAsText", "overHashText",
                "authenticator data and the hash of the client data in base64url",
                message(data, Array(Base64URL.encode(hash).utf8))),
            input(
                "authDataAsText", "overAuthDataText",
                "the base64url text of authenticator data, and the hash",
                message(Array(Base64URL.encode(data).utf8), hash)),
            // What U2F signs is of another make; whoever signs as for WebAuthn signs this.
            input(
                "asPacked", "overPackedMessage", "authenticator data and hash, as a packed statement is",
                data + hash),
        ]
        let otherHashes = HashAlgorithm.allCases.filter { $0 != .sha256 }.map {
            input(
                "clientDataHashedOtherwise", "otherHash",
                "authenticator data and the client data hashed by \($0.rawValue), not by sha256",
                message(data, Digest.hash(client, $0)))
        }
        return (inputs + otherHashes).compactMap { $0 }
    }
}

/// Base64url of some bytes.
func base64URL(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }
