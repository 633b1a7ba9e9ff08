import Bytes
import TestSupport
import Testing
import Understudy

/// The metadata of a device by the FIDO Metadata Statement and the Metadata Service v3.0.
@Suite struct MetadataTests {
    static let now: Int64 = 1_796_040_000

    private func device(_ profile: AuthenticatorProfile, seed: UInt8? = 7) -> VirtualDevice {
        VirtualDevice(
            profile: profile,
            environment: Environment(
                clock: WallClock(standingAt: Self.now * 1000),
                randomness: seed.map { .seeded(Secret([$0]), authenticator: "a") } ?? .system,
                user: GestureScript(), store: MemoryStore()))
    }

    private static func template(_ name: String) -> AttestationTemplate {
        AttestationTemplate(
            issuer: DistinguishedName(.commonName("Root")), subject: DistinguishedName(.commonName(name)),
            notBefore: 1_700_000_000, notAfter: 4_000_000_000, namesAAGUID: false)
    }

    /// A built-in profile, changed.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let base: String
        var change: @Sendable (inout AuthenticatorProfile) -> Void = { _ in }
        let family: String
        let types: [String]
        let hints: [String]
        let verification: [[String]]
        var algorithms: [String]?
        var roots = 1
        var testDescription: String { name }
    }

    private static let pin = ["passcode_external", "presence_internal"]
    private static let builtIn = [["fingerprint_internal"], ["passcode_internal"], ["faceprint_internal"]]
    private static let touch = ["presence_internal"]

    static let rows: [Row] = [
        Row(
            name: "yubikey-5", base: "yubikey-5", family: "fido2", types: ["basic_full"],
            hints: ["external", "wireless", "nfc", "wired"], verification: [pin, touch],
            algorithms: [
                "secp256r1_ecdsa_sha256_raw", "ed25519_eddsa_sha512_raw", "secp384r1_ecdsa_sha384_raw",
            ]),
        Row(
            name: "every algorithm once", base: "security-key", family: "fido2", types: ["basic_full"],
            hints: ["external", "wired", "wireless", "nfc"], verification: [pin, touch],
            algorithms: [
                "secp256r1_ecdsa_sha256_raw", "ed25519_eddsa_sha512_raw", "rsassa_pkcsv15_sha256_raw",
                "secp384r1_ecdsa_sha384_raw", "secp521r1_ecdsa_sha512_raw", "secp256k1_ecdsa_sha256_raw",
                "ed448_eddsa_sha512_raw", "rsassa_pss_sha256_raw", "rsassa_pss_sha384_raw",
                "rsassa_pss_sha512_raw", "rsassa_pkcsv15_sha384_raw", "rsassa_pkcsv15_sha512_raw",
            ]),
        Row(
            name: "icloud-keychain", base: "icloud-keychain", family: "fido2", types: ["none"],
            hints: ["internal"], verification: builtIn, roots: 0),
        Row(
            name: "unverified too", base: "platform", family: "fido2", types: ["none"], hints: ["internal"],
            verification: builtIn + [touch], roots: 0),
        Row(
            name: "a fingerprint alone", base: "icloud-keychain", change: { $0.claims.uvModality = 2 },
            family: "fido2", types: ["none"], hints: ["internal"], verification: [["fingerprint_internal"]],
            roots: 0),
        Row(
            name: "android-safetynet-era", base: "android-safetynet-era", family: "fido2",
            types: ["basic_full"], hints: ["internal"], verification: builtIn),
        Row(
            name: "compound-example", base: "compound-example", family: "fido2",
            types: ["basic_full", "attca"], hints: ["external", "wired"], verification: [pin], roots: 2),
        Row(
            name: "self", base: "security-key", change: { $0.attestation = .packedSelf }, family: "fido2",
            types: ["basic_surrogate"], hints: ["external", "wired", "wireless", "nfc"],
            verification: [pin, touch], roots: 0),
        Row(
            name: "anonymous", base: "icloud-keychain", change: { $0.attestation = .apple(template("x")) },
            family: "fido2", types: ["anonca"], hints: ["internal"], verification: builtIn),
        Row(
            name: "u2f", base: "security-key",
            change: {
                $0.attestation = .fidoU2F(template("x"))
                $0.userVerification = .none
                $0.transports = [.ble]
                $0.modelAlgorithms = [.es256]
            }, family: "u2f", types: ["basic_full"], hints: ["external", "wireless", "bluetooth"],
            verification: [touch], algorithms: ["secp256r1_ecdsa_sha256_raw"]),
    ]

    private static func texts(_ element: JSONElement?) -> [String]? { element?.elements.compactMap(\.string) }

    @Test(arguments: rows) func theStatementSaysWhatTheModelIs(_ row: Row) async throws {
        var profile = try BuiltInProfiles.profile(named: row.base)
        row.change(&profile)
        let device = device(profile)
        let metadata = try device.metadata()
        let statement = try JSONDocument(parsing: metadata.statement).root
        #expect(statement["description"]?.string == profile.title)
        #expect(statement["legalHeader"]?.string?.isEmpty == false)
        #expect(statement["schema"]?.int == 3 && statement["protocolFamily"]?.string == row.family)
        #expect(statement["authenticatorVersion"]?.int == profile.claims.firmwareVersion ?? 1)
        #expect(Self.texts(statement["attestationTypes"]) == row.types)
        #expect(Self.texts(statement["attachmentHint"]) == row.hints)
        #expect(Self.texts(statement["keyProtection"]) == ["software"])
        #expect(Self.texts(statement["matcherProtection"]) == ["software"])
        #expect(Self.texts(statement["tcDisplay"]) == [])
        let methods = statement["userVerificationDetails"]?.elements.map { methods in
            methods.elements.compactMap { $0["userVerificationMethod"]?.string }
        }
        #expect(methods == row.verification)
        let algorithms = try #require(Self.texts(statement["authenticationAlgorithms"]))
        #expect(row.algorithms == nil ? !algorithms.isEmpty : algorithms == row.algorithms)

        let roots = try device.attestationRoots()
        #expect(roots.count == row.roots)
        #expect(Self.texts(statement["attestationRootCertificates"]) == roots.map { Base64.encode($0) })
        let version = statement["upv"]?[0]
        #expect(version?["major"]?.int == 1)
        if row.family == "u2f" {
            #expect(version?["minor"]?.int == 2 && statement["aaguid"] == nil)
            #expect(Self.texts(statement["publicKeyAlgAndEncodings"]) == ["ecc_x962_raw"])
            #expect(statement["authenticatorGetInfo"] == nil)
            let leaf = try X509Certificate(
                der: try #require(try device.authenticator.attestationIdentities().first).certificate)
            #expect(
                Self.texts(statement["attestationCertificateKeyIdentifiers"])
                    == [Hex.encode(try #require(leaf.subjectKeyIdentifier))])
        } else {
            #expect(version?["minor"]?.int == 0)
            #expect(Self.texts(statement["publicKeyAlgAndEncodings"]) == ["cose"])
            #expect(statement["aaguid"]?.string == profile.aaguid.description)
            #expect(statement["attestationCertificateKeyIdentifiers"] == nil)
            let info = statement["authenticatorGetInfo"]
            #expect(info?["aaguid"]?.string == Hex.encode(profile.aaguid.bytes.bytes))
            let answered = try await device.authenticator.getInfo()
            #expect(Self.texts(info?["versions"]) == answered.versions)
            #expect(
                info?["algorithms"]?.elements.compactMap { $0["alg"]?.int }
                    == answered.algorithms.map(\.rawValue))
            for (name, value) in answered.options {
                #expect(info?["options"]?[name]?.bool == value, "\(name)")
            }
        }
    }

    @Test(arguments: rows) func theBLOBIsSigned(_ row: Row) throws {
        var profile = try BuiltInProfiles.profile(named: row.base)
        row.change(&profile)
        let metadata = try device(profile).metadata()
        let parts = metadata.blob.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let header = try JSONDocument(parsing: try Base64URL.decode(parts[0])).root
        #expect(header["alg"]?.string == "RS256" && header["typ"]?.string == "JWT")
        let chain = try #require(Self.texts(header["x5c"])).map {
            try X509Certificate(der: try Base64Decoder.decodeLeniently($0.utf8).bytes)
        }
        let root = try X509Certificate(der: metadata.root)
        #expect(chain.count == 1 && !chain.contains { $0.isSelfIssued })
        guard case .trusted = CertificatePath.validate(chain, anchors: [root], at: Self.now) else {
            Issue.record("the signer does not lead to the root")
            return
        }
        let key = try #require(chain.first?.publicKey)
        let signed = metadata.blob.prefix(parts[0].count + 1 + parts[1].count)
        #expect(
            try key.isValidSignature(
                try Base64URL.decode(parts[2]), for: Array(signed), scheme: .rsaPKCS1(.sha256)))

        let payload = try JSONDocument(parsing: try Base64URL.decode(parts[1])).root
        #expect(payload["no"]?.int == 20787 && payload["nextUpdate"]?.string == "2026-12-30")
        #expect(payload["entries"]?.count == 1)
        let entry = payload["entries"]?[0]
        #expect(entry?["timeOfLastStatusChange"]?.string == "2026-11-30")
        #expect(entry?["statusReports"]?.count == 1)
        #expect(entry?["statusReports"]?[0]?["status"]?.string == "NOT_FIDO_CERTIFIED")
        #expect(entry?["statusReports"]?[0]?["effectiveDate"]?.string == "2026-11-30")
        let statement = try JSONValue(parsing: metadata.statement)
        #expect(try #require(entry?["metadataStatement"].map { JSONValue($0) }) == statement)
        for name in ["aaguid", "attestationCertificateKeyIdentifiers"] {
            #expect(
                entry?[name].map { JSONValue($0) } == entry?["metadataStatement"]?[name].map { JSONValue($0) }
            )
        }
    }

    /// Who pinned the root once is not sent for it again.
    @Test func theRootStays() async throws {
        let profile = try BuiltInProfiles.profile(named: "security-key")
        let unseeded = device(profile, seed: nil)
        let first = try unseeded.metadata()
        #expect(try unseeded.metadata() == first)
        #expect(try device(profile, seed: nil).metadata().root != first.root)
        for name in ["security-key", "platform"] {
            let profile = try BuiltInProfiles.profile(named: name)
            #expect(try device(profile).metadata() == device(profile).metadata())
            #expect(try device(profile, seed: 8).metadata().root != device(profile).metadata().root)
        }
    }

    @Test func aSeededStatementStaysWhatItIs() throws {
        let metadata = try device(try BuiltInProfiles.profile(named: "security-key")).metadata()
        #expect(
            Hex.encode(Digest.sha256(metadata.blob))
                == "789aa491c6652014115c1a5e8d8d98359cdc7dcbf3ebd3695587270c4dd205d7")
    }
}
