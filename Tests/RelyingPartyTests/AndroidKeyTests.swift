import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Statements of format android-key.
@Suite struct AndroidKeyTests {
    static func member(_ name: String, _ variant: String, _ value: CBORValue?) -> Row {
        Row(
            "androidKey.\(name).\(variant)", .androidKey,
            registration: { $0.editStatement = { $0 = $0.setting(name, to: value) } })
    }

    static func row(
        _ fault: String, marks: String = "ffff",
        _ edit: @escaping @Sendable (inout RegistrationRecipe) throws -> Void
    ) -> Row { Row("androidKey.\(fault)", marks: marks, .androidKey, registration: edit) }

    /// A key description of other bytes.
    static func raw(_ variant: String, marks: String = "ffff", _ lists: [UInt8]...) -> Row {
        row("keyDescription.\(variant)", marks: marks) { recipe in
            let hash = ClientDataHash(of: recipe.client.bytes).bytes
            let value = DER.sequence(
                of: [
                    DER.integer(3), DER.enumerated(1), DER.integer(4), DER.enumerated(1),
                    DER.octetString(hash), DER.octetString([]),
                ] + lists)
            recipe.certificates.setLeaf(
                KeyDescription.extensionIdentifier,
                X509Extension(KeyDescription.extensionIdentifier, value: value))
        }
    }

    static let purpose = DER.explicit(1, DER.set(of: [DER.integer(2)]))
    static let origin = DER.explicit(702, DER.integer(0))
    static let empty = DER.sequence()

    static let statement: [Row] = [
        member("alg", "missing", nil), member("alg", "notInteger", "ES256"),
        member("alg", "otherThanKey", -257), member("sig", "missing", nil), member("sig", "notBytes", 1),
        member("sig", "empty", .bytes([])), member("x5c", "missing", nil), member("x5c", "notArray", 1),
        member("x5c", "notArray", [1]), member("x5c", "empty", []),
        row("x5c.malformed") { $0.certificates.edit = { chain, _ in chain[0].removeLast() } },
        row("sig.other") { $0.editSignature = { $0[$0.count - 1] ^= 1 } },
        row("sig.overOtherCounter") { $0.editSignedData = { $0[36] ^= 1 } },
        row("leafKey.other") { $0.signer = try TestKeys.stranger() },
    ]

    static let description: [Row] = [
        row("keyDescription.missing") { $0.certificates.dropsBinding = true },
        row("challenge.other") { $0.description.attestationChallenge = [1] },
        row("challenge.other") {
            $0.description.attestationChallenge = ClientDataHash(of: RegistrationRecipe.challenge).bytes
        },
        row("allApplications.present") { $0.description.hardwareEnforced.allApplications = true },
        row("allApplications.present") { $0.description.softwareEnforced.allApplications = true },
        row("origin.otherValue") { $0.description.hardwareEnforced.origin = 2 },
        row("origin.otherValue") { $0.description.softwareEnforced.origin = 1 },
        row("origin.absent", marks: "wwww") { $0.description.hardwareEnforced.origin = nil },
        row("origin.softwareOnly", marks: "pppp") {
            swap(&$0.description.hardwareEnforced.origin, &$0.description.softwareEnforced.origin)
        },
        row("purpose.otherValue") { $0.description.hardwareEnforced.purposes = [3] },
        row("purpose.otherValue") { $0.description.hardwareEnforced.purposes = [2, 3] },
        row("purpose.otherValue") { $0.description.hardwareEnforced.purposes = [] },
        row("purpose.otherValue") { $0.description.softwareEnforced.purposes = [0] },
        row("purpose.absent", marks: "wwww") { $0.description.hardwareEnforced.purposes = nil },
        row("purpose.softwareOnly", marks: "pppp") {
            swap(&$0.description.hardwareEnforced.purposes, &$0.description.softwareEnforced.purposes)
        },
        // The structure.
        raw("malformed"), raw("malformed", empty), raw("malformed", empty, empty, empty),
        raw("malformed", empty, [0x30, 0x80, 0, 0]), raw("malformed", empty, DER.set(of: [])),
        raw("malformed", empty, DER.sequence(purpose, purpose, origin)),
        raw("malformed", empty, DER.sequence(DER.integer(1), purpose, origin)),
        raw("malformed", empty, DER.sequence(DER.explicit(1, DER.integer(2)), origin)),
        raw("malformed", empty, DER.sequence(purpose, DER.explicit(600, DER.boolean(true)), origin)),
        raw("malformed", empty, DER.sequence(purpose, DER.explicit(702, DER.null()))),
        raw("malformed", empty, DER.sequence(purpose, DER.explicit(702, DER.integer(0), DER.null()))),
        raw("malformed", empty, DER.sequence(purpose, DER.implicit(702, [0]))),
        raw("tagOrder", marks: "wwfw", empty, DER.sequence(origin, purpose)),
        row("keyDescription.integerSecurityLevel", marks: "wwfw") { recipe in
            let hash = ClientDataHash(of: recipe.client.bytes).bytes
            let value = DER.sequence(
                DER.integer(300), DER.integer(1), DER.integer(300), DER.integer(1), DER.octetString(hash),
                DER.octetString([]), empty, DER.sequence(purpose, origin))
            recipe.certificates.setLeaf(
                KeyDescription.extensionIdentifier,
                X509Extension(KeyDescription.extensionIdentifier, value: value))
        },
    ]

