import Authenticator
import COSE
import CTAP
import JSON
import ProfileCatalog
import Testing
import WebAuthnModel

@Suite struct ProfileDocumentTests {
    static let claims = """
        "/aaguid", "/transports", "/algorithms", "/userVerification", "/discoverable", "/credentialId", \
        "/backup/eligible", "/backup/state", "/counter", "/attestation"
        """

    /// A document without getInfo, that says as little as it may.
    static let short = """
        {
          "format": 1, "name": "short", "title": "Short", "description": "A key.", "kind": "security-key",
          "attachment": "cross-platform", "aaguid": "00000000-0000-0000-0000-000000000000",
          "transports": ["usb"], "algorithms": [-7],
          "userVerification": {"manner": "client-pin", "minimumPINLength": 6},
          "discoverable": {"manner": "when-requested", "capacity": 25},
          "credentialId": {"manner": "random", "length": 16},
          "backup": {"eligible": false, "state": false},
          "counter": {"manner": "per-credential"},
          "attestation": {"format": "packed", "type": "self"},
          "sources": [{"claims": [\(claims)], "source": "Made up."}]
        }
        """

    static let long: String = (try? BuiltInProfiles.document(named: "yubikey-5").text) ?? ""

    @Test func whatFollowsIsClaimed() throws {
        let document = try ProfileDocument(parsing: Array(Self.short.utf8))
        let info = document.profile.workingInfo
        #expect(info.versions == ["FIDO_2_0"])
        #expect(info.options == ["plat": false, "rk": true, "up": true, "clientPin": false])
        #expect(info.pinUvAuthProtocols == [2, 1])
        #expect(info.minPINLength == 6)
        #expect(info.transports == [.usb] && info.algorithms == [.es256])
        #expect(document.profile.userVerification == .clientPIN(minimumLength: 6))
        #expect(document.profile.withheldClaims.isEmpty)
        #expect(document.kept(isBuiltIn: false).document == Self.short)
        #expect(document.sources.map(\.source) == ["Made up."] && document.sources[0].claims.count == 10)
    }

    struct Row {
        let document: String
        let replace: [(String, String)]
        /// Path, and the text that stands at the offset.
        let expected: [(path: String, at: String)]

        init(_ replace: [(String, String)], _ expected: [(path: String, at: String)]) {
            self.init(ProfileDocumentTests.short, replace, expected)
        }
        init(
            _ document: String, _ replace: [(String, String)], _ expected: [(path: String, at: String)]
        ) {
            (self.document, self.replace, self.expected) = (document, replace, expected)
        }
    }

