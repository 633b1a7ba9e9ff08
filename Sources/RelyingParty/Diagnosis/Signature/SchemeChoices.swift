internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// The same key with another algorithm.
enum SchemeChoices {
    static func all(_ refused: RefusedSignature) -> [SignatureGuess] {
        guard let right = refused.algorithm.scheme else { return [] }
        return schemes(of: refused.key).filter { $0 != right }.map { scheme in
            let isPadding = scheme.isPSS != right.isPSS
            return SignatureGuess(
                word: isPadding ? "otherAlgorithm" : "otherHash",
                variant: isPadding ? "otherAlgorithm" : "otherHash",
                sentence:
                    "The signature is valid as \(scheme.title), but the key is of \(refused.algorithm).",
                suspect: .authenticator, scheme: scheme)
        }
    }

    private static func schemes(of key: PublicKey) -> [SignatureScheme] {
        switch key {
        case .ec: HashAlgorithm.allCases.map { .ecdsa($0) }
        case .rsa: HashAlgorithm.allCases.map { .rsaPKCS1($0) } + HashAlgorithm.allCases.map { .rsaPSS($0) }
        case .edwards: []
        }
    }
}

extension SignatureScheme {
    fileprivate var isPSS: Bool { if case .rsaPSS = self { true } else { false } }

    fileprivate var title: String {
        switch self {
        case .ecdsa(let hash): "ECDSA with \(hash.rawValue)"
        case .eddsa: "EdDSA"
        case .rsaPKCS1(let hash): "RSASSA-PKCS1-v1_5 with \(hash.rawValue)"
        case .rsaPSS(let hash): "RSASSA-PSS with \(hash.rawValue)"
        }
    }
}
