import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Packed statements and their attesting certificate.
@Suite struct PackedTests {
    static func member(
        _ name: String, _ variant: String, _ value: CBORValue?,
        _ attestation: RegistrationRecipe.Attestation = .packedSelf
    ) -> Row {
        Row(
            "packed.\(name).\(variant)", attestation,
            registration: {
                $0.editStatement = { $0 = $0.setting(name, to: value) }
            })
    }

    static func certificate(
        _ variant: String, marks: String = "ffff",
        _ edit: @escaping @Sendable (inout CertificateRecipe) throws -> Void
    ) -> Row {
        Row(
            "packed.certificate.\(variant)", marks: marks, .packedCertified,
            registration: { try edit(&$0.certificates) })
    }

    static func aaguid(_ value: [UInt8], critical: Bool = false) -> X509Extension {
        X509Extension(CertificateRecipe.aaguidExtension, isCritical: critical, value: value)
    }

    static let own = DER.octetString(RegistrationRecipe.aaguid)

    static let rows: [Row] = statement + certificates

    static let statement: [Row] = [
        Row("packed.attStmt.empty", .packedSelf, registration: { $0.editStatement = { $0 = .map([]) } }),
        member("alg", "missing", nil), member("alg", "notInteger", "ES256"),
        member("alg", "otherThanKey", -257), member("alg", "otherThanKey", -9),
        member("alg", "otherThanKey", -999),
        member("alg", "otherThanKey", -257, .packedCertified), member("sig", "missing", nil),
        member("sig", "notBytes", "x"), member("sig", "empty", .bytes([])), member("x5c", "notArray", 1),
        member("x5c", "notArray", ["x"]), member("x5c", "empty", []),
        member("x5c", "empty", [], .packedCertified),
        Row(
            "packed.sig.other", .packedCertified,
            registration: { $0.editSignature = { $0[$0.count - 1] ^= 1 } }),
        Row(
            "packed.sig.byCredentialKeyWithX5c", .packedCertified,
            registration: { $0.signer = try TestKeys.credential() }),
        Row(
            "packed.sig.otherKey", found: "packed.sig.other", .packedSelf,
            registration: { $0.signer = try TestKeys.stranger() }),
        Row(
            "packed.sig.overOtherCounter", .packedCertified,
            registration: { $0.editSignedData = { $0[36] ^= 1 } }),
    ]

    static let certificates: [Row] = [
        certificate("version") { $0.leaf.version = 1 }, certificate("version") { $0.leaf.version = 2 },
        certificate("isCA") { $0.setLeaf(.basicConstraints, .basicConstraints(.authority(pathLength: nil))) },
        certificate("basicConstraintsMissing", marks: "wwfw") { $0.setLeaf(.basicConstraints, nil) },
        certificate("notStrictlyDER", marks: "wwfw") {
            // cA FALSE written out, as the virtual authenticator of Chromium did.
            $0.setLeaf(.basicConstraints, X509Extension(.basicConstraints, value: [0x30, 3, 1, 1, 0]))
        },
        certificate("malformed") { $0.edit = { chain, _ in chain[0].removeLast() } },
        certificate("malformed") { $0.edit = { chain, _ in chain[0].append(0) } },
        certificate("subject.countryInvalid") { $0.leaf.subject = CertificateRecipe.subject(country: nil) },
        certificate("subject.countryInvalid") { $0.leaf.subject = CertificateRecipe.subject(country: "USA") },
        certificate("subject.countryInvalid") { $0.leaf.subject = CertificateRecipe.subject(country: "se") },
        certificate("subject.organisationMissing") {
            $0.leaf.subject = CertificateRecipe.subject(organization: nil)
        },
        certificate("subject.organisationMissing") {
            $0.leaf.subject = CertificateRecipe.subject(organization: "")
        },
        certificate("subject.unitWrong") { $0.leaf.subject = CertificateRecipe.subject(unit: nil) },
        certificate("subject.unitWrong") { $0.leaf.subject = CertificateRecipe.subject(unit: "CWG") },
        certificate("subject.commonNameMissing") {
            $0.leaf.subject = CertificateRecipe.subject(commonName: nil)
        },
        certificate("serialNumber.notOctetString", marks: "wwfw") {
            $0.setLeaf("1.3.6.1.4.1.45724.1.1.2", X509Extension("1.3.6.1.4.1.45724.1.1.2", value: [1, 2, 3]))
        },
        certificate("serialNumber.critical", marks: "wwfw") {
            $0.setLeaf(
                "1.3.6.1.4.1.45724.1.1.2",
                X509Extension("1.3.6.1.4.1.45724.1.1.2", isCritical: true, value: DER.octetString([1])))
        },
        certificate("firmwareVersion.notInteger") {
            $0.setLeaf("1.3.6.1.4.1.45724.1.1.5", X509Extension("1.3.6.1.4.1.45724.1.1.5", value: [4, 1, 5]))
        },
        certificate("firmwareVersion.notInteger") { $0.certify(firmware: -1) },
        certificate("firmwareVersion.critical") {
            $0.setLeaf(
                "1.3.6.1.4.1.45724.1.1.5",
                X509Extension("1.3.6.1.4.1.45724.1.1.5", isCritical: true, value: DER.integer(5)))
        },
        certificate("aaguidExtension.mismatch") {
            $0.setLeaf(
                CertificateRecipe.aaguidExtension, aaguid(DER.octetString([UInt8](repeating: 9, count: 16))))
        },
        certificate("aaguidExtension.critical") {
            $0.setLeaf(CertificateRecipe.aaguidExtension, aaguid(own, critical: true))
        },
        certificate("aaguidExtension.notDoubleOctetString") {
            $0.setLeaf(CertificateRecipe.aaguidExtension, aaguid(RegistrationRecipe.aaguid))
        },
        certificate("aaguidExtension.notDoubleOctetString") {
            $0.setLeaf(CertificateRecipe.aaguidExtension, aaguid(DER.octetString([1, 2])))
        },
        certificate("aaguidExtension.notDoubleOctetString") {
            $0.setLeaf(CertificateRecipe.aaguidExtension, aaguid(own + [0]))
        },
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow(
            "no AAGUID extension", .packedCertified,
            registration: { $0.certificates.setLeaf(CertificateRecipe.aaguidExtension, nil) }),
        GoodRow(
            "another credential algorithm than the certificate's", .packedCertified,
            registration: {
                $0.key = try TestKeys.edwards(.ed25519)
                $0.algorithm = .edDSA
            }),
        GoodRow(
            "a certificate on another curve, signing with SHA-256", .packedCertified,
            registration: {
                let key = try TestKeys.ec(.p384, 3)
                $0.certificates.leaf.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
                $0.signer = key
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// An algorithm of the statement that cannot be checked rejects, and says that nothing was found wrong.
    @Test func anUnknownAlgorithmOfACertificateIsUnsupported() throws {
        var recipe = try RegistrationRecipe(.packedCertified)
        recipe.editStatement = { statement in
            guard case .map(let pairs) = statement else { return }
            statement = .map(pairs.filter { $0.key != "alg" } + [CBORPair("alg", -48)])
        }
        let report = try recipe.report(.level3)
        #expect(report.findings.filter(\.rejects).map(\.code) == [.packedAlgorithm], "\(report.text)")
    }
}
