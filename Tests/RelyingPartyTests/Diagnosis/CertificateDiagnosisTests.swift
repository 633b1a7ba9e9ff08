import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Chains that would do at another time, in another order or with another anchor.
@Suite struct CertificateDiagnosisTests {
    static func chain(
        _ word: String, _ variant: String, _ suspect: Suspect,
        _ edit: @escaping @Sendable (inout RegistrationRecipe) throws -> Void
    ) -> DiagnosisRow {
        DiagnosisRow("chain.\(word)", "chain.\(variant)", suspect, .packedCertified, registration: edit)
    }

    static func withIntermediate(
        _ edit: @escaping @Sendable (inout CertificateRecipe) throws -> Void
    ) -> @Sendable (inout RegistrationRecipe) throws -> Void {
        {
            $0.certificates.hasIntermediate = true
            try edit(&$0.certificates)
        }
    }

    static let rows: [DiagnosisRow] = [
        chain("otherTime", "expired", .configuration) { $0.expectation.now += 3 * CertificateRecipe.year },
        chain("otherTime", "notYetValid", .configuration) {
            $0.expectation.now -= 3 * CertificateRecipe.year
        },
        chain(
            "otherTime", "intermediateExpired", .configuration,
            withIntermediate { $0.intermediate.notAfter = CertificateRecipe.now - 10 }),
        chain("otherTime", "intermediateExpired", .configuration) {
            $0.certificates.root.notAfter = CertificateRecipe.now - 10
        },
        chain("neverValid", "expired", .authenticator) {
            $0.certificates.leaf.notAfter = $0.certificates.root.notBefore - 10
        },
        // The wrong way round: seen where the attesting certificate is used.
        DiagnosisRow(
            "signature.byLaterCertificate", "packed.sig.byLaterCertificate", .authenticator, .packedCertified,
            registration: withIntermediate { $0.edit = { chain, _ in chain.reverse() } }),
        DiagnosisRow(
            "signature.byLaterCertificate", "androidKey.sig.byLaterCertificate", .authenticator, .androidKey,
            registration: withIntermediate { $0.edit = { chain, _ in chain.reverse() } }),
        DiagnosisRow(
            "chain.wrongOrder", "apple.leafKey.other", .authenticator, .apple,
            registration: withIntermediate { $0.edit = { chain, _ in chain.reverse() } }),
        chain(
            "shuffled", "order", .authenticator,
            withIntermediate { $0.edit = { chain, root in chain = [chain[0], root, chain[1]] } }),
        chain(
            "intermediateMissing", "attackerRoot", .configuration,
            withIntermediate { $0.edit = { chain, _ in chain.removeLast() } }),
        chain("ownRoot", "attackerRoot", .authenticator) {
            let attacker = try RogueCertificate.der(subject: "Rogue", issuer: "Rogue", authority: true)
            $0.certificates.leafSigner = try TestKeys.attacker()
            $0.certificates.leaf.issuer = try X509Certificate(der: attacker).subject
            $0.certificates.edit = { chain, _ in chain.append(attacker) }
        },
        chain("ownRoot", "attackerRoot", .authenticator) {
            let attacker = try RogueCertificate.der(subject: "Root", issuer: "Root", authority: true)
            $0.certificates.leafSigner = try TestKeys.attacker()
            $0.certificates.edit = { chain, _ in chain.append(attacker) }
        },
        chain("anchorOtherKey", "unverifiable", .configuration) {
            $0.certificates.leafSigner = try TestKeys.attacker()
        },
        chain("anchorIsLeaf", "attackerRoot", .configuration) {
            var other = $0.certificates
            other.leaf.serialNumber = [99]
            $0.hasAnchor = false
            $0.expectation.trustAnchors = [try X509Certificate(der: try other.chain()[0])]
        },
        // An unknown authority of another organisation: nothing is nearly right.
        chain("attackerRoot", "attackerRoot", .authenticator) {
            $0.certificates.leafSigner = try TestKeys.attacker()
            $0.certificates.leaf.issuer = DistinguishedName(.commonName("Attacker"))
        },
    ]

    @Test(arguments: rows) func isExplained(_ row: DiagnosisRow) throws { try row.check() }

    @Test func timeIsToldInDates() throws {
        var recipe = try RegistrationRecipe(.packedCertified)
        recipe.expectation.now += CertificateRecipe.year + 10 * 86_400
        let told = try #require(try recipe.report(.level3).diagnoses.first)
        #expect(
            told.sentence
                == "The certificates are all valid from 2025-11-30T00:00:00Z to 2027-11-30T00:00:00Z; they were judged "
                + "at 2027-12-10T00:00:00Z, 10 days too late. Nothing else is wrong with them: they lead to a trust "
                + "anchor.")
        // Without an anchor the same is told of a warning.
        recipe.hasAnchor = false
        let report = try recipe.report(.level3)
        #expect(report.verdict == .accept && report.diagnoses.map(\.code) == ["chain.otherTime"])
    }
}
