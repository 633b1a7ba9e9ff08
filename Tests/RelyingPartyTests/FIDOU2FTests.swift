import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Statements of format fido-u2f.
@Suite struct FIDOU2FTests {
    static func member(_ name: String, _ variant: String, _ value: CBORValue?) -> Row {
        Row(
            "u2f.\(name).\(variant)", .fidoU2F,
            registration: { $0.editStatement = { $0 = $0.setting(name, to: value) } })
    }

    static func signature(
        _ variant: String, _ edit: @escaping @Sendable (inout RegistrationRecipe) throws -> Void
    ) -> Row { Row("u2f.sig.\(variant)", .fidoU2F, registration: edit) }

    static let rows: [Row] = [
        // The shape.
        member("x5c", "missing", nil), member("x5c", "notArray", 1), member("x5c", "notArray", ["x"]),
        member("x5c", "empty", []), member("sig", "missing", nil), member("sig", "notBytes", "x"),
        member("sig", "empty", .bytes([])),
        Row("u2f.x5c.missing", .fidoU2F, registration: { $0.editStatement = { $0 = .map([]) } }),
        // The certificate.
        Row(
            "u2f.x5c.count", .fidoU2F,
            registration: { $0.certificates.hasIntermediate = true }),
        Row(
            "u2f.certificateKey.malformed", .fidoU2F,
            registration: { $0.certificates.edit = { chain, _ in chain[0].removeLast() } }),
        Row(
            "u2f.certificateKey.notP256", .fidoU2F,
            registration: {
                let key = try TestKeys.ec(.p384, 3)
                $0.certificates.leaf.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
                $0.signer = key
            }),
        Row(
            "u2f.certificateKey.notP256", .fidoU2F,
            registration: {
                let key = try TestKeys.rsa()
                $0.certificates.leaf.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
            }),
        // The credential.
        Row(
            "u2f.credentialKey.notP256", .fidoU2F,
            registration: {
                $0.key = try TestKeys.edwards(.ed25519)
                $0.algorithm = .edDSA
            }),
        Row(
            "u2f.credentialKey.notP256", .fidoU2F,
            registration: {
                $0.key = try TestKeys.ec(.p384, 1)
                $0.algorithm = .es384
                $0.expectation.offeredAlgorithms = [.es384]
            }),
        Row(
            "u2f.aaguid.notZero", marks: "ppfp", .fidoU2F,
            registration: {
                $0.data.attestedCredentialData?.aaguid = AAGUID(RegistrationRecipe.aaguid) ?? .zero
            }),
        // The signature.
        signature("byCredentialKeyWithX5c") { $0.signer = try TestKeys.credential() },
        signature("other") { $0.editSignature = { $0[$0.count - 1] ^= 1 } },
        signature("trailingBytes") { $0.editSignature = { $0.append(0) } },
        // The credential ID, and the point, changed after they were signed.
        Row(
            "u2f.sig.other", also: ["envelope.id.differsFromCredentialId": "ffff"], .fidoU2F,
            registration: { $0.editSignedData = { $0[60] ^= 1 } }),
        signature("other") {
            let other = COSEKey(try TestKeys.stranger().publicKey, algorithm: .es256).encoded
            $0.editSignedData = { $0.replaceSubrange(($0.count - other.count)..., with: other) }
        },
        // What packed would have signed.
        signature("overPackedMessage") { recipe in
            let data = recipe
            recipe.editStatement = { statement in
                guard let bytes = try? data.unsignedData() else { return }
                let message = bytes + ClientDataHash(of: data.client.bytes).bytes
                let signature = try? TestKeys.sign(message, TestKeys.attestation())
                statement = statement.setting("sig", to: .bytes(signature ?? []))
            }
        },
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    /// What U2F does not sign cannot be seen to be changed: flags, counter and AAGUID are the client's words.
    static let good: [GoodRow] = [
        GoodRow("as it should be", .fidoU2F, registration: { _ in }),
        GoodRow("a counter changed later", .fidoU2F, registration: { $0.editSignedData = { $0[36] = 9 } }),
        GoodRow(
            "a subject without the fields of packed", .fidoU2F,
            registration: { $0.certificates.leaf.subject = DistinguishedName(.commonName("U2F")) }),
        GoodRow(
            "no basic constraints", .fidoU2F,
            registration: { $0.certificates.setLeaf(.basicConstraints, nil) }),
        GoodRow(
            "an unknown member", .fidoU2F,
            registration: { $0.editStatement = { $0 = $0.setting("alg", to: -7) } }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    @Test func theCertificateIsTheTrustPath() throws {
        let report = try RegistrationRecipe(.fidoU2F).report(.level3)
        #expect(report.trust.status == .trusted && report.trust.attestation == .certified)
        var recipe = try RegistrationRecipe(.fidoU2F)
        recipe.hasAnchor = false
        #expect(try recipe.report(.level3).trust.status == .unverified)
    }

    /// Nothing that the signature would be over: then it is skipped, and the cause is told once.
    @Test func withoutCredentialKeyTheSignatureIsSkipped() throws {
        var recipe = try RegistrationRecipe(.fidoU2F)
        recipe.editKey = { pairs in pairs.removeAll { $0.key == -2 } }
        let report = try recipe.report(.level3)
        #expect(report.findings.first { $0.code == .u2fSignature }?.status == .skipped)
        #expect(report.findings.filter(\.rejects).map(\.code) == [.keyMissing], "\(report.text)")
    }
}
