import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Bugs of other verifiers, authenticators and clients that were reported in public.
@Suite struct PublicReportTests {
    static let all: [PublicReport] =
        PublicReport.keys + PublicReport.encodings + PublicReport.flags + PublicReport.clients
        + PublicReport.attestations + PublicReport.paths

    /// The numbers have gaps, and none is left out.
    static let numbers = [
        1, 2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 18, 21, 22, 23, 25, 26, 27, 29, 30, 31, 33, 34, 35, 37, 38,
        39, 41, 42, 43, 45, 46, 47, 49, 50, 51, 53, 54, 57, 58, 59, 61, 62, 63, 65, 66, 67, 69, 70, 71, 73,
        74, 75, 77, 78, 79, 81, 82,
    ]

    @Test func everyNumberIsAnswered() { #expect(Self.all.map(\.number) == Self.numbers) }

    @Test(arguments: all) func isAnswered(_ report: PublicReport) throws { try report.check() }

    /// Case 23: the offset of what is left over is told to the byte.
    @Test func whatIsLeftOverIsPlaced() throws {
        var recipe = try RegistrationRecipe(.packedSelf)
        recipe.key = try TestKeys.edwards(.ed25519)
        recipe.algorithm = .edDSA
        recipe.editKeyBytes = { $0[0] = 0xA3 }
        let data = try recipe.unsignedData()
        let finding = try recipe.report(.level3).findings.first { $0.code == .authenticatorData }
        let start = try #require(finding?.location?.offset)
        // The member that the map does not count: −2, and 32 bytes.
        #expect(Array(data[start...].prefix(3)) == [0x21, 0x58, 0x20] && data.count - start == 35)
    }

    /// Case 33: who wants to let a credential become eligible says so.
    @Test func aPolicyMayLetEligibilityChange() throws {
        var recipe = try AuthenticationRecipe()
        recipe.data.flags.insert(.backupEligible)
        let policy = Policy.level3.deciding(FaultID(.flagBE, "changed"), as: .warn)
        #expect(try recipe.report(policy).verdict == .accept)
    }

    /// Case 39: the counter is read with its most significant byte first.
    @Test func theCounterIsBigEndian() throws {
        var recipe = try AuthenticationRecipe()
        recipe.expectation.credential.signCount = 0x4A
        recipe.editData = { $0.replaceSubrange(33..<37, with: [0, 0, 0, 0x4B]) }
        #expect(try recipe.report(.level3).credential?.signCount == 0x4B)
    }

    /// Case 63: what no anchor vouches for is not trusted, and not wrong.
    @Test func withoutRootTheStatementStands() throws {
        var recipe = try RegistrationRecipe(.packedCertified)
        recipe.hasAnchor = false
        let report = try recipe.report(.level3)
        #expect(report.verdict == .accept && report.trust.status == .unverified)
        #expect(report.findings(.pass).map(\.code).contains(.packedSignature))
    }
}
