import Bytes

/// The textual form of certificates (RFC 7468 §5).
enum PEM {
    /// A certificate's DER, in lines of 64 characters.
    static func certificate(_ der: [UInt8]) -> [UInt8] {
        let body = Array(Base64.encode(der).utf8)
        var text = Array("-----BEGIN CERTIFICATE-----\n".utf8)
        for start in stride(from: 0, to: body.count, by: 64) {
            text += body[start..<min(start + 64, body.count)]
            text.append(UInt8(ascii: "\n"))
        }
        return text + Array("-----END CERTIFICATE-----\n".utf8)
    }
}
