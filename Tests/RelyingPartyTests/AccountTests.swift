import Bytes
import COSE
import RelyingParty
import Testing
import WebAuthnModel

/// Whose credential answered, and what else goes wrong between ceremonies.
@Suite struct AccountTests {
    static let other: [UInt8] = Array("user-0002".utf8)

    static let rows: [Row] = [
        // A valid assertion of another account: the response is right, and it is not this user's.
        Row(
            "userHandle.otherOwner",
            authentication: {
                $0.userHandle = nil
                $0.expectation.account = .identified(userHandle: other)
            }),
        Row(
            "userHandle.otherOwner",
            authentication: {
                $0.expectation.allowCredentials = []
                $0.expectation.account = .identified(userHandle: other)
            }),
        Row("userHandle.other", authentication: { $0.userHandle = other }),
        Row(
            "userHandle.other",
            authentication: {
                $0.userHandle = other
                $0.expectation.account = .discovered
            }),
        Row(
            "userHandle.other",
            authentication: {
                $0.userHandle = other
                $0.expectation.account = .unstated
            }),
        Row(
            "userHandle.missing",
            authentication: {
                $0.userHandle = nil
                $0.expectation.account = .discovered
            }),
        Row(
            "userHandle.otherEncoding",
            authentication: { $0.userHandle = Array(Base64URL.encode(AuthenticationRecipe.userHandle).utf8) }),
        // Made for another relying party, another user's challenge, another ceremony.
        Row(
            "ceremony.crossRP", found: "authData.rpIdHash.other",
            authentication: { $0.data.rpIDHash = RPIDHash(of: "example.com").bytes }),
        Row(
            "ceremony.challengeReuse", found: "clientData.challenge.other",
            authentication: { $0.expectation.challenge = [UInt8](repeating: 5, count: 32) }),
        Row(
            "ceremony.registrationReplayed", found: "clientData.challenge.other",
            registration: { $0.expectation.challenge = [UInt8](repeating: 5, count: 32) }),
        Row(
            "ceremony.duplicateCredential", found: "authData.credentialId.ofAnotherUser",
            registration: { $0.expectation.registeredCredentialIDs = [RegistrationRecipe.credentialID] }),
        Row(
            "ceremony.uvDowngrade", found: "authData.flags.UV.clear",
            authentication: { $0.data.flags.remove(.userVerified) }),
        Row(
            "ceremony.algorithmPolicyOnlyInBrowser", found: "key.alg.notOffered",
            registration: { $0.expectation.offeredAlgorithms = [.edDSA] }),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow("no user handle, user identified", authentication: { $0.userHandle = nil }),
        GoodRow("discovered", authentication: { $0.expectation.account = .discovered }),
        GoodRow(
            "unstated",
            authentication: {
                $0.expectation.account = .unstated
                $0.userHandle = nil
            }),
        GoodRow("any credential", authentication: { $0.expectation.allowCredentials = [] }),
        GoodRow(
            "a record that was not kept whole",
            authentication: {
                $0.expectation.credential.userHandle = nil
                $0.expectation.credential.backupEligible = nil
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// A record without an owner vouches for nobody, whatever handle comes with the response.
    @Test func withoutAnOwnerNobodyIsConfirmed() throws {
        for handle in [nil, AuthenticationRecipe.userHandle] {
            for account: AuthenticationExpectation.Account in [
                .identified(userHandle: AuthenticationRecipe.userHandle), .unstated,
            ] {
                var recipe = try AuthenticationRecipe()
                recipe.userHandle = handle
                recipe.expectation.account = account
                recipe.expectation.credential.userHandle = nil
                let finding = try recipe.report(.level3).findings.first { $0.code == .userHandle }
                #expect(finding?.status == .skipped)
            }
        }
    }

    @Test func theRecordIsUpdated() throws {
        var recipe = try AuthenticationRecipe()
        recipe.data.flags = [.userPresent, .userVerified, .backupEligible, .backupState]
        recipe.expectation.credential.backupEligible = true
        recipe.expectation.credential.uvInitialized = false
        let record = try #require(try recipe.report(.level3).credential)
        #expect(record.signCount == 8 && record.backupState == true && !record.uvInitialized)
        recipe.expectation.authorizesUserVerification = true
        #expect(try recipe.report(.level3).verified().uvInitialized)
        // A counter that a lenient policy forgives does not take the record back.
        recipe.data.signCount = 2
        #expect(try recipe.report(.lenient).credential?.signCount == 7)
        #expect(try recipe.report(.level3).credential == nil)
    }
}
