import COSE
import RelyingParty
import Testing
import WebAuthnModel

/// Expectations taken from the options of a ceremony, and cases from a file.
@Suite struct ExpectationTests {
    private static let creation = CreationOptions(
        rp: CreationOptions.RelyingParty(id: nil, name: "x"),
        user: CreationOptions.User(id: [1], name: "x", displayName: "x"), challenge: [1, 2, 3],
        pubKeyCredParams: [])

    @Test func fromCreationOptions() throws {
        var options = Self.creation
        let origin = OriginExpectation(["android:apk-key-hash:x", "https://login.example.org:8443"])
        var expectation = try RegistrationExpectation(options: options, origin: origin, now: 5)
        #expect(expectation.rpID == "login.example.org" && expectation.offeredAlgorithms == [.es256, .rs256])
        #expect(expectation.registeredCredentialIDs == nil && !expectation.isConditional)
        options.rp.id = "example.org"
        options.pubKeyCredParams = [
            .init(algorithm: .edDSA), .init(type: "something", algorithm: .es256),
        ]
        options.excludeCredentials = [PublicKeyCredentialDescriptor(id: [7])]
        options.authenticatorSelection = AuthenticatorSelectionCriteria(userVerification: .required)
        expectation = try RegistrationExpectation(
            options: options, origin: origin, mediation: "conditional", now: 5)
        #expect(expectation.rpID == "example.org" && expectation.offeredAlgorithms == [.edDSA])
        #expect(expectation.registeredCredentialIDs == [[7]] && expectation.isConditional)
        #expect(expectation.userVerification == .required && expectation.userHandle == [1])
    }

    @Test func withoutADomainThereIsNoRPID() {
        for origins in [[], ["android:apk-key-hash:x"], ["null"]] {
            #expect(throws: RelyingPartyError.noRPID) {
                try RegistrationExpectation(
                    options: Self.creation, origin: OriginExpectation(origins), now: 0)
            }
        }
    }

    @Test func fromRequestOptions() throws {
        let record = CredentialRecord(id: [7], publicKey: [])
        let origin = OriginExpectation(["https://example.org"])
        var options = RequestOptions(challenge: [1])
        var expectation = try AuthenticationExpectation(options: options, origin: origin, credential: record)
        #expect(expectation.rpID == "example.org" && expectation.account == .discovered)
        options.allowCredentials = [PublicKeyCredentialDescriptor(id: [7])]
        options.rpID = "example.com"
        expectation = try AuthenticationExpectation(options: options, origin: origin, credential: record)
        #expect(expectation.rpID == "example.com" && expectation.account == .unstated)
        #expect(expectation.allowCredentials == [[7]])
        expectation = try AuthenticationExpectation(
            options: options, origin: origin, userHandle: [1], credential: record)
        #expect(expectation.account == .identified(userHandle: [1]))
    }

    struct BadCase: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let story: String
        init(_ json: String, _ story: String) {
            testDescription = json
            self.story = story
        }
    }

    @Test(arguments: [
        BadCase("{", "not JSON"), BadCase("{}", "records (byte 0) must be an array of cases"),
        BadCase("[1]", "records[0]. (byte 1) must be an object"),
        BadCase(#"[{"id":"a"}]"#, "records[0].kind (byte 1) must be there: a string"),
        BadCase(#"[{"id":"a","kind":"x"}]"#, "records[0].expected"),
        BadCase(#"[{"id":"a","kind":"registration","expected":"accept"}]"#, "records[0].options"),
        BadCase(
            #"[{"id":"a","kind":"assertion","expected":"accept","options":{"challenge":"*"}}]"#,
            "records[0].options.challenge (byte 73) must be base64url"),
        BadCase(
            #"[{"id":"a","kind":"ctap-registration-hash-only","expected":"x","format":"none","authenticatorData":"AQ","clientDataHash":"00"}]"#,
            "clientDataHash"),
    ])
    func badCaseFilesAreRefused(_ row: BadCase) {
        let error = #expect(throws: RelyingPartyError.self) {
            try CaseFile(json: Array(row.testDescription.utf8))
        }
        #expect(error?.description.contains(row.story) == true, "\(error?.description ?? "")")
    }

    @Test func unknownKindsAreToldApart() throws {
        let file = try CaseFile(json: Array(#"[{"id":"a","kind":"poem","expected":"accept"}]"#.utf8))
        let result = file.cases[0].run()
        #expect(result.agreement == .notJudged && !result.isCeremony)
        #expect(CaseSummary([result]).notJudged == 1 && CaseSummary([result]).isClean)
    }
}
