import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// TPM statements and the certificate of their attestation key.
@Suite struct TPMTests {
    static func member(_ name: String, _ variant: String, _ value: CBORValue?, of code: String? = nil) -> Row
    {
        Row(
            "tpm.\(code ?? name).\(variant)", .tpm,
            registration: {
                $0.editStatement = { statement in
                    guard case .map(var pairs) = statement else { return }
                    pairs.removeAll { $0.key == .text(name) }
                    if let value { pairs.append(CBORPair(.text(name), value)) }
                    statement = .map(pairs)
                }
            })
    }

    /// Signed over the lie.
    static func attest(_ fault: String, _ edit: @escaping @Sendable (inout TPMAttest) -> Void) -> Row {
        Row("tpm.certInfo.\(fault)", .tpm, registration: { $0.tpm.editAttest = edit })
    }

    static func attestBytes(_ fault: String, _ edit: @escaping @Sendable (inout [UInt8]) -> Void) -> Row {
        Row("tpm.certInfo.\(fault)", .tpm, registration: { $0.tpm.editAttestBytes = edit })
    }

    /// Changed after the signature.
    static func flipped(_ fault: String, at offset: Int, also: [String] = []) -> Row {
        Row(
            "tpm.certInfo.\(fault)",
            also: Dictionary(uniqueKeysWithValues: (also + ["tpm.sig.other"]).map { ($0, "ffff") }), .tpm,
            registration: { $0.tpm.editSignedAttest = { $0[offset] ^= 1 } })
    }

    /// Named and signed over the lie.
    static func area(_ fault: String, _ edit: @escaping @Sendable (inout TPMPublicArea) -> Void) -> Row {
        Row("tpm.pubArea.\(fault)", .tpm, registration: { $0.tpm.editArea = edit })
    }

    static func areaBytes(_ fault: String, _ edit: @escaping @Sendable (inout [UInt8]) -> Void) -> Row {
        Row("tpm.pubArea.\(fault)", .tpm, registration: { $0.tpm.editAreaBytes = edit })
    }

    static func rsaArea(_ fault: String, _ edit: @escaping @Sendable (inout TPMPublicArea) -> Void) -> Row {
        Row(
            "tpm.pubArea.\(fault)", .tpm,
            registration: {
                $0.key = try TestKeys.rsa()
                $0.algorithm = .rs256
                $0.tpm.editArea = edit
            })
    }

    static func aik(
        _ fault: String, marks: String = "ffff",
        _ edit: @escaping @Sendable (inout CertificateRecipe) throws -> Void
    ) -> Row {
        Row("tpm.aik.\(fault)", marks: marks, .tpm, registration: { try edit(&$0.certificates) })
    }

    static func aaguid(_ value: [UInt8], critical: Bool = false) -> X509Extension {
        X509Extension(CertificateRecipe.aaguidExtension, isCritical: critical, value: value)
    }

    static let rows: [Row] = statement + certInfo + pubArea + certificates

    static let statement: [Row] = [
        Row("tpm.attStmt.empty", .tpm, registration: { $0.editStatement = { $0 = .map([]) } }),
        member("ver", "missing", nil), member("ver", "notText", 2), member("ver", "other", "1.2"),
        member("ver", "other", "2.0 "), member("alg", "missing", nil), member("alg", "notInteger", "ES256"),
        member("x5c", "missing", nil), member("x5c", "notArray", 1), member("x5c", "notArray", ["x"]),
        member("x5c", "empty", []), member("sig", "missing", nil), member("sig", "notBytes", "x"),
        member("sig", "empty", .bytes([])), member("certInfo", "missing", nil),
        member("certInfo", "notBytes", "x"), member("certInfo", "empty", .bytes([])),
        member("pubArea", "missing", nil), member("pubArea", "notBytes", 1),
        member("pubArea", "empty", .bytes([])),
        // The hash of ES256 and RS256 is the same: nothing else is broken.
        member("alg", "otherThanKey", -257),
        Row(
            "tpm.alg.noHash", .tpm,
            registration: {
                let key = try TestKeys.edwards(.ed25519)
                $0.certificates.leaf.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
                $0.signer = key
                $0.statementAlgorithm = .edDSA
            }),
        Row("tpm.sig.other", .tpm, registration: { $0.editSignature = { $0[$0.count - 1] ^= 1 } }),
        Row("tpm.sig.other", .tpm, registration: { $0.signer = try TestKeys.stranger() }),
    ]

