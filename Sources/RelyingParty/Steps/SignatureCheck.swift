internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// A signature over authenticator data and the hash of the client data: that of an assertion (§7.2 step 21), and
/// those of attestation statements.
struct SignatureCheck {
    let code: RuleCode
    let location: () -> ReportLocation
    /// Whose key it is, for the sentences: "the credential's key".
    let signer: String

    /// What is signed: both ceremonies have it in common.
    static func message(_ authenticatorData: [UInt8], _ hash: ClientDataHash) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(authenticatorData.count + hash.bytes.count)
        message += authenticatorData
        message += hash.bytes
        return message
    }

    /// Whether the signature is valid; if not, the findings say why.
    func run(
        _ signature: [UInt8], over message: [UInt8], key: PublicKey?, algorithm: COSEAlgorithm,
        _ findings: inout FindingList
    ) -> Bool {
        guard !signature.isEmpty else {
            findings.breach(code, "empty", because: "the signature is empty", at: location())
            return false
        }
        guard let key, let scheme = algorithm.scheme else {
            findings.unsupported(
                code, because: "signatures of \(algorithm) by \(signer) cannot be checked here",
                actual: .integer(algorithm.rawValue), at: location())
            return false
        }
        do {
            if try key.isValidSignature(signature, for: message, scheme: scheme) {
                findings.pass(code)
                return true
            }
        } catch {
            findings.unsupported(
                code, because: "the signature cannot be checked: \(error)",
                actual: .integer(algorithm.rawValue), at: location())
            return false
        }
        tell(signature, key, &findings)
        findings.keep(
            RefusedSignature(
                code: code, signature: signature, message: message, key: key, algorithm: algorithm))
        return false
    }

    private func tell(_ signature: [UInt8], _ key: PublicKey, _ findings: inout FindingList) {
        let story = Self.story(of: signature, key)
        let place = location()
        findings.breach(
            code, story.variant, because: story.because ?? "the signature is not valid for \(signer)",
            actual: .bytes(signature), at: story.offset.map { place.advanced(by: $0) } ?? place,
            hint: story.hint, suspect: story.because == nil ? nil : .transport)
    }

    private struct Story {
        let variant: String
        var because: String?
        var offset: Int?
        var hint: String?
    }

    /// What can be seen of a signature that is not valid, without knowing anything else.
    private static func story(of signature: [UInt8], _ key: PublicKey) -> Story {
        switch key {
        case .ec(let key): story(of: ECDSASignatureShape(of: signature, curve: key.curve))
        case .edwards(let key) where signature.count != key.curve.signatureLength:
            length(signature.count, expected: key.curve.signatureLength)
        case .rsa(let key) where signature.count != key.modulus.count:
            length(signature.count, expected: key.modulus.count)
        case .edwards, .rsa: other
        }
    }

    private static let other = Story(
        variant: "other",
        hint:
            "Another key signed, or other bytes were signed: the client data and the authenticator data must be "
            + "checked exactly as they came.")

    private static func length(_ actual: Int, expected: Int) -> Story {
        Story(
            variant: actual < expected ? "truncated" : "trailingBytes",
            because: "the signature has \(actual) bytes instead of \(expected)")
    }

    private static func story(of shape: ECDSASignatureShape) -> Story {
        switch shape {
        case .strict: other
        case .rawConcatenation:
            Story(
                variant: "rawRS", because: "the signature is r and s one after the other, not DER", offset: 0,
                hint: "JOSE, WebCrypto and COSE messages write it so; WebAuthn wants the DER of RFC 3279.")
        case .ber(let offset):
            Story(variant: "BER", because: "a length in the signature is BER, not DER", offset: offset)
        case .nonMinimal(let offset):
            Story(
                variant: "nonMinimalInteger", because: "an integer has a zero byte too many",
                offset: offset)
        case .negative(let offset):
            Story(
                variant: "negativeInteger",
                because: "an integer is negative: its leading zero byte is missing",
                offset: offset)
        case .trailing(let offset):
            Story(variant: "trailingBytes", because: "bytes follow the signature", offset: offset)
        case .zero(let offset): Story(variant: "zeroRS", because: "r or s is zero", offset: offset)
        case .outOfRange(let offset):
            Story(variant: "rEqualsN", because: "r or s is not below the order of the curve", offset: offset)
        case .truncated(let offset):
            Story(variant: "truncated", because: "the signature is cut off", offset: offset)
        case .unexpectedTag(let offset, _):
            Story(variant: "notDER", because: "the signature is not the DER of two integers", offset: offset)
        }
    }
}
