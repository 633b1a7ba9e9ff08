internal import COSE
public import CTAP

/// A claim of a model that the device does not repeat, because the capability is not implemented here.
public struct WithheldClaim: Hashable, Sendable {
    /// The member of getInfo, `extensions` for example.
    public let member: String
    /// What is withheld of it.
    public let value: String
}

extension AuthenticatorProfile {
    /// FIDO_2_1 and later oblige a device to credentialManagement and credProtect, U2F_V2 to the messages of
    /// CTAP1: a version is claimed only when all that it obliges to is there.
    private static let workingVersions: Set<String> = ["FIDO_2_0"]
    private static let workingExtensions: Set<String> = []
    private static let workingOptions: Set<String> = [
        "plat", "rk", "clientPin", "up", "uv", "pinUvAuthToken", "makeCredUvNotRqd",
    ]
    private static let workingAttestationFormats: Set<String> = ["none", "packed"]

    /// What a new device of this model answers to getInfo: the claims that work here.
    public var workingInfo: GetInfoResponse {
        var info = claims
        info.versions = claims.versions.filter(Self.workingVersions.contains)
        info.extensions = claims.extensions.filter(Self.workingExtensions.contains)
        info.options = claims.options.filter { Self.workingOptions.contains($0.key) }
        info.pinUvAuthProtocols = claims.pinUvAuthProtocols.filter { PINUVAuthProtocol(rawValue: $0) != nil }
        info.algorithms = algorithms
        info.attestationFormats = claims.attestationFormats.filter(Self.workingAttestationFormats.contains)
        return info
    }

    /// What ``workingInfo`` leaves out of the claims, in the order of getInfo's members.
    public var withheldClaims: [WithheldClaim] {
        let working = workingInfo
        func rest(_ member: String, _ claimed: [String], _ kept: [String]) -> [WithheldClaim] {
            claimed.filter { !kept.contains($0) }.map { WithheldClaim(member: member, value: $0) }
        }
        return rest("versions", claims.versions, working.versions)
            + rest("extensions", claims.extensions, working.extensions)
            + rest("options", claims.options.keys.sorted(), Array(working.options.keys))
            + rest(
                "pinUvAuthProtocols", claims.pinUvAuthProtocols.map(String.init),
                working.pinUvAuthProtocols.map(String.init))
            + rest("algorithms", claims.algorithms.map(\.description), working.algorithms.map(\.description))
            + rest("attestationFormats", claims.attestationFormats, working.attestationFormats)
    }
}
