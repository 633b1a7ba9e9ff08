import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Statements of format apple.
@Suite struct AppleTests {
    static func member(_ variant: String, _ value: CBORValue?) -> Row {
        Row(
            "apple.x5c.\(variant)", .apple,
            registration: { $0.editStatement = { $0 = $0.setting("x5c", to: value) } })
    }

    static let nonce = [UInt8](repeating: 9, count: 32)

    static func nonce(_ variant: String, _ value: [UInt8]) -> Row {
        Row(
            "apple.nonce.\(variant)", .apple,
            registration: {
                $0.certificates.setLeaf(
                    AppleStatement.nonceExtension, X509Extension(AppleStatement.nonceExtension, value: value))
            })
    }

    static let rows: [Row] = [
        member("missing", nil), member("notArray", 1), member("notArray", ["x"]), member("empty", []),
        Row(
            "apple.x5c.malformed", .apple,
            registration: { $0.certificates.edit = { chain, _ in chain[0].removeLast() } }),
        nonce("other", AppleStatement.extensionValue(nonce: nonce)),
        nonce("other", AppleStatement.extensionValue(nonce: [])),
        nonce("notWrapped", nonce), nonce("notWrapped", []), nonce("notWrapped", DER.octetString(nonce)),
        nonce("notWrapped", DER.sequence(DER.octetString(nonce))),
        nonce("notWrapped", DER.explicit(1, DER.octetString(nonce))),
        nonce("notWrapped", DER.sequence(DER.explicit(0, DER.octetString(nonce)))),
        nonce("notWrapped", DER.sequence(DER.implicit(1, nonce))),
        nonce("notWrapped", DER.sequence(DER.explicit(1, DER.octetString(nonce), DER.null()))),
        nonce("notWrapped", DER.sequence(DER.explicit(1, DER.octetString(nonce)), DER.null())),
        nonce("notWrapped", AppleStatement.extensionValue(nonce: nonce) + [0]),
        Row(
            "apple.nonce.missing", .apple,
            registration: {
                $0.certificates.leaf.extensions.removeAll()
                $0.certificates.dropsBinding = true
            }),
        // The data changed after the certificate was issued.
        Row("apple.nonce.overOtherCounter", .apple, registration: { $0.editSignedData = { $0[36] ^= 1 } }),
        Row("apple.leafKey.other", .apple, registration: { $0.signer = try TestKeys.stranger() }),
        Row("apple.leafKey.other", .apple, registration: { $0.signer = try TestKeys.ec(.p384, 1) }),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow("as it should be", .apple, registration: { _ in }),
        GoodRow(
            "an alg member, as early ones have", .apple,
            registration: { $0.editStatement = { $0 = $0.setting("alg", to: -7) } }),
        GoodRow("an intermediate", .apple, registration: { $0.certificates.hasIntermediate = true }),
        GoodRow(
            "another kind of key", .apple,
            registration: {
                $0.key = try TestKeys.rsa()
                $0.algorithm = .rs256
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    @Test func theCertificateLeadsToTheAuthority() throws {
        let report = try RegistrationRecipe(.apple).report(.level3)
        #expect(report.trust.status == .trusted && report.trust.attestation == .certified)
    }

    /// No key to compare with: the cause is told once, and nothing is taken for attested.
    @Test func withoutCredentialKeyNothingIsAttested() throws {
        var recipe = try RegistrationRecipe(.apple)
        recipe.editKey = { pairs in pairs.removeAll { $0.key == -2 } }
        let report = try recipe.report(.level3)
        #expect(report.findings.first { $0.code == .appleLeafKey }?.status == .skipped)
        #expect(report.findings.filter(\.rejects).map(\.code) == [.keyMissing], "\(report.text)")
        #expect(report.trust.status == Trust.Status.none)
    }
}
