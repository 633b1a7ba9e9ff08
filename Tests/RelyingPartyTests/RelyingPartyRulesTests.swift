import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// The catalogue of what a relying party must tell apart: each of its names is planted by a row of some suite.
@Suite struct RelyingPartyRulesTests {
    @Test func theCatalogueIsWhole() {
        let kinds = RuleCatalogue.entries.map(\.kind)
        let count = kinds.count
        let elsewhere = kinds.filter { if case .elsewhere = $0 { true } else { false } }.count
        #expect(count == 365 && elsewhere == 0)
        #expect(Set(RuleCatalogue.entries.map(\.name)).count > 250)
    }

    /// The row that plants it expects of each policy what the catalogue says; its own suite runs it.
    @Test(arguments: RuleCatalogue.entries) func isPlanted(_ entry: RuleCatalogue.Entry) {
        switch entry.kind {
        case .planted(let marks, let name):
            let rows = RuleCatalogue.rows.filter { $0.fault == name }
            #expect(rows.contains { $0.marks == marks }, "\(name): \(rows.map(\.marks))")
        case .good(let name):
            #expect(RuleCatalogue.good.contains { $0.testDescription == name }, "\(name)")
        case .elsewhere(let place): #expect(!place.isEmpty)
        }
    }

    /// A variant that the rules mark in its own way is planted somewhere.
    @Test func everyMarkedVariantIsPlanted() {
        var planted = Set(RuleCatalogue.rows.map(\.found))
        // Told only where a policy was changed.
        planted.insert("compound.elementFails")
        let marked = Rule.all.flatMap { rule in
            rule.exceptions.keys.map { FaultID(rule.code, $0).description }
        }
        #expect(marked.filter { !planted.contains($0) }.sorted() == [])
    }

    // MARK: What no other suite plants

    static let rows: [Row] =
        encodings + challenges + signatures + certified + compound + ceremonies

    /// The other forms of base64, in each member that has bytes.
    static let encodings: [Row] = [
        "clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle", "rawId",
    ].flatMap { member in
        ["padded", "standardBase64"].map { variant in
            let edit: @Sendable (inout JSONValue) -> Void = { response in
                let text = (member == "rawId" ? response : response["response"])?[member]?.stringValue ?? ""
                let other = JSONValue.string(reencoded(text, variant))
                if member == "rawId" {
                    response[member] = other
                } else {
                    response["response"]?[member] = other
                }
            }
            return member == "attestationObject"
                ? Row(
                    "envelope.\(member).\(variant)", marks: "fffw", .packedSelf,
                    registration: {
                        $0.client.value["more"] = "~~~???"
                        $0.editResponse = edit
                    })
                : Row(
                    "envelope.\(member).\(variant)", marks: "fffw",
                    authentication: {
                        $0.client.value["more"] = "~~~???"
                        // 64 bytes of signature are a text that wants padding.
                        $0.use(try TestKeys.edwards(.ed25519), .edDSA)
                        let handle: [UInt8] = [0xFB, 0xEF, 0xBE, 1]
                        $0.userHandle = handle
                        $0.expectation.account = .identified(userHandle: handle)
                        $0.expectation.credential.userHandle = handle
                        $0.editResponse = edit
                    })
        }
    }

    private static func reencoded(_ text: String, _ variant: String) -> String {
        guard variant == "padded" else {
            return String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        }
        return text + "==".prefix((4 - text.utf8.count % 4) % 4)
    }

    static let challenges: [Row] = ["expired", "ofOtherUser", "ofOtherCeremony"].map { variant in
        // All three are challenges that were issued, only not for this.
        Row(
            "clientData.challenge.\(variant)", found: "clientData.challenge.other",
            authentication: { $0.expectation.challenge = Digest.sha256(Array(variant.utf8)) })
    }

    static let signatures: [Row] = [
        Row(
            "signature.empty", found: "envelope.signature.empty",
            authentication: { $0.editSignature = { $0 = [] } }),
        Row(
            "signature.ofEarlierCeremony", found: "signature.other",
            authentication: { recipe in
                var earlier = recipe
                earlier.data.signCount = 7
                earlier.client.value["challenge"] = .string(Base64URL.encode([9, 9, 9]))
                let signed = earlier.data.encoded + ClientDataHash(of: earlier.client.bytes).bytes
                let key = recipe.key
                recipe.editSignature = { $0 = (try? TestKeys.sign(signed, key)) ?? [] }
            }),
    ]

    static let certified: [Row] = [
        Row(
            "packed.formatRenamed", found: "none.attStmt.notEmpty", .packedCertified,
            registration: { $0.editObject = { $0[0] = CBORPair("fmt", "none") } }),
        Row(
            "packed.formatRenamed", found: "attestation.fmt.unknown", .packedCertified,
            registration: { $0.editObject = { $0[0] = CBORPair("fmt", "packed-2") } }),
        Row(
            "packed.certificate.unusual", marks: "wwww", .packedCertified,
            registration: { $0.certificates.leaf.serialNumber = [0] }),
        Row(
            "tpm.aik.unusual", marks: "wwww", .tpm,
            registration: { $0.certificates.leaf.serialNumber = [0] }),
        outOfOrder("tpm", .tpm), outOfOrder("androidKey", .androidKey),
        Row(
            "attestation.keyOrder", marks: "wwfw", .packedSelf,
            registration: {
                $0.objectAsWritten = true
                // Only the statement is out of order: sig before alg.
                $0.editStatement = { $0 = .map(($0.mapValue ?? []).reversed()) }
            }),
    ]

