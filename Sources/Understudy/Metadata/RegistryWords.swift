internal import Authenticator
internal import COSE
internal import CTAP
internal import WebAuthnModel

/// The words of the FIDO Registry of Predefined Values v2.2 for what a profile says.
extension AuthenticatorProfile {
    /// Whether it registers as a U2F key does.
    var isU2F: Bool { attestation.parts.contains { $0.format == FIDOU2FStatement.format } }

    /// The signature algorithms (§3.6.1), in the order of preference; two of COSE may be one here.
    var authenticationAlgorithms: [String] { unique(algorithms.compactMap(\.registryWord)) }

    /// The attestation types (§3.6.3).
    var attestationTypes: [String] {
        unique(
            attestation.parts.map { manner in
                switch manner {
                case .none: "none"
                case .packedSelf: "basic_surrogate"
                case .tpm: "attca"
                case .apple: "anonca"
                case .packedCertificate, .fidoU2F, .androidKey, .safetyNet, .compound: "basic_full"
                }
            })
    }

    /// How a client reaches it (§3.4).
    var attachmentHint: [String] {
        if attachment == .platform { return ["internal"] }
        var hints = ["external"]
        for transport in transports {
            switch transport {
            case .usb, .smartCard: hints.append("wired")
            case .nfc: hints += ["wireless", "nfc"]
            case .ble: hints += ["wireless", "bluetooth"]
            case .hybrid: hints += ["wireless", "network"]
            default: break
            }
        }
        return unique(hints)
    }

    /// The ways to verify the user, each a combination of methods that are used together (§3.1).
    var verificationMethods: [[String]] {
        let touch = ["presence_internal"]
        let verified: [[String]] =
            switch userVerification {
            case .none: []
            case .clientPIN: [["passcode_external", "presence_internal"]]
            case .builtIn: builtInMethods.map { [$0] }
            }
        let goesUnverified = verified.isEmpty || claims.option("makeCredUvNotRqd")
        return goesUnverified ? verified + [touch] : verified
    }

    /// The bits of getInfo's uvModality; where it has none, what built-in verification usually is.
    private var builtInMethods: [String] {
        let methods = [
            (2, "fingerprint_internal"), (4, "passcode_internal"), (8, "voiceprint_internal"),
            (16, "faceprint_internal"), (64, "eyeprint_internal"), (128, "pattern_internal"),
            (256, "handprint_internal"),
        ]
        let usual = 2 | 4 | 16
        let named = methods.filter { (claims.uvModality ?? usual) & $0.0 != 0 }.map(\.1)
        return named.isEmpty ? ["passcode_internal"] : named
    }

    private func unique(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }
}

extension COSEAlgorithm {
    /// Signatures of FIDO2 are told as raw whatever their form, as in the statements of the Metadata Service.
    fileprivate var registryWord: String? {
        switch self {
        case .es256, .esp256: "secp256r1_ecdsa_sha256_raw"
        case .es384, .esp384: "secp384r1_ecdsa_sha384_raw"
        case .es512, .esp512: "secp521r1_ecdsa_sha512_raw"
        case .es256k: "secp256k1_ecdsa_sha256_raw"
        case .edDSA, .ed25519: "ed25519_eddsa_sha512_raw"
        case .ed448: "ed448_eddsa_sha512_raw"
        case .rs256: "rsassa_pkcsv15_sha256_raw"
        case .rs384: "rsassa_pkcsv15_sha384_raw"
        case .rs512: "rsassa_pkcsv15_sha512_raw"
        case .ps256: "rsassa_pss_sha256_raw"
        case .ps384: "rsassa_pss_sha384_raw"
        case .ps512: "rsassa_pss_sha512_raw"
        default: nil
        }
    }
}
