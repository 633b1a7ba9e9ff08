internal import Bytes
internal import WebAuthnModel

/// The origin of an Android app: the SHA-256 of the certificate that it is signed with, in base64url.
enum AndroidOrigin {
    private static let scheme = "android:apk-key-hash:"

    /// How the origin of an app differs from those expected; nil when it is none.
    static func difference(
        _ actual: String, _ expected: [String]
    ) -> (word: String, story: String, suspect: Suspect)? {
        guard let mine = hash(actual) else { return nil }
        let others = expected.filter { $0.hasPrefix("android:") }
        for other in others {
            guard let (text, theirs) = hash(other).map({ (other, $0) }), theirs.bytes == mine.bytes else {
                continue
            }
            let isMine = mine.isOdd
            return (
                mine.form == "padded" || theirs.form == "padded" ? "androidPadded" : "androidOtherEncoding",
                "It is the hash of the same app key, \(isMine ? mine.form : theirs.form) in "
                    + "\(isMine ? "what came" : text); Android writes base64url without padding.",
                isMine ? .client : .configuration
            )
        }
        return (
            "androidOtherKey",
            others.isEmpty
                ? "An Android app answered; its key hash is not among the origins expected."
                : "The app is signed with another key than the one expected: a debug build, or the store's own.",
            .configuration
        )
    }

    private struct KeyHash {
        let bytes: [UInt8]
        /// How it is written, where that is not as it should be.
        let form: String
        var isOdd: Bool { !form.isEmpty }
    }

    private static func hash(_ origin: String) -> KeyHash? {
        guard origin.hasPrefix(scheme) else { return nil }
        let text = origin.dropFirst(scheme.count)
        let characters = Array(text.utf8)
        if let bytes = try? Base64URL.decode(characters), bytes.count != 48 {
            return KeyHash(bytes: bytes, form: "")
        }
        // The fingerprint as keytool prints it: 32 bytes in hexadecimal, with colons or without.
        if let bytes = try? Hex.decode(text.filter { $0 != ":" }), bytes.count == 32 {
            return KeyHash(bytes: bytes, form: "in hexadecimal")
        }
        let body = characters.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        if let (bytes, _) = try? Base64Decoder.decodeLeniently(Array(body)) {
            return KeyHash(
                bytes: bytes, form: body.count < characters.count ? "padded" : "in standard base64")
        }
        return KeyHash(bytes: characters, form: "")
    }
}