    private static func outOfOrder(
        _ format: String, _ attestation: RegistrationRecipe.Attestation
    ) -> Row {
        Row(
            "\(format).chain.order", found: "chain.order", attestation,
            registration: {
                $0.certificates.hasIntermediate = true
                $0.certificates.edit = { chain, root in chain = [chain[0], root, chain[1]] }
            })
    }

    /// Level 2 does not have the format, and looks no further.
    static let compound: [Row] =
        CompoundTests.faults.map { fault in
            compoundRow("compound.\(fault.testDescription)", marks: "f-ff", fault.codes, fault.edit)
        } + [
            compoundRow("compound.duplicateFormat", marks: "w-ww", ["compound.duplicateFormat"]) {
                $0.append($0[0])
            },
            Row(
                "attestation.fmt.sinceLevel3", marks: "nfnn",
                registration: { try CompoundTests.install(in: &$0) { _ in } }),
        ]

    private static func compoundRow(
        _ name: String, marks: String, _ found: Set<String>,
        _ edit: @escaping @Sendable (inout [CBORValue]) throws -> Void
    ) -> Row {
        Row(
            name, marks: marks, found: found.first, also: ["attestation.fmt.sinceLevel3": "nfnn"],
            registration: { try CompoundTests.install(in: &$0, edit) })
    }

    static let ceremonies: [Row] = [
        Row(
            "ceremony.crossUser", found: "userHandle.otherOwner",
            authentication: {
                $0.userHandle = nil
                $0.expectation.account = .identified(userHandle: AccountTests.other)
            }),
        // A user was named who has no credentials: the empty list is not leave for anybody's.
        Row(
            "ceremony.emptyAllowListMeansAny", found: "userHandle.otherOwner",
            authentication: {
                $0.expectation.allowCredentials = []
                $0.userHandle = nil
                $0.expectation.account = .identified(userHandle: AccountTests.other)
            }),
        Row(
            "ceremony.userHandleOther", found: "userHandle.other",
            authentication: { $0.userHandle = AccountTests.other }),
        Row(
            "ceremony.userHandleMissingInDiscoverable", found: "userHandle.missing",
            authentication: {
                $0.expectation.allowCredentials = []
                $0.userHandle = nil
                $0.expectation.account = .discovered
            }),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow(
            "transports empty", registration: { $0.editResponse = { $0["response"]?["transports"] = [] } }),
        GoodRow(
            "a listed subdomain",
            authentication: {
                $0.client.value["origin"] = "https://login.example.org"
                $0.expectation.origin.origins.append("https://login.example.org")
            }),
        GoodRow(
            "no UV where it is discouraged",
            registration: {
                $0.expectation.userVerification = .discouraged
                $0.data.flags.remove(.userVerified)
            },
            authentication: {
                $0.expectation.userVerification = .discouraged
                $0.data.flags.remove(.userVerified)
            }),
        GoodRow(
            "a coordinate with its leading bit set", .packedSelf,
            registration: { recipe in recipe.key = try keyWithLeadingBits() },
            authentication: { recipe in recipe.use(try keyWithLeadingBits(), .es256) }),
        GoodRow(
            "high s and short numbers",
            authentication: { $0.data.signCount = try #require(highAndShort) }),
        anchored("the leaf as an anchor") { chain in [chain[0]] },
        anchored("an intermediate as an anchor") { chain in [chain[1]] },
        anchored("several anchors") { chain in
            [try RogueCertificate.der(subject: "A", issuer: "A", authority: true), chain[1], chain[0]]
        },
        GoodRow(
            "an attachment that nobody asked for",
            registration: { $0.editResponse = { $0["authenticatorAttachment"] = "cross-platform" } },
            authentication: { $0.editResponse = { $0["authenticatorAttachment"] = "platform" } }),
    ]

    private static let highAndShort = counter { $0[0][0] == 0 && $0[1][0] >= 0x80 }

    /// The first counter for which r and s are as wanted.
    static func counter(_ isWanted: ([[UInt8]]) -> Bool) -> UInt32? {
        guard var recipe = try? AuthenticationRecipe() else { return nil }
        let hash = ClientDataHash(of: recipe.client.bytes).bytes
        return (UInt32(8)..<8192).first { counter in
            recipe.data.signCount = counter
            let signature = try? TestKeys.sign(recipe.data.encoded + hash, recipe.key)
            let numbers = SignatureTests.numbers(signature ?? [])
            return numbers.count == 2 && isWanted(numbers)
        }
    }

    private static func anchored(
        _ name: String, _ anchors: @escaping @Sendable ([[UInt8]]) throws -> [[UInt8]]
    ) -> GoodRow {
        GoodRow(
            name, .packedCertified,
            registration: { recipe in
                recipe.hasAnchor = false
                recipe.certificates.hasIntermediate = true
                recipe.expectation.trustAnchors = try anchors(recipe.certificates.chain()).map {
                    try X509Certificate(der: $0)
                }
            })
    }

    private static func keyWithLeadingBits() throws -> PrivateKey {
        for seed in UInt8(1)..<255 {
            let key = try TestKeys.ec(.p256, seed)
            if case .ec(let point) = key.publicKey, point.x[0] >= 0x80, point.y[0] >= 0x80 { return key }
        }
        return try TestKeys.credential()
    }

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }
}
