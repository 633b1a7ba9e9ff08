import Bytes
import COSE
import Cryptography
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// The metadata service as a source of trust.
@Suite struct MetadataTests {
    typealias Edit = @Sendable (inout RegistrationRecipe, inout MetadataRecipe) throws -> Void

    static func install(_ edit: Edit, in recipe: inout RegistrationRecipe) throws {
        var metadata = try MetadataRecipe()
        try edit(&recipe, &metadata)
        try metadata.install(in: &recipe)
    }

    static func row(
        _ fault: String, marks: String = "ffff", also: [String: String] = [:],
        _ attestation: RegistrationRecipe.Attestation = .packedCertified, _ edit: @escaping Edit
    ) -> Row {
        Row(fault, marks: marks, also: also, attestation, registration: { try install(edit, in: &$0) })
    }

    static func header(_ fault: String, _ name: String, _ value: JSONValue) -> Row {
        row("mds.jws.\(fault)") { $1.header = [JSONMember(name, value)] }
    }

    static let rows: [Row] = signature + certificates + payload + model

    static let signature: [Row] = [
        row("mds.signature") { $1.editSignature = { $0[40] ^= 1 } },
        row("mds.signature") { $1.editSignature = { $0 = [] } },
        row("mds.signature") { $1.signer = try TestKeys.stranger() },
        row("mds.signature") {
            // One letter of the payload, which ends before the last dot.
            $1.editBLOB = { blob in
                let dot = blob.lastIndex(of: UInt8(ascii: ".")) ?? 0
                blob[dot - 8] = blob[dot - 8] == 0x41 ? 0x42 : 0x41
            }
        },
        header("algNone", "alg", "none"), header("algNone", "alg", .null), header("algNone", "alg", "None"),
        header("algOther", "alg", "HS256"), header("algOther", "alg", "ES384"),
        header("algOtherThanKey", "alg", "RS256"), header("x5u", "x5u", "https://attacker.example/"),
        header("jku", "jku", "https://attacker.example/"), header("crit", "crit", ["b64"]),
        header("x5c", "x5c", .null), header("x5c", "x5c", []), header("x5c", "x5c", "AAAA"),
        header("x5c", "x5c", ["!"]), row("mds.jws.malformed") { $1.editBLOB = { $0 = [] } },
        row("mds.jws.malformed") { $1.editBLOB = { $0 = Array("{\"no\": 1}".utf8) } },
        row("mds.jws.malformed") { $1.editBLOB = { $0 = Array("W10.e30.AA".utf8) } },
        row("mds.jws.malformed") { $1.editBLOB = { $0.append(UInt8(ascii: "=")) } },
        row("mds.jws.malformed") { $1.editBLOB = { $0 += Array(".AAAA".utf8) } },
        row("mds.jws.malformed") { $1.editBLOB = { $0.removeLast($0.count / 2 + $0.count / 4) } },
        row("mds.jws.duplicateMember") {
            // {"alg":"ES256","alg":"none"}
            $1.editBLOB = { $0 = Array("eyJhbGciOiJFUzI1NiIsImFsZyI6Im5vbmUifQ.e30.AA".utf8) }
        },
        row("mds.jws.tooLarge") {
            $1.editBLOB = { $0 = [UInt8](repeating: 0x41, count: MetadataPayload.maximumBytes + 1) }
        },
    ]

    static let certificates: [Row] = [
        row("mds.chain") { $1.certificates.leaf.notAfter = CertificateRecipe.now - 1 },
        row("mds.chain") { $1.certificates.edit = { chain, _ in chain.append([0x30, 0]) } },
        row("mds.chain") { $1.certificates.edit = { chain, _ in chain.append(chain[0]) } },
        row("mds.chain") {
            $1.certificates.hasIntermediate = true
            $1.certificates.intermediate.extensions = []
        },
        row("mds.chain") { $1.certificates.leafSigner = try TestKeys.attacker() },
        row("mds.rootUnpinned") { $1.pinned = [] },
        row("mds.rootUnpinned") {
            $1.pinned = [try X509Certificate(der: RogueCertificate.der(subject: "Other", issuer: "Other"))]
        },
        // A root of the right name and another key.
        row("mds.chain") { $1.pinned = [try X509Certificate(der: try $0.certificates.rootDER())] },
        row("mds.rootUnpinned") {
            // Signed by a root of the attacker's own, which has the pinned one's name and is included.
            let attacker = try RogueCertificate.der(subject: "Root", issuer: "Root", authority: true)
            $1.certificates.leafSigner = try TestKeys.attacker()
            $1.certificates.edit = { chain, _ in chain.append(attacker) }
        },
    ]

