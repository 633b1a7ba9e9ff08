internal import Bytes
internal import CBOR
internal import CTAP
internal import Cryptography

/// The hmac-secret extension (CTAP 2.2 §12.5): a credential's own keyed hash, for whoever can have it sign.
enum HMACSecret: AuthenticatorExtension {
    static let identifier = "hmac-secret"

    /// Salts and outputs travel by a PIN/UV auth protocol.
    static func works(in profile: AuthenticatorProfile) -> Bool {
        profile.userVerification != .none
            && profile.claims.pinUvAuthProtocols.contains { PINUVAuthProtocol(rawValue: $0) != nil }
    }

    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        guard let isWanted = input.boolValue else {
            throw DeviceFailure(
                .cborUnexpectedType,
                .request(.unexpectedType(path: "6.hmac-secret", expected: "a boolean")))
        }
        guard isWanted else { return }
        credential.extensions.randoms = try CredentialExtensions.Randoms(drawnFrom: creation.random)
        outputs.signed.append(CBORPair(key: "hmac-secret", value: true))
    }

    /// A credential that was made without it has no output.
    static func authenticate(
        _ input: CBORValue, _ assertion: ExtendedAssertion, _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        guard assertion.isPresent else {
            throw DeviceFailure(.unsupportedOption, .option("hmac-secret needs the user's presence"))
        }
        guard let randoms = assertion.credential.extensions.randoms else { return }
        let output = try assertion.device.evaluate(
            input, at: "4.hmac-secret", randoms, isVerified: assertion.isVerified, assertion.random)
        outputs.signed.append(CBORPair(key: "hmac-secret", value: .bytes(output)))
    }
}

/// The hmac-secret-mc extension (CTAP 2.2 §12.8): hmac-secret's outputs together with a new credential.
enum HMACSecretAtCreation: AuthenticatorExtension {
    static let identifier = "hmac-secret-mc"

    static func works(in profile: AuthenticatorProfile) -> Bool {
        HMACSecret.works(in: profile) && profile.claims.extensions.contains(HMACSecret.identifier)
    }

    /// Stands beside `hmac-secret: true`, which makes the secrets; without them there is nothing to evaluate.
    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {
        guard let randoms = credential.extensions.randoms else { return }
        let output = try creation.device.evaluate(
            input, at: "6.hmac-secret-mc", randoms, isVerified: creation.isVerified, creation.random)
        outputs.signed.append(CBORPair(key: "hmac-secret-mc", value: .bytes(output)))
    }
}

extension CredentialExtensions.Randoms {
    /// Two new ones.
    init(drawnFrom random: any RandomSource) throws(DeviceFailure) {
        do {
            self.init(
                withUV: Secret(try random.bytes(Self.length, for: .credentialRandom)),
                withoutUV: Secret(try random.bytes(Self.length, for: .credentialRandom)))
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
    }
}

extension VirtualAuthenticator {
    /// The outputs for one or two encrypted salts, encrypted in their turn.
    fileprivate func evaluate(
        _ input: CBORValue, at path: String, _ randoms: CredentialExtensions.Randoms, isVerified: Bool,
        _ random: any RandomSource
    ) throws(DeviceFailure) -> [UInt8] {
        let request: HMACSecretInput
        do { request = try HMACSecretInput(input, path: path) } catch {
            throw DeviceFailure(error.status, .request(error))
        }
        let version = try supportedProtocol(request.protocolNumber)
        let secret = try sharedSecret(with: request.keyAgreement, version)
        guard version.verify(request.saltAuth, over: request.saltEnc, key: secret) else {
            throw DeviceFailure(.pinAuthInvalid, .authorization("saltAuth does not fit"))
        }
        guard let salts = version.decrypt(request.saltEnc, key: secret), [32, 64].contains(salts.count)
        else {
            throw DeviceFailure(
                .invalidLength, .option("saltEnc does not decrypt to one or two salts of 32 bytes"))
        }
        let key = (isVerified ? randoms.withUV : randoms.withoutUV).exposedBytes
        let outputs = stride(from: 0, to: salts.count, by: 32).flatMap {
            HMAC.authenticationCode(for: Array(salts[$0..<$0 + 32]), key: key)
        }
        do { return try version.encrypt(outputs, key: secret, random: random) } catch {
            throw DeviceFailure(.other, .cryptography(error.description))
        }
    }
}
