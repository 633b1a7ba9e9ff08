import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Whether an attestation is believed: with an anchor a broken path rejects, without one it is only told.
@Suite struct TrustTests {
    struct Path: CustomTestStringConvertible, Sendable {
        let variant: String
        var marks = "ffff"
        let edit: @Sendable (inout CertificateRecipe) throws -> Void
        var testDescription: String { variant }

        init(
            _ variant: String, marks: String = "ffff",
            _ edit: @escaping @Sendable (inout CertificateRecipe) throws -> Void
        ) {
            self.variant = variant
            self.marks = marks
            self.edit = edit
        }
    }

    static let past = CertificateRecipe.now - 10

    static let paths: [Path] = [
        Path("expired") { $0.leaf.notAfter = past },
        Path("notYetValid") { $0.leaf.notBefore = CertificateRecipe.now + 10 },
        Path("intermediateExpired") {
            $0.hasIntermediate = true
            $0.intermediate.notAfter = past
        },
        Path("unverifiable") {
            $0.hasIntermediate = true
            $0.edit = { chain, _ in chain[0][chain[0].count - 1] ^= 1 }
        },
        Path("order") {
            $0.hasIntermediate = true
            $0.edit = { chain, root in chain = [chain[0], root, chain[1]] }
        },
        Path("intermediateNotCA") {
            $0.hasIntermediate = true
            $0.intermediate.extensions = [.basicConstraints(.endEntity)].compactMap { $0 }
        },
        Path("pathLength") {
            $0.hasIntermediate = true
            $0.root.extensions[0] = .basicConstraints(.authority(pathLength: 0)) ?? $0.root.extensions[0]
            $0.edit = { chain, root in chain.append(root) }
        },
        Path("keyUsage") {
            $0.hasIntermediate = true
            $0.intermediate.extensions[1] = .keyUsage(.digitalSignature)
        },
        Path("nameMismatch") {
            $0.hasIntermediate = true
            $0.edit = { chain, _ in
                chain[1] = (try? RogueCertificate.der(subject: "Stranger", issuer: "Root")) ?? []
            }
        },
        Path("duplicateCertificate") { $0.edit = { chain, _ in chain.append(chain[0]) } },
        Path("malformed") { $0.edit = { chain, _ in chain.append([0x30, 0]) } },
        Path("tooLong") { $0.edit = { chain, root in chain += [[UInt8]](repeating: root, count: 20) } },
        Path("criticalExtension") {
            $0.leaf.extensions.append(X509Extension("1.2.3.4", isCritical: true, value: [5, 0]))
        },
    ]

    static let pathRows: [Row] = paths.map { path in
        Row(
            "chain.\(path.variant)", marks: path.marks, .packedCertified,
            registration: { try path.edit(&$0.certificates) })
    }

    @Test(arguments: paths) func withAnchor(_ path: Path) throws {
        let fault = "chain.\(path.variant)"
        try Row(
            fault, marks: path.marks, .packedCertified,
            registration: { try path.edit(&$0.certificates) }
        ).check(ignoring: ["chain.rootIncluded"])
        var recipe = try RegistrationRecipe(.packedCertified)
        try path.edit(&recipe.certificates)
        #expect(try recipe.report(.level3).trust.status == .untrusted)
    }

    @Test(arguments: paths) func withoutAnchor(_ path: Path) throws {
        try Row(
            "chain.\(path.variant)", marks: "wwww", .packedCertified,
            registration: {
                $0.hasAnchor = false
                try path.edit(&$0.certificates)
            }
        ).check(ignoring: ["chain.rootIncluded"])
        var recipe = try RegistrationRecipe(.packedCertified)
        recipe.hasAnchor = false
        try path.edit(&recipe.certificates)
        let report = try recipe.report(.level3)
        #expect(report.verdict == .accept && report.trust.status == .unverified)
    }

    static let rows: [Row] = [
        Row(
            "chain.rootIncluded", marks: "ppfp", .packedCertified,
            registration: { $0.certificates.edit = { chain, root in chain.append(root) } }),
        // A chain that is whole, up to a root that nobody trusts; it helps nobody that it is included.
        Row(
            "chain.attackerRoot", .packedCertified,
            registration: {
                $0.certificates.leafSigner = try TestKeys.attacker()
                $0.certificates.leaf.issuer = DistinguishedName(.commonName("Attacker"))
            }),
        Row(
            "chain.attackerRoot", also: ["chain.rootIncluded": "ppfp"], .packedCertified,
            registration: {
                let attacker = try RogueCertificate.der(subject: "Root", issuer: "Root", authority: true)
                $0.certificates.leafSigner = try TestKeys.attacker()
                $0.certificates.edit = { chain, _ in chain.append(attacker) }
            }),
        Row("attestation.trust.none", marks: "pppp", registration: { _ in }),
        Row("attestation.trust.selfAttestation", marks: "pppp", .packedSelf, registration: { _ in }),
    ]

    @Test(arguments: rows) func decides(_ row: Row) throws { try row.check() }

    @Test func aRelyingPartyMayWantMore() throws {
        let wary = Policy.level3.deciding(.attestationTrust, as: .fail)
        for attestation in [RegistrationRecipe.Attestation.none, .packedSelf] {
            let report = try RegistrationRecipe(attestation).report(wary)
            #expect(report.findings.filter(\.rejects).map(\.code) == [.attestationTrust])
        }
        #expect(try RegistrationRecipe(.packedCertified).report(wary).verdict == .accept)
        #expect(wary.name == "level3, changed")
        let tolerant = Policy.level3.deciding(FaultID(.counter, "equal"), as: .warn)
        var recipe = try AuthenticationRecipe()
        recipe.data.signCount = 7
        let report = try recipe.report(tolerant)
        #expect(report.verdict == .accept && report.credential?.signCount == 7)
    }

    @Test func trustSaysWhatVouches() throws {
        let none = try RegistrationRecipe(.none).report(.level3).trust
        #expect(none.attestation == .none && none.status == .none)
        let own = try RegistrationRecipe(.packedSelf).report(.level3).trust
        #expect(own.attestation == .selfAttestation && own.status == .none)
        var recipe = try RegistrationRecipe(.packedCertified)
        recipe.certificates.hasIntermediate = true
        let trusted = try recipe.report(.level3).trust
        #expect(trusted.attestation == .certified && trusted.status == .trusted && trusted.path.count == 3)
        recipe.hasAnchor = false
        #expect(try recipe.report(.level3).trust.status == .unverified)
        // The leaf itself as an anchor.
        recipe.expectation.trustAnchors = [try X509Certificate(der: try recipe.certificates.chain()[0])]
        #expect(try recipe.report(.level3).trust.status == .trusted)
    }
}

/// A certificate by somebody who is not asked.
enum RogueCertificate {
    static func der(subject: String, issuer: String, authority: Bool = false) throws -> [UInt8] {
        func name(_ text: String) -> DistinguishedName {
            DistinguishedName(.commonName(text), .organization("Example"), .country("AA"))
        }
        let key = try TestKeys.attacker()
        let draft = CertificateDraft(
            serialNumber: [9], issuer: name(issuer), subject: name(subject),
            notBefore: CertificateRecipe.now - 100, notAfter: CertificateRecipe.now + 100,
            publicKey: key.publicKey,
            extensions: [.basicConstraints(authority ? .authority(pathLength: nil) : .endEntity)].compactMap {
                $0
            })
        return try draft.signed(by: key, scheme: .ecdsa(.sha256), nonce: .deterministic)
    }
}
