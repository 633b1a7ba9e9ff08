/// Base64 in the usual alphabet, padded (RFC 4648 §4), for formats that are older than base64url.
public enum Base64 {
    /// The encoding of `bytes`.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        Base64URL.append(bytes, to: &text)
        for (index, character) in text.enumerated() {
            switch character {
            case UInt8(ascii: "-"): text[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): text[index] = UInt8(ascii: "/")
            default: break
            }
        }
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }
}
