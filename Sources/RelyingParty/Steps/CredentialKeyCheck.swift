internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// The credential public key: checked when it is registered (§7.1 step 20, §6.5.1) and again when it is used.
struct CredentialKeyCheck {
    /// The algorithms that were offered; nil where that is not asked.
    let offered: [COSEAlgorithm]?
    /// Where the key's item stands.
    let location: ReportLocation
    /// Who is to blame when a rule is broken; nil for the rules' own word.
    var suspect: Suspect?

    /// The key, unless what is wrong with it takes its signatures their meaning.
    func run(on item: CBORValue, _ findings: inout FindingList) -> COSEKey? {
        let algorithm = item[integer: COSEError.Label.alg.rawValue]?.integer.map(
            COSEAlgorithm.init(rawValue:))
        let isOffered = checkOffered(algorithm, &findings)
        do {
            let key = try COSEKey(item)
            if isOffered == true || findings.ceremony == .authentication { findings.pass(.keyAlgorithm) }
            tellUnknownMembers(of: key, &findings)
            guard checkPoint(of: key, &findings) else { return nil }
            findings.passUnlessBroken(.key)
            return key
        } catch {
            tell(error, kind: algorithm?.keyKind, isOffered: isOffered, &findings)
            return nil
        }
    }

    /// Whether the algorithm was offered; nil where that is not asked or cannot be.
    private func checkOffered(_ algorithm: COSEAlgorithm?, _ findings: inout FindingList) -> Bool? {
        guard let offered else {
            if findings.ceremony == .registration {
                findings.skip(.keyAlgorithm, because: "which algorithms were offered is not said")
            }
            return nil
        }
        // A missing algorithm is told as a missing member.
        guard let algorithm else { return nil }
        if offered.contains(algorithm) { return true }
        findings.breach(
            .keyAlgorithm, "notOffered", because: "the key is of \(algorithm), which was not offered",
            expected: .list(offered.map { .integer($0.rawValue) }), actual: .integer(algorithm.rawValue),
            at: location,
            hint: "What the options say must be checked again: a page can change them on the way.",
            suspect: suspect ?? .client)
        return false
    }

    private func tellUnknownMembers(of key: COSEKey, _ findings: inout FindingList) {
        for label in key.unknownLabels {
            // True is 1 to a careless reader, and would then stand for another member.
            let isBool = label.boolValue != nil
            findings.breach(
                .key, isBool ? "boolKey" : "extraMember",
                because: "the key has a member \(CBORDiagnostic.text(of: label)) that its kind does not have",
                actual: .text(CBORDiagnostic.text(of: label)), at: location, suspect: suspect)
        }
    }

    /// What an Edwards key hides: the rest is checked where keys are made.
    private func checkPoint(of key: COSEKey, _ findings: inout FindingList) -> Bool {
        guard case .edwards(let point)? = key.publicKey else { return true }
        if point.isSmallOrder {
            breach(
                .keyOKP, "smallOrder", "the point has a small order: anybody can sign for such a key",
                &findings)
        } else if !point.isCanonical {
            breach(.keyOKP, "notCanonical", "the point is encoded in another than its one form", &findings)
        } else if let isOnCurve = try? point.isOnCurve(), !isOnCurve {
            breach(.keyOKP, "notOnCurve", "no point of the curve is encoded so", &findings)
        } else {
            return true
        }
        return false
    }

    private func breach(
        _ code: RuleCode, _ variant: String, _ because: String, expected: ReportValue? = nil,
        actual: ReportValue? = nil, hint: String? = nil, _ findings: inout FindingList
    ) {
        findings.breach(
            code, variant, because: because, expected: expected, actual: actual, at: location, hint: hint,
            suspect: suspect)
    }

    // MARK: What the reading of the key says

