import Bytes
import COSE
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// The report's forms, and the record in it.
@Suite struct ReportTests {
    private static func broken() throws -> Report {
        var recipe = try AuthenticationRecipe()
        recipe.client.value["origin"] = "https://example.org/"
        recipe.data.flags.insert(.reserved1)
        return try recipe.report(.level3)
    }

    @Test func jsonIsAsPlanned() throws {
        let report = try Self.broken()
        let json = try JSONValue(parsing: report.json(toolVersion: "1.2.3"))
        #expect(
            json.objectValue?.map(\.name) == [
                "schema", "tool", "verdict", "ceremony", "policy", "diagnosis", "findings", "trust",
            ])
        #expect(
            json["diagnosis"] == [
                [
                    "code": "origin.trailingSlash", "finding": "clientData.origin",
                    "sentence":
                        "The origins differ only by a slash at the end, which an origin does not have.",
                    "suspect": "client",
                ]
            ])
        #expect(json["schema"] == 1 && json["tool"]?["version"] == "1.2.3")
        #expect(
            json["verdict"] == "reject" && json["ceremony"] == "authentication" && json["policy"] == "level3")
        #expect(json["trust"]?["status"] == "notApplicable")
        let findings = try #require(json["findings"]?.arrayValue)
        #expect(findings.count == report.findings.count)
        let names: Set = [
            "code", "status", "because", "level", "rule", "expected", "actual", "at", "hint", "suspect",
        ]
        for (finding, told) in zip(findings, report.findings) {
            #expect(finding["code"]?.stringValue == told.code.rawValue)
            #expect(finding["status"]?.stringValue == told.status.rawValue)
            #expect(finding["because"]?.stringValue ?? "" == told.because)
            #expect(finding["level"]?.stringValue == told.level.rawValue)
            let members = try #require(finding.objectValue?.map(\.name))
            #expect(
                Set(members).isSubset(of: names)
                    && Set(members).isSuperset(of: ["code", "status", "level", "rule"]))
            let rule = Set(finding["rule"]?.objectValue?.map(\.name) ?? [])
            #expect(rule.isSuperset(of: ["spec", "edition", "anchor", "text"]))
        }
        let origin = try #require(findings.first { $0["code"] == "clientData.origin" })
        let text = String(decoding: origin.serialised(), as: UTF8.self)
        #expect(
            text == """
                {"code":"clientData.origin","status":"fail","because":"the ceremony was run on https://example.org/, \
                which is none of the origins expected","level":"must","rule":{"spec":"webauthn-3",\
                "edition":"2026-07-30","anchor":"rp-op-verifying-assertion-step-origin","step":"12",\
                "text":"origin is one that the relying party expects, to the letter."},\
                "expected":"https://example.org","actual":"https://example.org/","at":{"field":"clientDataJSON",\
                "path":"/origin","offset":90,"length":22},"hint":"The origins differ only by a slash at the end, which \
                an origin does not have.","suspect":"client"}
                """)
    }

    @Test func bytesAreMarked() throws {
        var recipe = try AuthenticationRecipe()
        recipe.data.rpIDHash = [UInt8](repeating: 1, count: 32)
        let json = try JSONValue(parsing: try recipe.report(.level3).json(toolVersion: "1"))
        let finding = json["findings"]?.arrayValue?.first { $0["code"] == "authData.rpIdHash" }
        #expect(
            finding?["actual"] == ["base64url": .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))])
        #expect(
            finding?["at"] == ["field": "authenticatorData", "path": "rpIdHash", "offset": 0, "length": 32])
    }

    @Test func textReadsLikeAnExplanation() throws {
        let text = try Self.broken().text
        #expect(
            text == """
                Rejected: the authentication fails 1 check under policy level3, 1 warning.

                → The origins differ only by a slash at the end, which an origin does not have.
                  Suspect: the client, which is the browser, the app or the page's script.

                ✗ clientData.origin.trailingSlash
                  The ceremony was run on https://example.org/, which is none of the origins expected.
                  expected  https://example.org
                  actual    https://example.org/
                  where     clientDataJSON /origin, bytes 90–111
                  rule      origin is one that the relying party expects, to the letter. (must)
                            step 12 of https://www.w3.org/TR/webauthn-3/#rp-op-verifying-assertion-step-origin
                  suspect   client

                ! authData.flags.reservedBits
                  A reserved flag is set.
                  actual    UP|RFU1|UV
                  where     authenticatorData flags, byte 32
                  rule      The reserved flags are zero. (policy)
                            https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
                  suspect   authenticator

                In order:
                  envelope: id, rawId, type, response, clientDataJSON, authenticatorData, signature,
                    clientExtensionResults
                  extensions
                  authData: credentialId, flags.ED, rpIdHash, flags.UP, flags.UV, flags.BS, flags.AT, flags.BE,
                    counter
                  userHandle
                  clientData: type, challenge, crossOrigin
                  key: alg
                  signature

                """)
        let accepted = try RegistrationRecipe(.packedCertified).report(.level3).text
        #expect(accepted.hasPrefix("Accepted: the registration is in order under policy level3.\n"))
        #expect(accepted.contains("Trust: trusted."))
    }

    @Test func failureCarriesTheReport() throws {
        let report = try Self.broken()
        let failure = #expect(throws: VerificationFailure.self) { try report.verified() }
        #expect(failure?.report.verdict == .reject)
        #expect(failure?.description.contains("clientData.origin") == true)
        #expect(
            try RegistrationRecipe(.none).report(.level3).verified().id == RegistrationRecipe.credentialID)
    }

    // MARK: Credential record

    @Test func aReportIsARecord() throws {
        var recipe = try RegistrationRecipe(.packedSelf)
        recipe.expectation.userHandle = [1, 2]
        let report = try recipe.report(.level3)
        let record = try #require(report.credential)
        #expect(
            record.algorithm == .es256 && record.attestationFormat == "packed" && record.rpID == "example.org"
        )
        #expect(record.uvInitialized && record.backupEligible == false && record.backupState == false)
        #expect(record.transports == [.usb] && record.aaguid == AAGUID(RegistrationRecipe.aaguid))
        #expect(try CredentialRecord(json: record.json()) == record)
        #expect(try CredentialRecord(json: report.json(toolVersion: "1", pretty: true)) == record)
        let json = try JSONValue(parsing: record.json())
        #expect(
            json.objectValue?.map(\.name) == [
                "type", "id", "publicKey", "signCount", "uvInitialized", "transports", "backupEligible",
                "backupState", "rpId", "userHandle", "algorithm", "fmt", "aaguid",
            ])
        #expect(json["userHandle"] == ["base64url": "AQI"])
    }

    struct BadRecord: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let story: String
        init(_ json: String, _ story: String) {
            testDescription = json
            self.story = story
        }
    }

    @Test(arguments: [
        BadRecord("", "not JSON"), BadRecord("[]", "byte 0: expected a credential record or a report"),
        BadRecord(#"{"id":"AQ"}"#, "publicKey (byte 0) must be there: base64url"),
        BadRecord(#"{"id":"*","publicKey":"AQ"}"#, "id (byte 6) must be base64url"),
        BadRecord(#"{"id":"AQ","publicKey":{"hex":"01"}}"#, "publicKey (byte 23) must be base64url"),
        BadRecord(
            #"{"id":"AQ","publicKey":"AQ","signCount":-1}"#, "signCount (byte 40) must be a number of 32 bits"
        ),
        BadRecord(
            #"{"id":"AQ","publicKey":"AQ","type":"password"}"#, "type (byte 35) must be \"public-key\""),
        BadRecord(#"{"id":"AQ","publicKey":"AQ","aaguid":"x"}"#, "aaguid (byte 37) must be a UUID"),
        BadRecord(#"{"verdict":"reject","findings":[]}"#, "the report (byte 11) rejects its ceremony"),
        BadRecord(#"{"verdict":"accept","credential":7}"#, "byte 33: expected an object"),
    ])
    func badRecordsAreRefused(_ row: BadRecord) {
        let error = #expect(throws: RelyingPartyError.self) {
            try CredentialRecord(json: Array(row.testDescription.utf8))
        }
        #expect(error?.description.contains(row.story) == true, "\(error?.description ?? "")")
    }

    @Test func aBareRecordMayHoldPlainText() throws {
        let json = #"{"id":"AQI=","publicKey":{"base64url":"Aw"},"transports":["usb"],"extra":1}"#
        let record = try CredentialRecord(json: Array(json.utf8))
        #expect(
            record.id == [1, 2] && record.publicKey == [3] && record.signCount == 0 && record.rpID == nil)
    }
}
