internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// What the formats with certificates do alike before they check their own rules.
extension StatementShapeError {
    /// The member that is wrong, and the variant that says how.
    var story: (member: String, variant: String) {
        switch self {
        case .missing(let member): (member, "missing")
        case .empty(let member): (member, "empty")
        case .wrongType("alg"): ("alg", "notInteger")
        case .wrongType("sig"): ("sig", "notBytes")
        case .wrongType(let member): (member, "notArray")
        }
    }
}

extension AttestationSubject {
    /// Tells what is wrong with a statement's shape under the code of the member.
    func tell(
        _ error: StatementShapeError, _ codes: [String: RuleCode], otherwise: RuleCode,
        _ findings: inout FindingList
    ) {
        let (member, variant) = error.story
        findings.breach(
            codes[member] ?? otherwise, variant, because: "\(error)",
            at: object.location(of: ["attStmt", member]))
    }

    /// Where the attesting certificate stands.
    func leafLocation() -> ReportLocation { object.location(of: ["attStmt", "x5c"], element: 0) }

    /// The attesting certificate; nil, after telling why, when it cannot be read.
    func leaf(
        of chain: [[UInt8]], _ code: RuleCode, _ findings: inout FindingList
    ) -> X509Certificate? {
        do {
            let leaf = try X509Certificate(der: chain.first ?? [])
            guard let fault = leaf.keyFault else { return leaf }
            findings.breach(
                code, "malformed", because: "the attesting certificate's key is none: \(fault)",
                at: leafLocation())
        } catch {
            findings.breach(
                code, "malformed", because: "the attesting certificate cannot be read: \(error)",
                at: leafLocation())
        }
        return nil
    }

    /// Checks the statement's `sig`.
    func signatureCheck(_ code: RuleCode, signer: String) -> SignatureCheck {
        SignatureCheck(
            code: code, location: { object.location(of: ["attStmt", "sig"]) }, signer: signer)
    }
}

extension X509Certificate {
    /// Why its key is no key at all; nil when it is one, or one that is only not taken here.
    var keyFault: CryptographyError? {
        guard publicKey == nil else { return nil }
        do { _ = try PublicKey(subjectPublicKeyInfo: publicKeyInfo.der) } catch {
            switch error {
            case .notOnCurve, .pointAtInfinity, .coordinateOutOfRange, .wrongLength, .rsaNotMinimal,
                .rsaModulusEven, .rsaExponent:
                return error
            default: break
            }
        }
        return nil
    }
}
