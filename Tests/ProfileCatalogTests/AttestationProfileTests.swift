import Authenticator
import CTAP
import ProfileCatalog
import Testing
import WebAuthnModel

/// Profiles that attest with SafetyNet, in several formats, or for an enterprise.
@Suite struct AttestationProfileTests {
    private static func document(attestingWith section: String) -> String {
        ProfileDocumentTests.short.replacing(#"{"format": "packed", "type": "self"}"#, with: section)
    }

    static let digest = "+mpRB31xC7Rhibs/eVa+/uB5nugU+XMCAi3xuIv6toM="

    static let certificate = """
        "certificate": {"issuer": {"CN": "Root"}, "subject": {"CN": "attest.android.com"}, "validity": \
        {"notBefore": "2020-01-01T00:00:00Z", "notAfter": "2040-01-01T00:00:00Z"}, "aaguidExtension": false}
        """

    static let text = document(
        attestingWith: """
            {"format": "android-safetynet", \(certificate), "answer": {"algorithm": "ES256", "version": \
            "17122037", "apkPackageName": "com.example", "apkDigestSha256": "\(digest)", \
            "apkCertificateDigestSha256": ["\(digest)"], "ctsProfileMatch": true, "basicIntegrity": false}}
            """)

    static let packed = #"{"format": "packed", "type": "self"}"#
    static let compound = document(
        attestingWith:
            #"{"format": "compound", "statements": [\#(packed), {"format": "apple", \#(certificate)}]}"#
    )

    static let enterprise = document(
        attestingWith: """
            {"format": "packed", "type": "basic", \(packedCertificate), "enterprise": {"rpIds": ["example.com"], \
            "platformManaged": false}}
            """)
    static let packedCertificate = certificate.replacing(
        #""subject": {"#, with: #""subject": {"C": "AA", "O": "O", "OU": "Authenticator Attestation", "#)

    @Test func enterpriseAttestationIsRead() throws {
        let profile = try ProfileDocument(parsing: Array(Self.enterprise.utf8)).profile
        #expect(
            profile.attestation.enterprise
                == EnterpriseAttestation(rpIDs: ["example.com"], isPlatformManaged: false))
        // Nothing says otherwise, so that it is enabled.
        #expect(profile.workingInfo.options["ep"] == true)
        #expect(try BuiltInProfiles.profile(named: "yubikey-5").workingInfo.options["ep"] == nil)
        // Where getInfo is given, it has to say whether.
        let info =
            #""algorithms": [-7], "getInfo": {"versions": ["FIDO_2_0"], "aaguid": "\#(AAGUID.zero)", "#
            + #""options": {"rk": true, "clientPin": false}, "pinUvAuthProtocols": [2]}"#
        let claims = #""/algorithms", "/getInfo""#
        let text = Self.enterprise.replacing(#""algorithms": [-7]"#, with: info)
            .replacing(#""/algorithms""#, with: claims)
        let violations = ProfileDocumentTests.violations(of: Array(text.utf8))
        #expect(violations.map(\.path) == ["/getInfo/options/ep"], "\(violations)")
    }

    @Test func whatIsSaidIsRead() throws {
        let profile = try ProfileDocument(parsing: Array(Self.text.utf8)).profile
        guard case .safetyNet(let template) = profile.attestation else {
            Issue.record("\(profile.attestation)")
            return
        }
        #expect(template.algorithm == .es256 && template.version == "17122037")
        #expect(
            template.answer
                == SafetyNetPayload(
                    nonce: nil, timestampMs: nil, apkPackageName: "com.example", apkDigestSha256: Self.digest,
                    ctsProfileMatch: true, apkCertificateDigestSha256: [Self.digest], basicIntegrity: false))
        let several = try ProfileDocument(parsing: Array(Self.compound.utf8)).profile.attestation
        #expect(several.format == "compound" && several.hasCertificates)
        #expect(several.parts.map(\.format) == ["packed", "apple"])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var document = text
        let old: String
        let new: String
        /// Where the complaints are.
        let paths: [String]
        var testDescription: String { "\(old) → \(new)" }
    }

    static let answer = "/attestation/answer"
    static let statements = "/attestation/statements"

    static let rows = [
        Row(old: #""ES256""#, new: #""PS256""#, paths: [answer + "/algorithm"]),
        Row(old: #""17122037""#, new: #""""#, paths: [answer + "/version"]),
        Row(old: #""com.example""#, new: "1", paths: [answer + "/apkPackageName"]),
        Row(
            old: "\"apkDigestSha256\": \"\(digest)\"", new: "\"apkDigestSha256\": \"AAAA\"",
            paths: [answer + "/apkDigestSha256"]),
        // Without its padding, or in the other alphabet.
        Row(
            old: "[\"\(digest)\"]", new: "[\"\(digest.dropLast())\"]",
            paths: [answer + "/apkCertificateDigestSha256/0"]),
        Row(
            old: "[\"\(digest)\"]", new: "[\"\(digest.replacing("+", with: "-"))\"]",
            paths: [answer + "/apkCertificateDigestSha256/0"]),
        Row(old: #""ctsProfileMatch": true, "#, new: "", paths: [answer + "/ctsProfileMatch"]),
        Row(
            old: #""basicIntegrity": false"#, new: #""basicIntegrity": 0"#,
            paths: [answer + "/basicIntegrity"]),
        Row(old: #""basicIntegrity""#, new: #""nonce": "", "basicIntegrity""#, paths: [answer + "/nonce"]),
        Row(
            old: #""CN": "attest.android.com""#, new: #""CN": "attest.example""#,
            paths: ["/attestation/certificate/subject/CN"]),
        Row(
            old: #""format": "android-safetynet""#, new: #""format": "apple""#, paths: ["/attestation/answer"]
        ),
        Row(document: compound, old: packed + ", ", new: "", paths: [statements]),
        Row(
            document: compound, old: packed + ", ", new: packed + ", " + packed + ", ",
            paths: [statements + "/1"]),
        Row(document: compound, old: packed, new: #"{"format": "none"}"#, paths: [statements + "/0/format"]),
        Row(
            document: compound, old: packed, new: #"{"format": "compound", "statements": []}"#,
            paths: [statements + "/0/format"]),
        Row(
            document: compound, old: packed, new: #"{"format": "tpm"}"#,
            paths: [statements + "/0/certificate"]),
        Row(document: compound, old: packed, new: "7", paths: [statements + "/0"]),
        // All that is wrong, and in every statement.
        Row(
            document: compound, old: "[" + packed + #", {"format": "apple","#,
            new: #"[{"format": "packed"}, {"format": "apples","#,
            paths: [statements + "/0/type", statements + "/1/format"]),
        Row(
            document: compound, old: #""compound", "#,
            new: #""compound", "certificate": {}, "type": "self", "#,
            paths: ["/attestation/certificate", "/attestation/type"]),
        Row(
            document: compound, old: #""compound","#, new: #""packed", "type": "self","#, paths: [statements]),
        Row(
            document: enterprise, old: #""rpIds": ["example.com"]"#, new: #""rpIds": []"#,
            paths: ["/attestation/enterprise/rpIds"]),
        Row(
            document: enterprise, old: #"["example.com"]"#, new: #"["a", "a", 1]"#,
            paths: ["/attestation/enterprise/rpIds/1", "/attestation/enterprise/rpIds/2"]),
        Row(
            document: enterprise, old: #", "platformManaged": false"#, new: "",
            paths: ["/attestation/enterprise/platformManaged"]),
        Row(
            document: enterprise, old: #""packed", "type": "basic""#, new: #""fido-u2f""#,
            paths: ["/attestation/enterprise"]),
        Row(
            document: compound, old: packed, new: #"{"format": "packed", "type": "self", "enterprise": {}}"#,
            paths: [statements + "/0/enterprise"]),
        // What a TPM or a U2F key cannot hold, it cannot attest as a part either.
        Row(
            document: compound.replacing("[-7]", with: "[-7, -8]"), old: #""apple""#, new: #""fido-u2f""#,
            paths: ["/algorithms"]),
    ]

    @Test(arguments: rows) func whatIsWrongIsTold(_ row: Row) throws {
        let text = row.document.replacing(row.old, with: row.new)
        #expect(text != row.document)
        let violations = ProfileDocumentTests.violations(of: Array(text.utf8))
        #expect(violations.map(\.path) == row.paths, "\(violations)")
    }
}
