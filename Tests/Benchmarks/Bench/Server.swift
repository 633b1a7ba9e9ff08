internal import Bytes
internal import Understudy

/// The relying party of the benchmarks: what it sends, and what it expects to get back.
enum Server {
    /// The everyday page, whose domain is the RP ID itself.
    static let origin = "https://example.com"
    /// A page on a subdomain: the client looks the RP ID up among the public suffixes.
    static let subdomain = "https://login.example.com"

    /// Creation options as server libraries make them, 750 bytes.
    static let creationOptions = """
        {"rp":{"name":"Example Incorporated","id":"example.com"},\
        "user":{"id":"MIIBkzCCATigAwIBAjCCAZMwggE4oAMCAQIwggGTMII",\
        "name":"john.p.smith@example.com","displayName":"John P. Smith"},\
        "challenge":"3Bq0ZQ8yG6xvhKc3bqWJ0tXkOe2dE1l9mN7fSgRrTuA",\
        "pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-8},\
        {"type":"public-key","alg":-257}],"timeout":60000,\
        "excludeCredentials":[{"type":"public-key","id":"EjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8",\
        "transports":["internal","hybrid"]}],\
        "authenticatorSelection":{"residentKey":"preferred","requireResidentKey":false,\
        "userVerification":"preferred"},"attestation":"direct","extensions":{"credProps":true}}
        """

    /// Request options for one credential.
    static func requestOptions(_ credentialID: [UInt8]) -> String {
        """
        {"challenge":"gO7r3vB1kq5mT9xZcW4sYh2LdPfJ6uNaEiQoRtKvXy0","timeout":60000,"rpId":"example.com",\
        "allowCredentials":[{"type":"public-key","id":"\(Base64URL.encode(credentialID))",\
        "transports":["usb","nfc"]}],"userVerification":"preferred"}
        """
    }
}