    static let rows = statement + description

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow("as it should be", .androidKey, registration: { _ in }),
        GoodRow("an intermediate", .androidKey, registration: { $0.certificates.hasIntermediate = true }),
        GoodRow(
            "both lists say the same", .androidKey,
            registration: { $0.description.softwareEnforced = $0.description.hardwareEnforced }),
        GoodRow(
            "members that are not known", .androidKey,
            registration: {
                $0.description.hardwareEnforced.others = [
                    .init(tag: 2, value: DER.integer(3)), .init(tag: 9_999, value: DER.null()),
                ]
            }),
        GoodRow(
            "a security level that is not known", .androidKey,
            registration: { $0.description.keyMintSecurityLevel = .init(rawValue: 9) }),
        GoodRow(
            "a subject without the fields of packed", .androidKey,
            registration: {
                $0.certificates.leaf.subject = DistinguishedName(.commonName("Android Keystore Key"))
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// A relying party that wants the trusted environment's word takes neither silence nor the other list.
    @Test func theTrustedEnvironmentAloneMayCount() throws {
        let policy = Policy.level3.trustedEnvironmentOnly
        let good = try RegistrationRecipe(.androidKey)
        #expect(try good.report(policy).verdict == .accept)
        for said in [AuthorizationList(), AuthorizationList(purposes: [2], origin: 0)] {
            var recipe = try RegistrationRecipe(.androidKey)
            recipe.description.hardwareEnforced = AuthorizationList()
            recipe.description.softwareEnforced = said
            #expect(try recipe.report(.level3).verdict == .accept)
            let report = try recipe.report(policy)
            #expect(report.findings.filter(\.rejects).map(\.code) == [.androidKeyOrigin, .androidKeyPurpose])
        }
    }

    @Test func theCertificateLeadsToTheAuthority() throws {
        let report = try RegistrationRecipe(.androidKey).report(.level3)
        #expect(report.trust.status == .trusted && report.trust.attestation == .certified)
    }

    /// An algorithm that cannot be checked rejects, and says that nothing was found wrong.
    @Test func anUnknownAlgorithmIsUnsupported() throws {
        var recipe = try RegistrationRecipe(.androidKey)
        recipe.editStatement = { $0 = $0.setting("alg", to: -48) }
        let report = try recipe.report(.level3)
        #expect(report.findings.filter(\.rejects).count == 1 && report.verdict == .reject, "\(report.text)")
    }
}
