internal import Authenticator
internal import COSE
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// Changes authenticator data, as parts and then as bytes.
struct EditedAuthenticatorData: AuthenticatorDataMaker {
    let base: any AuthenticatorDataMaker
    let parts: [Planted<@Sendable (inout AuthenticatorData) -> Void>]
    let bytes: [Planted<@Sendable (inout [UInt8]) -> Void>]
    let log: PlantingLog

    func make(_ data: AuthenticatorData) -> [UInt8] {
        var data = data
        log.apply(parts, to: &data)
        var made = base.make(data)
        log.apply(bytes, to: &made)
        return made
    }
}

/// Makes key pairs in another way.
struct EditedKeyMaker: CredentialKeyMaker {
    let maker: any CredentialKeyMaker
    let id: FaultID
    let log: PlantingLog

    func makeKey(
        _ algorithm: COSEAlgorithm, _ random: any RandomSource
    ) throws(CryptographyError) -> PrivateKey {
        let key = try maker.makeKey(algorithm, random)
        log.note(id)
        return key
    }
}

/// Changes the bytes of credential public keys.
struct EditedKeyEncoder: CredentialKeyEncoder {
    let base: any CredentialKeyEncoder
    let edits: [Planted<@Sendable (inout [UInt8]) -> Void>]
    let log: PlantingLog

    func encode(_ key: COSEKey) -> [UInt8] {
        var bytes = base.encode(key)
        log.apply(edits, to: &bytes)
        return bytes
    }
}

/// Changes what is signed, and then the signature.
struct EditedSigner: Signer {
    let base: any Signer
    let inputs: [Planted<@Sendable (inout SigningInput) throws(CryptographyError) -> Void>]
    let signatures: [Planted<@Sendable (inout [UInt8]) -> Void>]
    let log: PlantingLog

    func sign(
        _ message: [UInt8], with key: PrivateKey, algorithm: COSEAlgorithm, nonce: NonceGeneration
    ) throws(CryptographyError) -> [UInt8] {
        var input = SigningInput(message: message, key: key, algorithm: algorithm)
        for planted in inputs {
            let before = input
            try planted.edit(&input)
            if !input.isSame(as: before) { log.note(planted.id) }
        }
        var signature = try base.sign(
            input.message, with: input.key, algorithm: input.algorithm, nonce: nonce)
        log.apply(signatures, to: &signature)
        return signature
    }
}

extension SigningInput {
    fileprivate func isSame(as other: SigningInput) -> Bool {
        message == other.message && algorithm == other.algorithm
            && key.publicKey == other.key.publicKey
    }
}

/// Changes what a device says of itself.
struct EditedInfo: InfoMaker {
    let base: any InfoMaker
    let edits: [Planted<@Sendable (inout GetInfoResponse) -> Void>]
    let log: PlantingLog

    func make(_ info: GetInfoResponse) -> GetInfoResponse {
        var info = base.make(info)
        log.apply(edits, to: &info)
        return info
    }
}