    static let certInfo: [Row] = [
        attest("magic.other") { $0.magic ^= 1 }, attest("type.other") { $0.type = 0x8018 },
        attest("extraData.other") { $0.extraData[0] ^= 1 }, attest("extraData.other") { $0.extraData = [] },
        attest("extraData.other") { $0.extraData = [UInt8](repeating: 0, count: 32) },
        attest("attestedName.other") { $0.attested = .certifyInfo(name: [0, 11], qualifiedName: []) },
        attest("attestedName.otherAlgorithm") {
            $0.attested = .certifyInfo(name: [0, 12], qualifiedName: [])
        },
        attest("attestedName.otherAlgorithm") { $0.attested = .certifyInfo(name: [], qualifiedName: []) },
        attestBytes("trailing") { $0.append(0) }, attestBytes("malformed") { $0 = [0xFF] },
        attestBytes("malformed") { $0.removeLast($0.count - 20) },
        attestBytes("attested.type") { $0.removeLast() }, attestBytes("attested.type") { $0.removeLast(20) },
        flipped("magic.other", at: 0), flipped("type.other", at: 5),
        // The last byte of the hash, and of the name, whose signer has 5 bytes of name.
        flipped("extraData.other", at: 13 + 33),
        flipped("attestedName.other", at: 13 + 34 + 25 + 2 + 33),
        Row(
            "tpm.certInfo.extraData.overOtherCounter", .tpm,
            registration: { $0.editSignedData = { $0[36] ^= 1 } }),
        Row(
            "tpm.certInfo.attestedName.unknownAlgorithm", .tpm,
            registration: { $0.tpm.nameAlgorithm = TPMAlgorithm(rawValue: 0x12) }),
    ]

    static let pubArea: [Row] = [
        area("parameters.otherType") { $0.key = .rsa(keyBits: 2048, exponent: 0, modulus: [1]) },
        area("parameters.otherCurve") { $0.key = .ecc(curve: .nistP384, kdf: nil, x: [1], y: [2]) },
        // COSE's number of the curve.
        area("parameters.otherCurve") { area in
            guard case .ecc(_, _, let x, let y) = area.key else { return }
            area.key = .ecc(curve: TPMCurve(rawValue: 1), kdf: nil, x: x, y: y)
        },
        area("unique.other") { area in
            guard case .ecc(let curve, _, let x, let y) = area.key else { return }
            area.key = .ecc(curve: curve, kdf: nil, x: x, y: y.map { $0 ^ 1 })
        },
        area("unique.other") { area in
            guard case .ecc(let curve, _, let x, let y) = area.key else { return }
            area.key = .ecc(curve: curve, kdf: nil, x: Array(x.dropLast()), y: (x.suffix(1)) + y)
        },
        rsaArea("parameters.otherType") { $0.key = .ecc(curve: .nistP256, kdf: nil, x: [1], y: [2]) },
        rsaArea("parameters.exponent") { area in
            guard case .rsa(let bits, _, let modulus) = area.key else { return }
            area.key = .rsa(keyBits: bits, exponent: 3, modulus: modulus)
        },
        // 65537, written the other way round.
        rsaArea("parameters.exponent") { area in
            guard case .rsa(let bits, _, let modulus) = area.key else { return }
            area.key = .rsa(keyBits: bits, exponent: 0x0100_0100, modulus: modulus)
        },
        rsaArea("parameters.keyBits") { area in
            guard case .rsa(_, _, let modulus) = area.key else { return }
            area.key = .rsa(keyBits: 2048, exponent: 0, modulus: modulus)
        },
        rsaArea("unique.other") { area in
            guard case .rsa(let bits, _, let modulus) = area.key else { return }
            area.key = .rsa(keyBits: bits, exponent: 0, modulus: modulus.map { $0 ^ 2 })
        },
        areaBytes("trailing") { $0.append(0) }, areaBytes("malformed") { $0.removeLast() },
        areaBytes("malformed") { $0[1] = 0x25 },
        // An Edwards key is in no TPM: the name is not believed for it.
        Row(
            "tpm.pubArea.parameters.otherType", .tpm,
            registration: {
                $0.key = try TestKeys.edwards(.ed25519)
                $0.algorithm = .edDSA
            }),
        Row(
            "tpm.pubArea.unique.other", also: ["tpm.certInfo.attestedName.other": "ffff"], .tpm,
            registration: { $0.tpm.editSignedArea = { $0[$0.count - 1] ^= 1 } }),
        // The attributes are covered by the name alone.
        Row(
            "tpm.certInfo.attestedName.other", .tpm,
            registration: { $0.tpm.editSignedArea = { $0[5] ^= 1 } }),
    ]

