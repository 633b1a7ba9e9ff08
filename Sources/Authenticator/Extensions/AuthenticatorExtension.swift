internal import CBOR
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// An extension as a device processes it (CTAP 2.2 §12): one type a file, and its place in ``AuthenticatorExtensions``.
///
/// Most do something in one of the two commands only; in the other one they are ignored, as the specification asks.
protocol AuthenticatorExtension: SendableMetatype {
    /// Its name in getInfo, in requests and in authenticator data.
    static var identifier: String { get }
    /// Whether a model that claims it has what it takes.
    static func works(in profile: AuthenticatorProfile) -> Bool
    /// Takes part in a makeCredential, after the user's touch and before the credential is kept.
    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure)
    /// Takes part in a getAssertion, for each credential that signs.
    static func authenticate(
        _ input: CBORValue, _ assertion: ExtendedAssertion, _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure)
}

extension AuthenticatorExtension {
    static func works(in profile: AuthenticatorProfile) -> Bool { true }
    static func register(
        _ input: CBORValue, _ creation: ExtendedCreation, _ credential: inout Credential,
        _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {}
    static func authenticate(
        _ input: CBORValue, _ assertion: ExtendedAssertion, _ outputs: inout ExtensionOutputs
    ) throws(DeviceFailure) {}
}

/// What an extension may know of a makeCredential.
struct ExtendedCreation {
    let device: VirtualAuthenticator
    let request: MakeCredentialRequest
    let isVerified: Bool
    let random: any RandomSource
}

/// What an extension may know of a getAssertion.
struct ExtendedAssertion {
    let device: VirtualAuthenticator
    let request: GetAssertionRequest
    let credential: Credential
    let isPresent: Bool
    let isVerified: Bool
    let random: any RandomSource
}

/// What extensions add to an answer.
struct ExtensionOutputs {
    /// For the extension map of authenticator data, which is signed.
    var signed: [CBORPair] = []
    /// For unsignedExtensionOutputs.
    var unsigned: [CBORPair] = []
    /// For the answer's own member.
    var largeBlobKey: [UInt8]?

    /// The map in authenticator data; nil where there is none, and then its flag is not set either.
    var signedMap: [UInt8]? { signed.isEmpty ? nil : CBOREncoder.encode(.map(signed)) }
    /// The map beside it; nil where there is none.
    var unsignedMap: CBORValue? { unsigned.isEmpty ? nil : .map(unsigned) }
}

/// The extensions that are implemented here.
enum AuthenticatorExtensions {
    /// In the order in which they are processed.
    static let all: [any AuthenticatorExtension.Type] = [
        CredProtect.self, CredBlob.self, LargeBlobKey.self, LargeBlob.self, HMACSecret.self,
        HMACSecretAtCreation.self, PRF.self,
    ]

    /// Those of a model, by what its getInfo says.
    static func of(_ info: GetInfoResponse) -> [any AuthenticatorExtension.Type] {
        all.filter { info.extensions.contains($0.identifier) }
    }
}

extension VirtualAuthenticator {
    /// Lets the extensions that a makeCredential asks for take part; a device ignores those that it does not have.
    func extend(
        _ request: MakeCredentialRequest, _ credential: inout Credential, isVerified: Bool,
        _ random: any RandomSource
    ) throws(DeviceFailure) -> ExtensionOutputs {
        var outputs = ExtensionOutputs()
        guard let inputs = request.extensions else { return outputs }
        let creation = ExtendedCreation(
            device: self, request: request, isVerified: isVerified, random: random)
        for type in extensions {
            guard let input = inputs[text: type.identifier] else { continue }
            try type.register(input, creation, &credential, &outputs)
        }
        return outputs
    }

    /// Lets the extensions that a getAssertion asks for take part.
    func extend(
        _ request: GetAssertionRequest, _ credential: Credential, _ flags: AuthenticatorFlags,
        _ random: any RandomSource
    ) throws(DeviceFailure) -> ExtensionOutputs {
        var outputs = ExtensionOutputs()
        guard let inputs = request.extensions else { return outputs }
        let assertion = ExtendedAssertion(
            device: self, request: request, credential: credential,
            isPresent: flags.contains(.userPresent), isVerified: flags.contains(.userVerified),
            random: random)
        for type in extensions {
            guard let input = inputs[text: type.identifier] else { continue }
            try type.authenticate(input, assertion, &outputs)
        }
        return outputs
    }
}