    static let payload: [Row] = [
        row("mds.signerOther") { $1.signerName = "example.org" },
        row("mds.numberWentBack") { $1.lastNumber = MetadataRecipe.number + 1 },
        row("mds.malformed") { $1.editPayload = { $0.removeLast() } },
        row("mds.malformed") { $1.payload = [JSONMember("no", -1)] },
        row("mds.malformed") { $1.editEntries = { $0.append(1) } },
        row("mds.expired", marks: "wwww") { $1.payload = [JSONMember("nextUpdate", "2026-11-29")] },
        row("mds.aaguidUnknown", marks: "wwww") { $1.editEntries = { $0 = [] } },
        row("mds.aaguidUnknown", marks: "wwww", .fidoU2F) { _, _ in },
        row("mds.rootUnreadable", marks: "wwww") {
            $1.roots = [[0x30, 0], try $0.certificates.rootDER()]
        },
    ]

    static let compromises = [
        "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
        "USER_KEY_PHYSICAL_COMPROMISE", "REVOKED",
    ]

    static let model: [Row] =
        compromises.flatMap { word in
            [RegistrationRecipe.Attestation.packedCertified, .packedSelf, .none].map { attestation in
                row("mds.status.compromised", attestation) {
                    $1.reports.append(MetadataRecipe.report(word, since: "2026-01-01"))
                }
            }
        } + [
            row("mds.status.updateUnproved", marks: "wwww") {
                $1.reports += [
                    MetadataRecipe.report("REVOKED", since: "2026-01-01"),
                    MetadataRecipe.report("UPDATE_AVAILABLE", since: "2026-02-01", version: 5),
                ]
            },
            row("mds.status.retired", marks: "wwww") { $1.reports = [MetadataRecipe.report("RETIRED")] },
            row("mds.status.outdated", marks: "wwww") { recipe, _ in recipe.certificates.certify(firmware: 4)
            },
            row("packed.alg.otherThanMetadata", marks: "wwfw", .packedSelf) {
                $1.state("authenticationAlgorithms", ["ed25519_eddsa_sha512_raw"])
            },
            row("packed.alg.otherThanMetadata", marks: "wwfw") {
                $0.statementAlgorithm = .es384
                $0.signer = try TestKeys.attestation()
                $1.state("authenticationAlgorithms", ["secp256r1_ecdsa_sha256_raw", "rsassa_pss_sha256_raw"])
            },
            row("packed.certificate.algorithm.otherThanMetadata", marks: "wwfw") { recipe, _ in
                let signer = try TestKeys.ec(.p384, 3)
                recipe.signer = signer
                recipe.certificates.leaf.publicKeyInfo = signer.publicKey.subjectPublicKeyInfo
            },
            row("packed.x5c.missingWhenExpected", marks: "wwfw", .packedSelf) {
                $1.state("attestationTypes", ["basic_full"])
            },
            // A statement that names no root vouches for none.
            row("chain.attackerRoot") { $1.roots = [] },
            row("chain.attackerRoot") { recipe, metadata in
                recipe.certificates.leafSigner = try TestKeys.attacker()
                recipe.certificates.leaf.issuer = DistinguishedName(.commonName("Attacker"))
            },
        ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static func good(
        _ name: String, _ attestation: RegistrationRecipe.Attestation = .packedCertified,
        _ edit: @escaping Edit
    ) -> GoodRow {
        GoodRow(name, attestation, registration: { try install(edit, in: &$0) })
    }

    static let good: [GoodRow] = [
        good("as it should be") { _, _ in },
        good("self attestation of a listed model", .packedSelf) { _, _ in },
        good("no attestation of an unknown model", .none) { $1.editEntries = { $0 = [] } },
        good("the number that was seen") { $1.lastNumber = MetadataRecipe.number },
        good("the last day") { $1.payload = [JSONMember("nextUpdate", "2026-11-30")] },
        good("no next day") { $1.payload = [JSONMember("nextUpdate", .null)] },
        good("an intermediate of the signer") { $1.certificates.hasIntermediate = true },
        good("RSA") {
            $1.algorithm = .rs256
            $1.signer = try TestKeys.rsa()
            $1.certificates.leaf.publicKeyInfo = $1.signer.publicKey.subjectPublicKeyInfo
        },
        good("the signer by name") { $1.signerName = "MDS.example.org" },
        good("a line end") { $1.editBLOB = { $0 += [13, 10] } },
        good("unknown members, words and algorithms") {
            $1.payload = [JSONMember("new", ["of": ["any": "kind"]])]
            $1.entry = [JSONMember("rogueListURL", 1), JSONMember("biometricStatusReports", [1])]
            $1.state("icon", 1)
            $1.state("authenticatorGetInfo", ["versions": [1, [2]]])
            $1.state("authenticationAlgorithms", ["ml_dsa_44_raw"])
            $1.state("attestationTypes", ["new_full"])
            $1.reports.append(["status": "NEW_WORD", "effectiveDate": "2026-06-01", "fips": true])
            $1.header = [JSONMember("new", 1)]
        },
        good("the leaf is listed") { recipe, metadata in
            metadata.roots = [try recipe.certificates.chain()[0]]
        },
        good("the intermediate is listed, among others") { recipe, metadata in
            recipe.certificates.hasIntermediate = true
            metadata.roots = [try metadata.certificates.rootDER(), try recipe.certificates.chain()[1]]
        },
        good("a root with line ends in its base64") { recipe, metadata in
            let text = Base64.encode(try recipe.certificates.rootDER())
            metadata.state(
                "attestationRootCertificates", [.string("\n \(text.prefix(64))\r\n\(text.dropFirst(64))")])
        },
        good("two entries, and the other has the root") {
            $1.editEntries = { entries in
                entries.insert(["aaguid": .string(MetadataRecipe.model), "statusReports": []], at: 0)
            }
        },
        good("a U2F key by its own key", .fidoU2F) { recipe, metadata in
            let leaf = try X509Certificate(der: try recipe.certificates.chain()[0])
            metadata.nameKey(leaf.publicKeyInfo.keyIdentifier)
        },
        // Reports that are not held against the device.
        good("revoked tomorrow") { $1.reports.append(MetadataRecipe.report("REVOKED", since: "2026-12-01")) },
        good("another batch") {
            $1.reports.append(
                MetadataRecipe.report(
                    "ATTESTATION_KEY_COMPROMISE", since: "2026-01-01",
                    certificate: try $1.certificates.rootDER()))
        },
        good("older than the weakness") { recipe, metadata in
            recipe.certificates.certify(firmware: 5)
            metadata.reports.append(
                MetadataRecipe.report("USER_VERIFICATION_BYPASS", since: "2026-01-01", version: 6))
        },
        good("updated, whatever the order") { recipe, metadata in
            recipe.certificates.certify(firmware: 5)
            metadata.reports = [
                MetadataRecipe.report("UPDATE_AVAILABLE", since: "2026-02-01", version: 5),
                MetadataRecipe.report("USER_KEY_REMOTE_COMPROMISE", since: "2026-01-01"),
            ]
        },
        good("a serial number and a firmware") { recipe, _ in
            recipe.certificates.certify(firmware: 5)
            recipe.certificates.certify(serialNumber: [1, 2, 3])
        },
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    // MARK: Trust

    struct TrustRow: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let status: Trust.Status
        var attestation = RegistrationRecipe.Attestation.packedCertified
        var hasAnchor = false
        /// Whether the report names the model.
        var isNamed = true
        let edit: Edit
    }

    static let trust: [TrustRow] = [
        TrustRow(testDescription: "by the metadata alone", status: .trusted) { _, _ in },
        TrustRow(
            testDescription: "by an anchor, of a model that is not listed", status: .trusted, hasAnchor: true,
            isNamed: false
        ) {
            $1.editEntries = { $0 = [] }
        },
        TrustRow(testDescription: "nobody knows the model", status: .unverified, isNamed: false) {
            $1.editEntries = { $0 = [] }
        },
        TrustRow(testDescription: "listed without a statement", status: .unverified) { $1.statement = nil },
        TrustRow(testDescription: "listed without a root", status: .untrusted) { $1.roots = [] },
        TrustRow(testDescription: "listed with another root", status: .untrusted) {
            $1.roots = [try $1.certificates.rootDER()]
        },
        TrustRow(testDescription: "not signed", status: .unverified, isNamed: false) {
            $1.editSignature = { $0[0] ^= 1 }
        },
        TrustRow(
            testDescription: "not signed, beside an anchor", status: .unverified, hasAnchor: true,
            isNamed: false
        ) {
            $1.editSignature = { $0[0] ^= 1 }
        },
        TrustRow(testDescription: "an old BLOB", status: .unverified, isNamed: false) { $1.lastNumber = 43 },
        TrustRow(testDescription: "expired", status: .trusted) {
            $1.payload = [JSONMember("nextUpdate", "2026-01-01")]
        },
        TrustRow(testDescription: "self attestation", status: .none, attestation: .packedSelf) { _, _ in },
        TrustRow(testDescription: "no attestation", status: .none, attestation: .none) { _, _ in },
        TrustRow(
            testDescription: "a U2F key that is not listed", status: .unverified, attestation: .fidoU2F,
            isNamed: false
        ) { _, _ in },
    ]

    @Test(arguments: trust) func isTrusted(_ row: TrustRow) throws {
        var recipe = try RegistrationRecipe(row.attestation)
        try Self.install(row.edit, in: &recipe)
        recipe.hasAnchor = row.hasAnchor
        let report = try recipe.report(.level3)
        #expect(report.trust.status == row.status, "\(report.text)")
        #expect((report.trust.model != nil) == row.isNamed, "\(report.text)")
    }

    /// What is believed by nobody vouches for nobody, whatever the policy forgives.
    @Test func noPolicyBelievesAForgery() throws {
        var recipe = try RegistrationRecipe(.packedCertified)
        try Self.install({ $1.signer = try TestKeys.stranger() }, in: &recipe)
        let report = try recipe.report(.level3.deciding(.metadata, as: .pass))
        #expect(report.verdict == .accept && report.trust.status == .unverified)
        #expect(recipe.expectation.metadata?.isVerified == false)
        #expect(recipe.expectation.metadata?.faults.map(\.fault.description) == ["mds.signature"])
    }

    @Test func aRelyingPartyMayWantMore() throws {
        let wary = Policy.level3.deciding(FaultID(.metadata, "aaguidUnknown"), as: .fail)
        var recipe = try RegistrationRecipe(.packedCertified)
        try Self.install({ $1.editEntries = { $0 = [] } }, in: &recipe)
        #expect(try recipe.report(wary).findings.filter(\.rejects).map(\.code) == [.metadata])
        try Self.install({ $1.reports = [MetadataRecipe.report("REVOKED")] }, in: &recipe)
        #expect(try recipe.report(.level3.deciding(.metadataStatus, as: .warn)).verdict == .accept)
    }

    @Test func theReportNamesTheModel() throws {
        var recipe = try RegistrationRecipe(.packedCertified)
        try Self.install(
            {
                $0.certificates.certify(firmware: 328_966)
                $0.certificates.certify(serialNumber: [0xCA, 0xFE])
                $1.entry = []
            }, in: &recipe)
        let report = try recipe.report(.level3)
        let trust = try JSONValue(parsing: report.json(toolVersion: "1"))["trust"]
        #expect(
            trust?["metadata"] == [
                "number": 42, "aaguid": .string(MetadataRecipe.model), "description": "Example Authenticator",
                "status": "FIDO_CERTIFIED_L1",
            ])
        #expect(trust?["firmwareVersion"] == 328_966 && trust?["serialNumber"] == ["base64url": "yv4"])
        #expect(
            report.text.contains(
                """
                  model     Example Authenticator, \(MetadataRecipe.model), status FIDO_CERTIFIED_L1,
                            by metadata number 42
                  serial    yv4
                  firmware  328966
                """), "\(report.text)")
        #expect(!report.findings.contains { $0.status == .skipped })
    }
}

extension MetadataRecipe {
    /// An entry without an AAGUID, for a key.
    mutating func nameKey(_ identifier: [UInt8]) {
        entry = [
            JSONMember("aaguid", .null),
            JSONMember("attestationCertificateKeyIdentifiers", [.string(Hex.encode(identifier))]),
        ]
        state("aaguid", .null)
        state("protocolFamily", "u2f")
    }
}

extension CertificateRecipe {
    /// Names the firmware (§8.2.1).
    mutating func certify(firmware: Int) {
        setLeaf(
            "1.3.6.1.4.1.45724.1.1.5", X509Extension("1.3.6.1.4.1.45724.1.1.5", value: DER.integer(firmware)))
    }

    /// Names the device (§8.2.2).
    mutating func certify(serialNumber: [UInt8]) {
        setLeaf(
            "1.3.6.1.4.1.45724.1.1.2",
            X509Extension("1.3.6.1.4.1.45724.1.1.2", value: DER.octetString(serialNumber)))
    }
}