    static let certificates: [Row] = [
        aik("version") { $0.leaf.version = 2 },
        aik("isCA") { $0.setLeaf(.basicConstraints, .basicConstraints(.authority(pathLength: nil))) },
        aik("basicConstraintsMissing", marks: "wwfw") { $0.setLeaf(.basicConstraints, nil) },
        aik("notStrictlyDER", marks: "wwfw") {
            $0.setLeaf(.basicConstraints, X509Extension(.basicConstraints, value: [0x30, 3, 1, 1, 0]))
        },
        aik("malformed") { $0.edit = { chain, _ in chain[0].removeLast() } },
        aik("subjectNotEmpty") { $0.leaf.subject = CertificateRecipe.subject() },
        aik("san.missing") { $0.setLeaf(.subjectAlternativeName, nil) },
        aik("san.notCritical", marks: "wwfw") {
            $0.setLeaf(.subjectAlternativeName, CertificateRecipe.alternativeName(isCritical: false))
        },
        aik("san.malformed") {
            $0.setLeaf(
                .subjectAlternativeName, X509Extension(.subjectAlternativeName, isCritical: true, value: [4]))
        },
        aik("san.attributeMissing") {
            $0.setLeaf(.subjectAlternativeName, CertificateRecipe.alternativeName(vendor: nil))
        },
        aik("san.attributeMissing") {
            $0.setLeaf(.subjectAlternativeName, CertificateRecipe.alternativeName(model: ""))
        },
        aik("san.attributeMissing") {
            $0.setLeaf(.subjectAlternativeName, CertificateRecipe.alternativeName(version: nil))
        },
        aik("san.unknownVendor", marks: "wwww") {
            $0.setLeaf(.subjectAlternativeName, CertificateRecipe.alternativeName(vendor: "id:00000000"))
        },
        aik("san.unknownVendor", marks: "wwww") {
            $0.setLeaf(.subjectAlternativeName, CertificateRecipe.alternativeName(vendor: "INTC"))
        },
        aik("eku.missing") { $0.setLeaf(.extendedKeyUsage, nil) },
        aik("eku.other") { $0.setLeaf(.extendedKeyUsage, .extendedKeyUsage(["1.3.6.1.5.5.7.3.1"])) },
        aik("aaguid.mismatch") {
            $0.setLeaf(
                CertificateRecipe.aaguidExtension, aaguid(DER.octetString([UInt8](repeating: 9, count: 16))))
        },
        aik("aaguid.critical") {
            $0.setLeaf(
                CertificateRecipe.aaguidExtension,
                aaguid(DER.octetString(RegistrationRecipe.aaguid), critical: true))
        },
        aik("aaguid.notDoubleOctetString") {
            $0.setLeaf(CertificateRecipe.aaguidExtension, aaguid(RegistrationRecipe.aaguid))
        },
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow("P-256", .tpm, registration: { _ in }),
        GoodRow(
            "RSA, exponent written out", .tpm,
            registration: {
                $0.key = try TestKeys.rsa()
                $0.algorithm = .rs256
                $0.tpm.editArea = { area in
                    guard case .rsa(let bits, _, let modulus) = area.key else { return }
                    area.key = .rsa(keyBits: bits, exponent: 65_537, modulus: modulus)
                }
            }),
        GoodRow(
            "an RSA attestation key with SHA-1, and a name of SHA-1", .tpm,
            registration: {
                let key = try TestKeys.rsa()
                $0.certificates.leaf.publicKeyInfo = key.publicKey.subjectPublicKeyInfo
                $0.signer = key
                $0.statementAlgorithm = .rs1
                $0.tpm.nameAlgorithm = .sha1
            }),
        GoodRow(
            "a name of another hash than extraData's", .tpm,
            registration: { $0.tpm.nameAlgorithm = .sha384 }),
        GoodRow(
            "schemes, a cipher and a policy", .tpm,
            registration: {
                $0.tpm.editArea = { area in
                    area.authPolicy = [UInt8](repeating: 7, count: 32)
                    area.scheme = .init(algorithm: .ecdsa, hash: .sha256)
                    area.symmetric = .init(
                        algorithm: TPMAlgorithm(rawValue: 6), keyBits: 128, mode: TPMAlgorithm(rawValue: 0x43)
                    )
                }
            }),
        GoodRow(
            "any clock and firmware", .tpm,
            registration: {
                $0.tpm.editAttest = {
                    $0.clockInfo = TPMClockInfo(
                        clock: .max, resetCount: .max, restartCount: .max, safe: 0x33)
                    $0.firmwareVersion = .max
                    $0.qualifiedSigner = []
                }
            }),
        GoodRow(
            "an alternative name of three relative names", .tpm,
            registration: {
                $0.certificates.setLeaf(
                    .subjectAlternativeName, CertificateRecipe.alternativeName(inOne: false))
            }),
        GoodRow(
            "coordinates without leading zeros", .tpm,
            registration: {
                // The 113th multiple of the generator that has one.
                var scalar: UInt8 = 0
                repeat {
                    scalar += 1
                    $0.key = .ec(
                        try ECPrivateKey(
                            curve: .p256, scalar: [UInt8](repeating: 0, count: 30) + [scalar, scalar]))
                    guard case .ec(let key) = $0.key.publicKey, key.x[0] == 0 || key.y[0] == 0 else {
                        continue
                    }
                    break
                } while scalar < 255
                $0.tpm.editArea = { area in
                    guard case .ecc(let curve, _, let x, let y) = area.key else { return }
                    area.key = .ecc(
                        curve: curve, kdf: nil, x: Array(x.drop { $0 == 0 }), y: Array(y.drop { $0 == 0 }))
                }
            }),
        GoodRow(
            "no AAGUID extension, other purposes too", .tpm,
            registration: {
                $0.certificates.setLeaf(CertificateRecipe.aaguidExtension, nil)
                $0.certificates.setLeaf(
                    .extendedKeyUsage, .extendedKeyUsage(["2.23.133.8.1", TPMRecipe.purpose]))
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// What cannot be told by a relying party: the signer's name, clock and firmware may be anything, as long as
    /// they are signed.
    @Test func placesAreThoseOfTheBytes() throws {
        var recipe = try RegistrationRecipe(.tpm)
        recipe.tpm.editAttest = { $0.extraData[0] ^= 1 }
        let object = try recipe.object()
        let finding = try recipe.report(.level3).findings.first { $0.code == .tpmExtraData }
        let start = try #require(finding?.location?.offset)
        // The length of extraData stands before it.
        #expect(Array(object[start - 2..<start]) == [0, 32])
        guard case .bytes(let actual)? = finding?.actual else {
            Issue.record("no bytes are shown")
            return
        }
        #expect(Array(object[start..<start + 32]) == actual)
    }

    @Test func trustIsTheChains() throws {
        for hasAnchor in [true, false] {
            var recipe = try RegistrationRecipe(.tpm)
            recipe.hasAnchor = hasAnchor
            let report = try recipe.report(.level3)
            #expect(report.verdict == .accept)
            #expect(report.trust.status == (hasAnchor ? .trusted : .unverified))
        }
    }
}
