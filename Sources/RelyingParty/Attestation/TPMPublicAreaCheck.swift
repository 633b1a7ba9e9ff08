internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Whether `pubArea` describes the credential's key (§8.3).
struct TPMPublicAreaCheck {
    let bytes: [UInt8]
    let object: ReadAttestationObject

    /// The name algorithm, where the area could be read, and whether nothing rejects the area.
    func run(
        key: COSEKey?, _ findings: inout FindingList
    ) -> (nameAlgorithm: TPMAlgorithm?, isRight: Bool) {
        let area: TPMPublicArea
        do { area = try TPMPublicArea(decoding: bytes) } catch {
            let variant = if case .trailingBytes = error { "trailing" } else { "malformed" }
            findings.breach(
                .tpmPublicArea, variant, because: "pubArea cannot be read: \(error)",
                at: object.location(of: ["attStmt", "pubArea"], count: bytes.count, offset: error.offset))
            findings.skip(.tpmParameters, .tpmUnique, because: "pubArea could not be read")
            return (nil, false)
        }
        findings.pass(.tpmPublicArea)
        guard let key = key?.publicKey else {
            findings.skip(.tpmParameters, .tpmUnique, because: "there is no credential key to compare with")
            return (area.nameAlgorithm, false)
        }
        switch (area.key, key) {
        case (.rsa(let keyBits, let exponent, let modulus), .rsa(let key)):
            compare(keyBits: keyBits, exponent: exponent, key, &findings)
            compare(modulus, key.modulus, "modulus", &findings)
        case (.ecc(let curve, _, let x, let y), .ec(let key)):
            guard compare(curve, key.curve, &findings) else { break }
            compare(
                x + y, key.x + key.y, "point", &findings,
                areEqual: Self.isSame(x, key.x) && Self.isSame(y, key.y))
        default:
            breach(
                .tpmParameters, "otherType",
                "pubArea describes a key of another type than the credential's", &findings)
            findings.skip(.tpmUnique, because: "it is a key of another type")
        }
        return (
            area.nameAlgorithm,
            !findings.isRejected(.tpmParameters) && !findings.isRejected(.tpmUnique)
        )
    }

    private func compare(
        keyBits: UInt16, exponent: UInt32, _ key: RSAPublicKey, _ findings: inout FindingList
    ) {
        if Int(keyBits) != key.bitCount {
            breach(
                .tpmParameters, "keyBits",
                "pubArea says that the modulus has \(keyBits) bits, the credential's has \(key.bitCount)",
                expected: .integer(key.bitCount), actual: .integer(Int(keyBits)), &findings)
        }
        // 0 stands for the usual one (part 2, §12.2.3.5).
        let value = exponent == 0 ? 65_537 : exponent
        let written = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
        if !Self.isSame(written, key.exponent) {
            breach(
                .tpmParameters, "exponent", "pubArea has another exponent than the credential's key",
                expected: .bytes(key.exponent), actual: .integer(Int(value)), &findings)
        }
        findings.passUnlessBroken(.tpmParameters)
    }

    private func compare(
        _ curve: TPMCurve, _ expected: EllipticCurve, _ findings: inout FindingList
    ) -> Bool {
        let known: [EllipticCurve: TPMCurve] = [.p256: .nistP256, .p384: .nistP384, .p521: .nistP521]
        guard known[expected] != curve else {
            findings.pass(.tpmParameters)
            return true
        }
        breach(
            .tpmParameters, "otherCurve", "pubArea has another curve than the credential's key",
            expected: .text(known[expected]?.description ?? expected.rawValue),
            actual: .text(curve.description), &findings,
            hint: "A TPM numbers curves otherwise than COSE does.")
        findings.skip(.tpmUnique, because: "it is a point on another curve")
        return false
    }

    private func compare(
        _ actual: [UInt8], _ expected: [UInt8], _ what: String, _ findings: inout FindingList,
        areEqual: Bool? = nil
    ) {
        guard areEqual ?? Self.isSame(actual, expected) else {
            return breach(
                .tpmUnique, "other", "the \(what) in pubArea is not that of the credential's key",
                expected: .bytes(expected), actual: .bytes(actual), &findings)
        }
        findings.pass(.tpmUnique)
    }

    /// Whether two big-endian numbers are the same: some TPMs leave leading zeros out.
    private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.drop { $0 == 0 }.elementsEqual(b.drop { $0 == 0 })
    }

    private func breach(
        _ code: RuleCode, _ variant: String, _ because: String, expected: ReportValue? = nil,
        actual: ReportValue? = nil, _ findings: inout FindingList, hint: String? = nil
    ) {
        findings.breach(
            code, variant, because: because, expected: expected, actual: actual,
            at: object.location(of: ["attStmt", "pubArea"]), hint: hint)
    }
}

extension ReadAttestationObject {
    /// A place within a byte string of so many bytes: its head stands before them.
    func location(of path: [String], count: Int, offset: Int) -> ReportLocation {
        let whole = location(of: path)
        return whole.advanced(by: max(0, (whole.length ?? count) - count) + offset)
    }
}
