internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// A signature that was not valid, and what it was held against.
struct RefusedSignature: Sendable {
    /// The rule that it breaks.
    let code: RuleCode
    let signature: [UInt8]
    let message: [UInt8]
    let key: PublicKey
    let algorithm: COSEAlgorithm

    /// What would have been signed if authenticator data and hash were these; nil where they are not what is
    /// signed.
    func message(_ authenticatorData: [UInt8], _ hash: [UInt8]) -> [UInt8]? {
        switch code {
        case .signature, .packedSignature, .androidKeySignature: return authenticatorData + hash
        case .u2fSignature:
            // 00, RP ID hash, client data hash, and then what the client data has no part in.
            guard message.count > 65 else { return nil }
            return [0] + authenticatorData.prefix(32) + hash + message.dropFirst(65)
        default: return nil
        }
    }
}