    private func tell(
        _ error: COSEError, kind: COSEAlgorithm.KeyKind?, isOffered: Bool?, _ findings: inout FindingList
    ) {
        // With the wrong algorithm, everything that hangs on it is wrong too.
        if isOffered == false, error.isOfAlgorithm {
            return findings.skip(.key, because: "its algorithm was not offered")
        }
        switch error {
        case .notCBOR(let fault):
            breach(.key, fault.variant, "\(error)", &findings)
        case .notMap: breach(.key, "notMap", "\(error)", &findings)
        case .missing(let label):
            let variant =
                switch label {
                case .kty: "kty"
                case .alg: "alg"
                case .crv, .x, .y, .d: "coordinate"
                }
            guard !findings.isRejected(.authenticatorData) else {
                return findings.skip(
                    .keyMissing, because: "bytes follow the key: its map may count too few members")
            }
            breach(.keyMissing, variant, "\(error)", &findings)
        case .wrongType: breach(.key, "wrongType", "\(error)", &findings)
        case .unknownAlgorithm(let number):
            findings.unsupported(
                .keyAlgorithm, because: "\(error) here, so its signatures cannot be checked",
                actual: .integer(number), at: location)
        case .keyTypeMismatch(_, let expected, let actual):
            breach(
                .keyAlgorithm, "otherThanKty", "\(error)", expected: .integer(expected),
                actual: .integer(actual), &findings)
        case .curveMismatch(.edDSA, expected: 6, actual: 7):
            breach(
                .keyAlgorithm, "eddsaWithEd448", "\(error)", expected: .integer(6), actual: .integer(7),
                hint: "Ed448 has an algorithm of its own: −53.", &findings)
        case .curveMismatch(_, let expected, let actual):
            breach(
                .keyCurve, "otherThanAlg", "\(error)", expected: .integer(expected),
                actual: .integer(actual), &findings)
        case .length(_, let expected, let actual):
            tellLength(error, kind, expected, actual, &findings)
        case .compressedPoint: breach(.key, "compressed", "\(error)", &findings)
        case .privatePart:
            breach(
                .key, "privatePart", "\(error)",
                hint: "The private key is known to whoever saw this response.", &findings)
        case .material(let error): tell(error, &findings)
        }
    }

    private func tellLength(
        _ error: COSEError, _ kind: COSEAlgorithm.KeyKind?, _ expected: Int, _ actual: Int,
        _ findings: inout FindingList
    ) {
        var code = RuleCode.key
        var variant = "length"
        var hint: String?
        switch kind {
        case .ec2:
            code = .keyCoordinate
            variant = actual < expected ? "short" : "long"
            if actual == expected - 1 { hint = "Was a leading zero byte left out? The width is fixed." }
        case .okp: code = .keyOKP
        case .rsa, .akp, nil: break
        }
        breach(
            code, variant, "\(error)", expected: .integer(expected), actual: .integer(actual), hint: hint,
            &findings)
    }

    private func tell(_ error: CryptographyError, _ findings: inout FindingList) {
        let story = "\(error)"
        switch error {
        case .notOnCurve: breach(.key, "offCurve", story, &findings)
        case .pointAtInfinity: breach(.key, "infinity", story, &findings)
        case .coordinateOutOfRange: breach(.keyCoordinate, "outOfRange", story, &findings)
        case .rsaModulusSize(let bits):
            breach(
                .keyRSA, bits < RSAPublicKey.bitCounts.lowerBound ? "small" : "huge", story,
                actual: .integer(bits), &findings)
        case .rsaModulusEven: breach(.keyRSA, "evenModulus", story, &findings)
        case .rsaExponent(let exponent):
            let variant =
                exponent == [1] ? "exponentOne" : exponent.count > 8 ? "longExponent" : "evenExponent"
            breach(.keyRSA, variant, story, actual: .bytes(exponent), &findings)
        case .rsaNotMinimal: breach(.keyRSA, "leadingZero", story, &findings)
        default: breach(.key, "unusable", story, &findings)
        }
    }
}

extension COSEError {
    /// Whether it says that the key does not fit its algorithm.
    fileprivate var isOfAlgorithm: Bool {
        switch self {
        case .unknownAlgorithm, .keyTypeMismatch, .curveMismatch: true
        default: false
        }
    }
}
