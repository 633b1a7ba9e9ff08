import Bytes
import COSE
import TestSupport
import Testing
import WebAuthnModel

@Suite struct OptionsTests {
    static let creation = #"""
        {"rp":{"id":"example.org","name":"Example"},"user":{"id":"AQID","name":"a@example.org","displayName":"A"},
        "challenge":"AAECAwQFBgcICQoLDA0ODw","pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-257}],
        "timeout":60000,"excludeCredentials":[{"type":"public-key","id":"BAUG","transports":["usb","future"]}],
        "authenticatorSelection":{"authenticatorAttachment":"platform","residentKey":"required","requireResidentKey":true,"userVerification":"required"},
        "hints":["security-key"],"attestation":"direct","attestationFormats":["packed"],"extensions":{"credProps":true,"unknown":{}}}
        """#
    static let request = #"""
        {"challenge":"AAECAwQFBgcICQoLDA0ODw","timeout":60000,"rpId":"example.org","userVerification":"discouraged",
        "allowCredentials":[{"type":"public-key","id":"BAUG","transports":["usb"]}],"hints":[],"extensions":{}}
        """#

    @Test func creationOptionsAreReadAndWritten() throws {
        let parsed = try ParsedOptions<CreationOptions>(json: Array(Self.creation.utf8))
        let options = parsed.options
        #expect(parsed.quirks.isEmpty && parsed.mediation == nil)
        #expect(options.rp == .init(id: "example.org", name: "Example"))
        #expect(options.user.id == [1, 2, 3])
        #expect(options.pubKeyCredParams.map(\.algorithm) == [.es256, .rs256])
        #expect(options.excludeCredentials.first?.transports.map(\.rawValue) == ["usb", "future"])
        #expect(options.authenticatorSelection?.residentKey == .required)
        #expect(options.authenticatorSelection?.authenticatorAttachment == .platform)
        #expect(options.attestation == .direct && options.attestationFormats == ["packed"])
        #expect(
            options.extensions == ExtensionInputs(credProps: true, identifiers: ["credProps", "unknown"]))
        var again = try ParsedOptions<CreationOptions>(json: options.json).options
        again.extensions.identifiers.append("unknown")
        #expect(again == options)
    }

    @Test func requestOptionsAreReadAndWritten() throws {
        let options = try ParsedOptions<RequestOptions>(json: Array(Self.request.utf8)).options
        #expect(options.allowCredentials.map(\.id) == [[4, 5, 6]])
        #expect(options.userVerification == .discouraged && options.rpID == "example.org")
        #expect(try ParsedOptions<RequestOptions>(json: options.json).options == options)
    }

    @Test func wrappedOptionsBringTheirMediation() throws {
        let text = #"{"mediation":"conditional","publicKey":\#(Self.request)}"#
        let parsed = try ParsedOptions<RequestOptions>(json: Array(text.utf8))
        #expect(parsed.mediation == "conditional")
        #expect(parsed.options.rpID == "example.org")
    }

    struct Quirk: Sendable, CustomStringConvertible {
        let description: String
        let from: String
        let to: String
        let path: String
        let kind: OptionsQuirk.Kind
    }
    static let quirks = [
        Quirk(
            description: "padded challenge", from: "AAECAwQFBgcICQoLDA0ODw", to: "AAECAwQFBgcICQoLDA0ODw==",
            path: "challenge", kind: .base64(.padded)),
        Quirk(
            description: "standard base64", from: #""AQID""#, to: #""+/+/""#, path: "user.id",
            kind: .base64(.standardAlphabet)),
        Quirk(
            description: "displayName []", from: #""displayName":"A""#, to: #""displayName":[]"#,
            path: "user.displayName", kind: .notText),
        Quirk(
            description: "unknown conveyance", from: #""direct""#, to: #""full""#, path: "attestation",
            kind: .unknownWord("full")),
    ]

    @Test(arguments: quirks) func knownQuirksAreForgivenAndReported(row: Quirk) throws {
        let text = Self.creation.replacingOnce(row.from, with: row.to)
        let parsed = try ParsedOptions<CreationOptions>(json: Array(text.utf8))
        #expect(parsed.quirks.map(\.path) == [row.path] && parsed.quirks.map(\.kind) == [row.kind])
    }

    struct Timeout: Sendable, CustomStringConvertible {
        let text: String
        let milliseconds: Int
        var isQuirk = true
        var description: String { text }
    }
    /// ConvertToInt of Web IDL for `unsigned long`.
    static let timeouts = [
        Timeout(text: "0", milliseconds: 0, isQuirk: false),
        Timeout(text: "4294967295", milliseconds: 4_294_967_295, isQuirk: false),
        Timeout(text: "-1", milliseconds: 4_294_967_295), Timeout(text: "4294967296", milliseconds: 0),
        Timeout(text: "1.9", milliseconds: 1), Timeout(text: "-1.9", milliseconds: 4_294_967_295),
        Timeout(text: #""60000""#, milliseconds: 60_000), Timeout(text: #""soon""#, milliseconds: 0),
        Timeout(text: "true", milliseconds: 1),
    ]

    @Test(arguments: timeouts) func timeoutsAreConvertedAsABrowserDoes(row: Timeout) throws {
        let text = Self.creation.replacingOnce("60000", with: row.text)
        let parsed = try ParsedOptions<CreationOptions>(json: Array(text.utf8))
        #expect(parsed.options.timeout == row.milliseconds)
        #expect(parsed.quirks.map(\.kind) == (row.isQuirk ? [.notUnsignedLong] : []))
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let from: String
        let to: String
        let exception: String?
        let says: String
        var description: String { "\(from) -> \(to)" }
    }
    static let refusals = [
        Refusal(
            from: #""challenge":"AAECAwQFBgcICQoLDA0ODw","#, to: "", exception: "TypeError", says: "challenge"
        ),
        Refusal(from: #""AQID""#, to: "7", exception: "TypeError", says: "user.id"),
        Refusal(from: #""AQID""#, to: #""A*ID""#, exception: "EncodingError", says: "user.id"),
        Refusal(from: "-257", to: #""RS256""#, exception: "TypeError", says: "pubKeyCredParams[1].alg"),
        Refusal(
            from: #"{"id":"example.org","name":"Example"}"#, to: "[]", exception: "TypeError", says: "rp"),
        Refusal(
            from: #""hints":["security-key"]"#, to: #""hints":[1]"#, exception: "TypeError", says: "hints[0]"),
        Refusal(from: #"{"rp":"#, to: "{rp:", exception: nil, says: "JSON"),
    ]

    @Test(arguments: refusals) func wrongOptionsNameTheMember(row: Refusal) throws {
        let text = Self.creation.replacingOnce(row.from, with: row.to)
        let error = #expect(throws: OptionsError.self) {
            try ParsedOptions<CreationOptions>(json: Array(text.utf8))
        }
        #expect(error?.domExceptionName == row.exception)
        #expect(error?.description.contains(row.says) == true, "\(String(describing: error))")
    }
}

extension String {
    fileprivate func replacingOnce(_ part: String, with other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
