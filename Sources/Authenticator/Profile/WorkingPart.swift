internal import COSE
public import CTAP
internal import WebAuthnModel

/// A claim of a model that the device does not repeat, because the capability is not implemented here.
public struct WithheldClaim: Hashable, Sendable {
    /// The member of getInfo.
    public let member: GetInfoMember
    /// What is withheld of it: one entry of a list, `name: value` of a map, or the whole value.
    public let value: String

    /// Takes both.
    public init(member: GetInfoMember, value: String) {
        self.member = member
        self.value = value
    }
}

/// What works: this list grows with the device, and nothing else has to.
extension AuthenticatorProfile {
    /// FIDO_2_1 and later oblige a device to credentialManagement: a version is claimed only when all that it obliges
    /// to is there.
    public static let workingVersions: Set<String> = ["U2F_V2", "FIDO_2_0"]
    /// The longest PIN that is taken; a model with a lower limit would have to refuse some.
    private static let workingMaximumPINLength = 63

    private var hasClientPIN: Bool {
        if case .clientPIN = userVerification { true } else { false }
    }

    private func isWorking(option: String) -> Bool {
        switch option {
        case "plat", "rk", "up", "makeCredUvNotRqd": true
        case "clientPin": hasClientPIN
        case "uv": userVerification == .builtIn
        case "pinUvAuthToken": userVerification != .none
        case "largeBlobs": claims.extensions.contains(LargeBlobKey.identifier)
        case "ep": attestation.enterprise != nil
        default: false
        }
    }

    /// U2F needs keys on P-256, a certificate, key handles of one length byte, and a touch that is enough.
    private var canSpeakU2F: Bool {
        makesKeys(for: .es256) && attestation.template != nil && credentialIDLength <= 255
            && !claims.option("alwaysUv")
    }

    /// What a new device of this model answers to getInfo: the claims that work here.
    public var workingInfo: GetInfoResponse {
        var info = claims
        info.versions = claims.versions.filter { version in
            Self.workingVersions.contains(version) && (version != "U2F_V2" || canSpeakU2F)
        }
        info.extensions = claims.extensions.filter { name in
            AuthenticatorExtensions.all.contains { $0.identifier == name && $0.works(in: self) }
        }
        info.options = claims.options.filter { isWorking(option: $0.key) }
        info.pinUvAuthProtocols = claims.pinUvAuthProtocols.filter {
            userVerification != .none && PINUVAuthProtocol(rawValue: $0) != nil
        }
        info.algorithms = claims.algorithms.filter(\.canSign)
        info.attestationFormats = claims.attestationFormats.filter {
            $0 == NoneStatement.format || $0 == attestation.format
        }
        if !info.extensions.contains(LargeBlobKey.identifier) { info.maxSerializedLargeBlobArray = nil }
        if !info.extensions.contains(CredBlob.identifier) { info.maxCredBlobLength = nil }
        if claims.forcePINChange == true || !hasClientPIN { info.forcePINChange = nil }
        if !hasClientPIN { info.minPINLength = nil }
        if claims.maxPINLength != Self.workingMaximumPINLength || !hasClientPIN { info.maxPINLength = nil }
        if userVerification != .builtIn {
            info.preferredPlatformUvAttempts = nil
            info.uvModality = nil
        }
        return info
    }

    /// What ``workingInfo`` leaves out of the claims, in the order of getInfo's members.
    public var withheldClaims: [WithheldClaim] {
        let working = workingInfo
        var withheld = unmodelledClaims
        func list<Item: Equatable>(
            _ member: GetInfoMember, _ path: KeyPath<GetInfoResponse, [Item]>, _ text: (Item) -> String
        ) {
            let kept = working[keyPath: path]
            for item in claims[keyPath: path] where !kept.contains(item) {
                withheld.append(WithheldClaim(member: member, value: text(item)))
            }
        }
        func value<Value>(_ member: GetInfoMember, _ path: KeyPath<GetInfoResponse, Value?>) {
            guard working[keyPath: path] == nil, let claim = claims[keyPath: path] else { return }
            withheld.append(WithheldClaim(member: member, value: "\(claim)"))
        }
        list(.versions, \.versions) { $0 }
        list(.extensions, \.extensions) { $0 }
        for (name, value) in claims.options.sorted(by: { $0.key < $1.key }) where working.options[name] == nil
        {
            withheld.append(WithheldClaim(member: .options, value: "\(name): \(value)"))
        }
        list(.pinUvAuthProtocols, \.pinUvAuthProtocols) { "\($0)" }
        list(.algorithms, \.algorithms) { $0.description }
        value(.maxSerializedLargeBlobArray, \.maxSerializedLargeBlobArray)
        value(.forcePINChange, \.forcePINChange)
        value(.minPINLength, \.minPINLength)
        value(.maxCredBlobLength, \.maxCredBlobLength)
        value(.preferredPlatformUvAttempts, \.preferredPlatformUvAttempts)
        value(.uvModality, \.uvModality)
        list(.attestationFormats, \.attestationFormats) { $0 }
        value(.maxPINLength, \.maxPINLength)
        // Swift's sort keeps the order of what is equal.
        return withheld.sorted { $0.member.key < $1.member.key }
    }
}
