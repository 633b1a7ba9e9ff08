import Bytes
import COSE
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// What a whole report comes down to.
@Suite struct CulpritTests {
    static let rows: [DiagnosisRow] = [
        DiagnosisRow(
            "ceremony.other", "clientData.type.swapped", .configuration,
            authentication: {
                $0.client.value["type"] = "webauthn.create"
                $0.expectation.challenge = [1]
            }),
        DiagnosisRow(
            "ceremony.otherCredential", "envelope.id.differsFromCredentialId", .server,
            authentication: {
                $0.key = try TestKeys.stranger()
                $0.expectation.credential.id = [9, 9, 9]
            }),
        DiagnosisRow(
            "ceremony.otherSite", "authData.rpIdHash.ofOtherHost", .configuration,
            authentication: {
                $0.client.value["origin"] = "https://evil.example"
                $0.data.rpIDHash = RPIDHash(of: "evil.example").bytes
            }),
        DiagnosisRow(
            "ceremony.otherSite", "authData.rpIdHash.ofParentDomain", .configuration,
            authentication: {
                $0.expectation.rpID = "login.example.org"
                $0.expectation.origin.origins = ["https://login.example.org"]
            }),
        DiagnosisRow(
            "ceremony.unrelated", "clientData.challenge.other", .configuration,
            authentication: {
                $0.client.value["origin"] = "https://evil.example"
                $0.client.value["challenge"] = "AAAA"
                $0.data.rpIDHash = [UInt8](repeating: 1, count: 32)
            }),
        // What was signed tells more than what is broken by it.
        DiagnosisRow(
            "signature.clientDataWithExpectedOrigin", "clientData.origin.trailingSlash", .transport,
            authentication: { recipe in
                let original = ClientDataHash(of: recipe.client.bytes).bytes
                recipe.message = { data, _ in data + original }
                recipe.client.value["origin"] = "https://example.org/"
            }),
        // A rule without near misses speaks for itself.
        DiagnosisRow(
            "clientData.crossOrigin.true", "clientData.crossOrigin.true", .configuration,
            authentication: { $0.client.value["crossOrigin"] = true }),
        DiagnosisRow(
            "authData.flags.BE.changed", "authData.flags.BE.changed", .authenticator,
            authentication: { $0.data.flags.insert(.backupEligible) }),
    ]

    @Test(arguments: rows) func isTold(_ row: DiagnosisRow) throws { try row.check() }

    @Test func anAcceptedCeremonyHasNone() throws {
        #expect(try AuthenticationRecipe().report(.level3).diagnoses.isEmpty)
        #expect(try RegistrationRecipe(.packedCertified).report(.level3).diagnoses.isEmpty)
    }

    /// The policy decides on the exact name, too.
    @Test func thePolicyKnowsTheExactName() throws {
        var recipe = try AuthenticationRecipe()
        recipe.client.value["origin"] = "https://login.example.org"
        let tolerant = Policy.level3.deciding(FaultID(.clientDataOrigin, "subdomain"), as: .warn)
        let report = try recipe.report(tolerant)
        #expect(report.verdict == .accept && report.credential != nil)
        #expect(report.findings(.warn).map(\.fault) == [FaultID(.clientDataOrigin, "subdomain")])
        #expect(try recipe.report(.level3).verdict == .reject)
    }

    @Test func aPublicReportIsNamed() throws {
        var recipe = try AuthenticationRecipe()
        recipe.editSignature = { $0 = SignatureTests.numbers($0).flatMap { $0 } }
        let report = try recipe.report(.level3)
        #expect(report.diagnoses.first?.seenBefore == "passwordless-lib/fido2-net-lib#154")
        let json = try JSONValue(parsing: report.json(toolVersion: "1"))
        let told = try #require(json["diagnosis"]?[0])
        #expect(told.objectValue?.map(\.name) == ["code", "finding", "sentence", "suspect", "seenBefore"])
        #expect(told["code"] == "signature.raw" && told["finding"] == "signature")
        #expect(told["suspect"] == "authenticator")
    }
}
