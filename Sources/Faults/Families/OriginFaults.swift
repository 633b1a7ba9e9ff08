internal import Bytes
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// The ways in which the origin in client data can be nearly right.
extension Fault {
    private static let said = FaultFamily(.clientData, signs: .overTheLie)

    private static func origin(_ edit: @escaping @Sendable (String) -> String) -> FaultEdit {
        .clientData { $0.origin = edit($0.origin) }
    }

    /// Changes what stands between `https://` and the end.
    private static func host(_ edit: @escaping @Sendable (String) -> String) -> FaultEdit {
        origin { origin in
            guard let range = origin.firstRange(of: "://") else { return origin }
            return origin[..<range.upperBound] + edit(String(origin[range.upperBound...]))
        }
    }

    static let originFaults: [Fault] = [
        said(
            .clientDataOrigin, "missing", "The client data has no origin.", .clientDataMember("origin", nil)),
        said(
            .clientDataOrigin, "notString", "The origin is an array.",
            .clientDataMember("origin", ["https://login.example.org"])),
        said(.clientDataOrigin, "empty", "The origin is empty.", origin { _ in "" }),
        said(
            .clientDataOrigin, "other", "The page that asked is of another origin.",
            taking: .text("the origin", standard: "https://evil.example")
        ) { value in .clientData { $0.origin = value.text } },
        said(
            .clientDataOrigin, "otherHost", "The page that asked is on another host.",
            host { _ in "evil.example" }),
        said(
            .clientDataOrigin, "suffixTrick", "The host ends like the right one, without a dot before it.",
            host { "evil" + $0 }),
        said(
            .clientDataOrigin, "subdomain", "The page is on a subdomain that is not listed.",
            host { "user-pages." + $0 }),
        said(.clientDataOrigin, "otherPort", "The page is on another port.", host { $0 + ":8443" }),
        said(
            .clientDataOrigin, "http", "The page came without TLS.",
            origin { $0.replacing("https://", with: "http://") }),
        said(
            .clientDataOrigin, "trailingSlash", "The origin ends in a slash, as addresses do.",
            origin { $0 + "/" }),
        said(.clientDataOrigin, "path", "The origin has a path.", origin { $0 + "/login" }),
        said(.clientDataOrigin, "userinfo", "The origin has a user's name.", host { "login@" + $0 }),
        said(
            .clientDataOrigin, "punycodeLookalike",
            "The host looks like the right one on the screen: one letter is Cyrillic.",
            host { "xn--" + ($0.split(separator: ".").first ?? "") + "-q9a" + $0.drop { $0 != "." } }),
        said(
            .clientDataOrigin, "null", "The page has an opaque origin, as in a sandboxed frame.",
            origin { _ in "null" }),
        said(
            .clientDataOrigin, "androidOtherKey", "An Android app asked that another key signed.",
            origin { _ in androidOrigin }),
        said(
            .clientDataOrigin, "androidPadded", "The hash in an Android app's origin is padded.",
            origin { _ in androidOrigin + "=" }),
        said(
            .clientDataOrigin, "upperCase", "The host is written in capitals.", host { $0.uppercased() }),
    ]

    private static let androidOrigin =
        "android:apk-key-hash:" + Base64URL.encode(Digest.sha256(Array("another app".utf8)))
}