    static let rows: [Row] = [
        // The document and its members.
        Row([(#""format": 1"#, #""format": 2"#)], [("/format", "2")]),
        Row([(#""format": 1,"#, "")], [("/format", "{")]),
        Row([(#""format": 1"#, #""fromat": 1"#)], [("/format", "{"), ("/fromat", #""fromat""#)]),
        Row(
            [(#""title": "Short""#, #""title": "Short", "title": "Long""#)], [("/title", #""title": "Long""#)]
        ),
        Row([(#""short""#, #""Short Key""#)], [("/name", #""Short Key""#)]),
        Row([(#""short""#, #""short-""#)], [("/name", #""short-""#)]),
        Row([(#""A key.""#, #""""#)], [("/description", #""""#)]),
        Row([(#""security-key""#, #""key""#)], [("/kind", #""key""#)]),
        Row([("00000000-0000", "0000000-0000")], [("/aaguid", #""0000000-"#)]),
        Row([(#"["usb"]"#, "[]")], [("/transports", "[]")]),
        Row(
            [(#"["usb"]"#, #"["usb", "usb", 7]"#)], [("/transports/1", #""usb", 7"#), ("/transports/2", "7")]),
        Row([("[-7]", "[-7.5]")], [("/algorithms/0", "-7.5")]),
        Row([("[-7]", "[-48, -65535]")], [("/algorithms", "[-48")]),
        // Sections.
        Row([(#""client-pin""#, #""pin""#)], [("/userVerification/manner", #""pin""#)]),
        Row([("Length\": 6", "Length\": 3")], [("/userVerification/minimumPINLength", "3")]),
        Row([("Length\": 6", "Length\": 64")], [("/userVerification/minimumPINLength", "64")]),
        Row([(#""client-pin""#, #""none""#)], [("/userVerification/minimumPINLength", "6")]),
        Row([(#", "capacity": 25"#, "")], [("/discoverable/capacity", #"{"manner": "when"#)]),
        Row([("when-requested", "always")], [("/discoverable/capacity", "25")]),
        Row([(#""length": 16"#, #""length": 15"#)], [("/credentialId/length", "15")]),
        Row([(#""length": 16"#, #""length": 1024"#)], [("/credentialId/length", "1024")]),
        Row([(#""state": false"#, #""state": true"#)], [("/backup/state", "true")]),
        Row([(#""state": false"#, #""state": 0"#)], [("/backup/state", "0")]),
        Row([("per-credential", "random")], [("/counter/manner", #""random""#)]),
        Row([(#"per-credential""#, #"global", "start": 0"#)], [("/counter/start", "0")]),
        Row([(#"per-credential""#, #"time-based", "maximumStep": 2"#)], [("/counter/maximumStep", "2")]),
        Row(
            [(#"per-credential""#, #"per-credential", "start": -1, "maximumStep": 0"#)],
            [("/counter/start", "-1"), ("/counter/maximumStep", "0")]),
        Row([(#", "type": "self""#, "")], [("/attestation/type", #"{"format""#)]),
        Row([(#""packed""#, #""none""#)], [("/attestation/type", #""self""#)]),
        Row(
            [
                (#""packed", "type": "self""#, #""apple", \#(certificate), \#(description)"#)
            ], [("/attestation/keyDescription", #"{"version""#)]),
        Row(
            [
                (
                    #""packed", "type": "self""#,
                    #""android-key", \#(certificate), "keyDescription": {"version": 0, "securityLevel": "tee"}"#
                )
            ],
            [
                ("/attestation/keyDescription/version", "0"),
                ("/attestation/keyDescription/securityLevel", #""tee""#),
            ]),
        Row(
            [(#""packed", "type": "self""#, #""android-key", \#(certificate)"#)],
            [("/attestation/keyDescription", #"{"format""#)]),
        Row(
            [(#""packed""#, #""fido-u2f""#)],
            [("/attestation/certificate", #"{"format""#), ("/attestation/type", #""self""#)]),
        Row(
            [
                (#""packed", "type": "self""#, #""fido-u2f", \#(certificate)"#), ("[-7]", "[-7, -8]"),
                (#""00000000-"#, #""00000001-"#),
            ], [("/aaguid", #""00000001"#), ("/algorithms", "[-7, -8]")]),
        Row([(#""self""#, #""basic""#)], [("/attestation/certificate", #"{"format""#)]),
        Row([(#""self""#, #""self", "certificate": {}"#)], [("/attestation/certificate", "{}")]),
        // Where it sits.
        Row(
            [(#""cross-platform""#, #""platform""#)],
            [("/attachment", #""platform""#), ("/transports", #"["usb"]"#)]),
        Row([("usb", "internal")], [("/transports", #"["internal"]"#)]),
        // Sources.
        Row(
            [(claims, #""/aaguid", "/backup/state""#)],
            [
                ("/transports", "["), ("/algorithms", "["), ("/userVerification", "{"),
                ("/discoverable", "{"),
                ("/credentialId", "{"), ("/backup", "{"), ("/counter", "{"), ("/attestation", "{"),
            ]),
        Row(
            [(claims, #"\#(claims), "/backup/stat", "backup""#)],
            [
                ("/sources/0/claims/10", #""/backup/stat""#), ("/sources/0/claims/11", #""backup""#),
            ]),
        Row(
            [(#""Made up.""#, #""Made up.", "url": "http://example.org""#)], [("/sources/0/url", #""http:"#)]),
        Row([(#"[{"claims": [\#(claims)], "source": "Made up."}]"#, "[]")], [("/sources", "[]")]),
        Row([(#""/counter""#, #""""#)], [("/sources/0/claims/8", #""""#)]),
        // Several at once, in the order of the text.
        Row(
            [
                (#""format": 1"#, #""format": "1""#), ("25", "0"), (#""random""#, #""wrapped""#),
                ("[-7]", "{}"),
            ],
            [
                ("/format", #""1""#), ("/algorithms", "{}"), ("/discoverable/capacity", "0"),
                ("/credentialId/manner", #""wrapped""#),
            ]),
        // getInfo.
        Row(long, [(#""minPINLength": 4"#, #""minPINLength": 3"#)], [("/getInfo/minPINLength", "3")]),
        Row(
            long, [(#""minPINLength": 4"#, #""minPINLength": 4, "maxPINLength": 64"#)],
            [("/getInfo/maxPINLength", "64")]),
        Row(
            long, [(#""minPINLength": 4"#, #""minPINLength": 9, "maxPINLength": 8"#)],
            [("/getInfo/maxPINLength", "8")]),
        Row(
            long, [(#""client-pin""#, #""client-pin", "minimumPINLength": 6"#)],
            [("/userVerification/minimumPINLength", "6")]),
        Row(long, [(#""maxMsgSize": 1280"#, #""maxMsgSize": 1000"#)], [("/getInfo/maxMsgSize", "1000")]),
        Row(long, [(#""maxMsgSize""#, #""maxMessageSize""#)], [("/getInfo/maxMessageSize", #""maxMess"#)]),
        Row(
            long, [(#""aaguid": "a25342c03cdc"#, #""aaguid": "a25342c03cdd"#)],
            [("/getInfo/aaguid", #""a25342c03cdd"#)]),
        // A device that would answer to nothing.
        Row(
            long,
            [
                (#""U2F_V2", "FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1""#, #""U2F_V2""#),
                (#""alwaysUv": false"#, #""alwaysUv": true"#),
            ], [("/getInfo/versions", #"["U2F_V2"]"#)]),
        Row(long, [(#""U2F_V2", "FIDO_2_0", "#, "")], [("/getInfo/versions", #"["FIDO_2_1_PRE""#)]),
        Row(long, [(#""up": true"#, #""up": 1"#)], [("/getInfo/options/up", "1")]),
        Row(long, [(#""up": true"#, #""up": false"#)], [("/getInfo/options/up", "false")]),
        Row(long, [(#""plat": false"#, #""plat": true"#)], [("/getInfo/options/plat", "true")]),
        Row(long, [(#""rk": true"#, #""rk": false"#)], [("/getInfo/options/rk", "false")]),
        Row(long, [(#""clientPin": false,"#, "")], [("/getInfo/options/clientPin", "{")]),
        Row(long, [(#""client-pin""#, #""built-in""#)], [("/getInfo/options/uv", "{")]),
        Row(long, [(#""client-pin""#, #""none""#)], [("/getInfo/options/clientPin", "false")]),
        Row(
            long, [(#""pinUvAuthProtocols": [2, 1]"#, #""pinUvAuthProtocols": [3]"#)],
            [("/getInfo/pinUvAuthProtocols", "[3]")]),
        Row(
            long, [(#"{ "type": "public-key", "alg": -35 }"#, #"{ "type": "public-key", "alg": -36 }"#)],
            [("/getInfo/algorithms", "[")]),
        Row(
            long, [(#"{ "type": "public-key", "alg": -35 }"#, #"{ "type": "private-key" }"#)],
            [("/getInfo/algorithms/2/alg", "{"), ("/getInfo/algorithms/2/type", #""private-key""#)]),
        Row(
            long, [(#""maxCredentialIdLength": 128"#, #""maxCredentialIdLength": 32"#)],
            [("/credentialId/length", "48")]),
        Row(
            long, [(#""remainingDiscoverableCredentials": 100"#, #""remainingDiscoverableCredentials": 25"#)],
            [("/discoverable/capacity", "100")]),
        Row(
            long, [(#""transports": ["nfc", "usb"],\#n    "alg"#, #""transports": ["ble"], "alg"#)],
            [("/getInfo/transports", #"["ble"]"#)]),
        Row(
            long,
            [(#""maxCredBlobLength": 32"#, #""maxCredBlobLength": 32, "attestationFormats": ["fido-u2f"]"#)],
            [("/getInfo/attestationFormats", #"["fido-u2f"]"#)]),
        Row(
            long, [(#""maxCredBlobLength": 32"#, #""certifications": {"FIDO": "L1"}, "encIdentifier": "0""#)],
            [("/getInfo/certifications/FIDO", #""L1""#), ("/getInfo/encIdentifier", #""0""#)]),
        // The certificate.
        Row(long, [(#""C": "SE""#, #""C": "se""#)], [("/attestation/certificate/subject/C", #""se""#)]),
        Row(
            long, [(#""C": "SE", "O": "Yubico AB", "#, "")],
            [("/attestation/certificate/subject/C", "{"), ("/attestation/certificate/subject/O", "{")]),
        Row(
            long, [(#""OU": "Authenticator Attestation", "#, #""OU": "Attestation", "#)],
            [("/attestation/certificate/subject/OU", #""Attestation""#)]),
        Row(
            long, [(#", "CN": "Yubico U2F EE Serial 0 (simulated)""#, "")],
            [("/attestation/certificate/subject/CN", "{")]),
        Row(
            long, [(#""2050-09-04T00:00:00Z""#, #""2014-08-01T00:00:00Z""#)],
            [("/attestation/certificate/validity/notAfter", #""2014"#)]),
        Row(
            long, [(#""2050-09-04T00:00:00Z""#, #""2050-02-29T00:00:00Z""#)],
            [("/attestation/certificate/validity/notAfter", #""2050-02-29"#)]),
        Row(
            long, [(#""2050-09-04T00:00:00Z""#, #""2050-09-04""#)],
            [("/attestation/certificate/validity/notAfter", #""2050-09-04""#)]),
        Row(
            long, [(#""aaguidExtension": true"#, #""aaguidExtension": "yes""#)],
            [("/attestation/certificate/aaguidExtension", #""yes""#)]),
    ]

    static let certificate = """
        "certificate": {
          "issuer": {"CN": "Root"}, "subject": {"CN": "Leaf"}, "aaguidExtension": false,
          "validity": {"notBefore": "2020-01-01T00:00:00Z", "notAfter": "2040-01-01T00:00:00Z"}
        }
        """

    static let description = #""keyDescription": {"version": 300, "securityLevel": "strongbox"}"#

    struct Manner: CustomTestStringConvertible {
        let section: String
        let format: String
        var testDescription: String { format }
    }

    static let manners = [
        Manner(section: #""fido-u2f", \#(certificate)"#, format: "fido-u2f"),
        Manner(section: #""apple", \#(certificate)"#, format: "apple"),
        Manner(section: #""android-key", \#(certificate), \#(description)"#, format: "android-key"),
    ]

    /// Formats that know nothing but certificates, whose subject may be any.
    @Test(arguments: manners) func otherFormatsAreRead(_ manner: Manner) throws {
        var text = Self.short
        let old = #""packed", "type": "self""#
        text.replaceSubrange(try #require(text.firstRange(of: old)), with: manner.section)
        let profile = try ProfileDocument(parsing: Array(text.utf8)).profile
        #expect(profile.attestation.format == manner.format)
    }

    @Test(arguments: rows.indices) func everythingThatIsWrongIsTold(_ index: Int) throws {
        let row = Self.rows[index]
        var text = row.document
        for (old, new) in row.replace {
            let range = try #require(text.firstRange(of: old), "\(old) is not in the document")
            text.replaceSubrange(range, with: new)
        }
        let bytes = Array(text.utf8)
        let violations = Self.violations(of: bytes)
        #expect(violations.map(\.path) == row.expected.map(\.path), "\(violations)")
        for (violation, expected) in zip(violations, row.expected) {
            let found = String(decoding: bytes[violation.offset...], as: UTF8.self)
            #expect(found.hasPrefix(expected.at), "\(violation)")
            #expect(!violation.problem.isEmpty && !violation.remedy.isEmpty)
        }
    }

    /// None for a document that is right or is not JSON.
    static func violations(of bytes: [UInt8]) -> [ProfileViolation] {
        do {
            _ = try ProfileDocument(parsing: bytes)
            return []
        } catch {
            if case .invalid(let violations) = error { return violations }
            return []
        }
    }

    @Test func whatIsNoObjectIsTold() {
        for text in ["[]", "1", #""{}""#, "null"] {
            #expect(throws: ProfileError.self) { try ProfileDocument(parsing: Array(text.utf8)) }
        }
        #expect(throws: ProfileError.notJSON(.truncated(offset: 0, wanted: .value))) {
            try ProfileDocument(parsing: [])
        }
        #expect(throws: ProfileError.self) { try ProfileDocument(parsing: [0x7B, 0x22, 0xFF, 0x22, 0x7D]) }
    }

    @Test func noPrefixAndNoFlipTraps() {
        let bytes = Array(Self.long.utf8)
        for length in stride(from: 0, to: bytes.count, by: 13) {
            _ = try? ProfileDocument(parsing: Array(bytes[..<length]))
        }
        for place in stride(from: 0, to: bytes.count, by: 5) {
            var changed = bytes
            changed[place] = changed[place] == UInt8(ascii: "9") ? UInt8(ascii: "-") : UInt8(ascii: "9")
            _ = try? ProfileDocument(parsing: changed)
        }
    }
}
