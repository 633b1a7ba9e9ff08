internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// Why the signature of a JSON Web Signature does not count.
enum JWSSignatureFault {
    /// A member of the header sends the reader elsewhere, or asks for what nobody here understands.
    case forbidden(member: String)
    /// The header names no algorithm, or says outright that nothing is signed.
    case none
    /// An algorithm that is not taken, symmetric ones above all.
    case algorithm(String)
    /// The key is of another kind than the algorithm.
    case key(CompactJWS.Algorithm)
    /// The signature has not the length that the algorithm asks for.
    case length(Int, expected: Int)
    /// The signature is not valid.
    case other
    /// It could not be checked.
    case unsupported(CryptographyError)
}

extension JWSSignatureFault {
    /// The variant that names the fault, and why in a sentence.
    var story: (variant: String, because: String, hint: String?) {
        switch self {
        case .forbidden(let member):
            (
                member, "the header has a member \(member)",
                "Keys come from x5c and from nowhere else; who follows an address in a header is led by the sender."
            )
        case .none: ("algNone", "the header says that nothing is signed", nil)
        case .algorithm(let name):
            ("algOther", "\"\(name)\" is none of the algorithms that the service signs with", nil)
        case .key(let algorithm):
            (
                "algOtherThanKey",
                "the header says \(algorithm.rawValue), the certificate's key is of another kind", nil
            )
        case .length(let actual, let expected):
            (
                "signature", "the signature has \(actual) bytes instead of \(expected)",
                "JOSE writes r and s one after the other, not the DER of WebAuthn's own signatures."
            )
        case .other:
            (
                "signature", "the signature is not valid for the certificate's key",
                "The header and the payload must be checked exactly as they came."
            )
        case .unsupported(let error): ("signature", "the signature cannot be checked: \(error)", nil)
        }
    }
}

extension CompactJWS {
    /// What is wrong with the signature under the key of a certificate; nil when it is valid.
    func fault(under key: PublicKey) -> JWSSignatureFault? {
        if let fault = headerFault { return fault }
        switch (algorithm, key) {
        case (.es256, .ec(let point)) where point.curve == .p256: return ecdsaFault(key)
        case (.rs256, .rsa): return check(signature, .rsaPKCS1(.sha256), key)
        case (let algorithm?, _): return .key(algorithm)
        case (nil, _): return .algorithm(algorithmName ?? "")
        }
    }

    /// What can be told without the key.
    var headerFault: JWSSignatureFault? {
        if let member = forbiddenMembers.first { return .forbidden(member: member) }
        guard let name = algorithmName, name.lowercased() != "none" else { return JWSSignatureFault.none }
        return algorithm == nil ? .algorithm(name) : nil
    }

    /// JOSE has r and s one after the other (RFC 7518 §3.4).
    private func ecdsaFault(_ key: PublicKey) -> JWSSignatureFault? {
        guard signature.count == 64 else { return .length(signature.count, expected: 64) }
        let der = DER.sequence(
            DER.integer(magnitude: signature.prefix(32)), DER.integer(magnitude: signature.suffix(32)))
        return check(der, .ecdsa(.sha256), key)
    }

    private func check(
        _ signature: [UInt8], _ scheme: SignatureScheme, _ key: PublicKey
    ) -> JWSSignatureFault? {
        do {
            return try key.isValidSignature(signature, for: signingInput, scheme: scheme) ? nil : .other
        } catch { return .unsupported(error) }
    }
}
