public import Cryptography

/// A COSE algorithm identifier (IANA registry "COSE Algorithms"); any number can be held.
public struct COSEAlgorithm: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Takes any number.
    public init(rawValue: Int) { self.rawValue = rawValue }
}

extension COSEAlgorithm {
    /// ECDSA with SHA-256; in WebAuthn on P-256 (§5.8.5).
    public static let es256 = COSEAlgorithm(rawValue: -7)
    /// ECDSA with SHA-384; in WebAuthn on P-384.
    public static let es384 = COSEAlgorithm(rawValue: -35)
    /// ECDSA with SHA-512; in WebAuthn on P-521.
    public static let es512 = COSEAlgorithm(rawValue: -36)
    /// ECDSA on secp256k1 with SHA-256.
    public static let es256k = COSEAlgorithm(rawValue: -47)
    /// EdDSA; in WebAuthn with Ed25519.
    public static let edDSA = COSEAlgorithm(rawValue: -8)
    /// ECDSA on P-256 with SHA-256, fully specified (RFC 9864).
    public static let esp256 = COSEAlgorithm(rawValue: -9)
    /// ECDSA on P-384 with SHA-384, fully specified.
    public static let esp384 = COSEAlgorithm(rawValue: -51)
    /// ECDSA on P-521 with SHA-512, fully specified.
    public static let esp512 = COSEAlgorithm(rawValue: -52)
    /// EdDSA with Ed25519, fully specified.
    public static let ed25519 = COSEAlgorithm(rawValue: -19)
    /// EdDSA with Ed448, fully specified.
    public static let ed448 = COSEAlgorithm(rawValue: -53)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = COSEAlgorithm(rawValue: -257)
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    public static let rs384 = COSEAlgorithm(rawValue: -258)
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    public static let rs512 = COSEAlgorithm(rawValue: -259)
    /// RSASSA-PKCS1-v1_5 with SHA-1: seen in old TPM statements; verified, never made.
    public static let rs1 = COSEAlgorithm(rawValue: -65535)
    /// RSASSA-PSS with SHA-256.
    public static let ps256 = COSEAlgorithm(rawValue: -37)
    /// RSASSA-PSS with SHA-384.
    public static let ps384 = COSEAlgorithm(rawValue: -38)
    /// RSASSA-PSS with SHA-512.
    public static let ps512 = COSEAlgorithm(rawValue: -39)
    /// ML-DSA-44 (RFC 9964): keys are read, signatures cannot be checked with libcrypto 3.0.
    public static let mlDSA44 = COSEAlgorithm(rawValue: -48)
    /// ML-DSA-65.
    public static let mlDSA65 = COSEAlgorithm(rawValue: -49)
    /// ML-DSA-87.
    public static let mlDSA87 = COSEAlgorithm(rawValue: -50)
}

extension COSEAlgorithm {
    /// The kind of key that WebAuthn lets an algorithm have (§5.8.5).
    public enum KeyKind: Hashable, Sendable {
        /// kty 2 on one curve.
        case ec2(EllipticCurve)
        /// kty 1 on one curve.
        case okp(EdwardsCurve)
        /// kty 3.
        case rsa
        /// kty 7, with a public key of this many bytes.
        case akp(publicKeyLength: Int)
    }

    private struct Facts {
        let name: String
        let kind: KeyKind
        /// Nil where a signature cannot be checked here.
        let scheme: SignatureScheme?
    }

    private static let facts: [Int: Facts] = [
        -7: Facts(name: "ES256", kind: .ec2(.p256), scheme: .ecdsa(.sha256)),
        -9: Facts(name: "ESP256", kind: .ec2(.p256), scheme: .ecdsa(.sha256)),
        -35: Facts(name: "ES384", kind: .ec2(.p384), scheme: .ecdsa(.sha384)),
        -51: Facts(name: "ESP384", kind: .ec2(.p384), scheme: .ecdsa(.sha384)),
        -36: Facts(name: "ES512", kind: .ec2(.p521), scheme: .ecdsa(.sha512)),
        -52: Facts(name: "ESP512", kind: .ec2(.p521), scheme: .ecdsa(.sha512)),
        -47: Facts(name: "ES256K", kind: .ec2(.secp256k1), scheme: .ecdsa(.sha256)),
        -8: Facts(name: "EdDSA", kind: .okp(.ed25519), scheme: .eddsa),
        -19: Facts(name: "Ed25519", kind: .okp(.ed25519), scheme: .eddsa),
        -53: Facts(name: "Ed448", kind: .okp(.ed448), scheme: .eddsa),
        -257: Facts(name: "RS256", kind: .rsa, scheme: .rsaPKCS1(.sha256)),
        -258: Facts(name: "RS384", kind: .rsa, scheme: .rsaPKCS1(.sha384)),
        -259: Facts(name: "RS512", kind: .rsa, scheme: .rsaPKCS1(.sha512)),
        -65535: Facts(name: "RS1", kind: .rsa, scheme: .rsaPKCS1(.sha1)),
        -37: Facts(name: "PS256", kind: .rsa, scheme: .rsaPSS(.sha256)),
        -38: Facts(name: "PS384", kind: .rsa, scheme: .rsaPSS(.sha384)),
        -39: Facts(name: "PS512", kind: .rsa, scheme: .rsaPSS(.sha512)),
        -48: Facts(name: "ML-DSA-44", kind: .akp(publicKeyLength: 1312), scheme: nil),
        -49: Facts(name: "ML-DSA-65", kind: .akp(publicKeyLength: 1952), scheme: nil),
        -50: Facts(name: "ML-DSA-87", kind: .akp(publicKeyLength: 2592), scheme: nil),
    ]

    /// The registry's name, or nil for a number that is not known here.
    public var name: String? { Self.facts[rawValue]?.name }

    /// The key that goes with it, or nil for an unknown number.
    public var keyKind: KeyKind? {
        // The algorithm of nearly every credential, without a look into the table.
        rawValue == -7 ? .ec2(.p256) : Self.facts[rawValue]?.kind
    }

    /// How its signatures are made and checked; nil for an unknown number and where the library cannot.
    public var scheme: SignatureScheme? {
        rawValue == -7 ? .ecdsa(.sha256) : Self.facts[rawValue]?.scheme
    }

    /// Whether an authenticator here can make keys of it: every scheme but RS1.
    public var canSign: Bool { scheme != nil && self != .rs1 }

    /// All algorithms that an authenticator here can make keys for, most usual first.
    public static let signable: [COSEAlgorithm] = [
        .es256, .edDSA, .rs256, .es384, .es512, .es256k, .esp256, .esp384, .esp512, .ed25519, .ed448,
        .ps256, .ps384, .ps512, .rs384, .rs512,
    ]
}

extension COSEAlgorithm: CustomStringConvertible {
    /// The name and the number.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? "\(rawValue)" }
}
