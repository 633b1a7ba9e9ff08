public import CBOR
public import JSON

/// The extension map of authenticator data (§9, CTAP 2.2 §12): outputs that are understood here.
public struct AuthenticatorExtensionOutputs: Hashable, Sendable {
    /// What an authenticator says of a blob or a secret: at registration that there is one, later the thing itself.
    public enum FlagOrBytes: Hashable, Sendable {
        /// At registration.
        case flag(Bool)
        /// At authentication.
        case bytes([UInt8])
    }

    /// Whether the blob was stored; the blob (CTAP 2.1 §12.2).
    public var credBlob: FlagOrBytes?
    /// How well the credential is protected (CTAP 2.1 §12.1).
    public var credProtect: CredentialProtectionPolicy?
    /// Whether the credential has secrets; what was made with them, encrypted for the client (CTAP 2.1 §12.5).
    public var hmacSecret: FlagOrBytes?
    /// As `hmac-secret` at authentication, but at registration (CTAP 2.2 §12.8).
    public var hmacSecretMC: [UInt8]?
    /// The least length of a PIN, in code points (CTAP 2.1 §12.4).
    public var minPinLength: Int?
    /// Whether others than the relying party may use the credential for payments (CTAP 2.2 §12.9).
    public var thirdPartyPayment: Bool?
    /// How the user was verified (WebAuthn Level 2 §10.3).
    public var uvm: [UVMEntry]?

    /// No outputs.
    public init() {}

    /// Reads outputs; what has the wrong type is left out and told.
    public static func read(
        _ map: CBORValue
    ) -> (AuthenticatorExtensionOutputs, [AuthenticatorExtensionProblem]) {
        var outputs = AuthenticatorExtensionOutputs()
        var problems: [AuthenticatorExtensionProblem] = []
        func take<T>(_ name: String, _ item: CBORValue, _ value: T?, or expected: String) -> T? {
            if value == nil {
                problems.append(
                    AuthenticatorExtensionProblem(identifier: name, expected: expected, item: item))
            }
            return value
        }
        for pair in map.mapValue ?? [] {
            guard let name = pair.key.textValue else { continue }
            let item = pair.value
            let flagOrBytes = item.boolValue.map(FlagOrBytes.flag) ?? item.bytesValue.map(FlagOrBytes.bytes)
            switch name {
            case "credBlob": outputs.credBlob = take(name, item, flagOrBytes, or: "true, false or bytes")
            case "credProtect":
                outputs.credProtect = take(
                    name, item, item.integer.flatMap(CredentialProtectionPolicy.init(rawValue:)),
                    or: "1, 2 or 3")
            case "hmac-secret":
                outputs.hmacSecret = take(name, item, flagOrBytes, or: "true, false or bytes")
            case "hmac-secret-mc": outputs.hmacSecretMC = take(name, item, item.bytesValue, or: "bytes")
            case "minPinLength": outputs.minPinLength = take(name, item, item.integer, or: "a number")
            case "thirdPartyPayment":
                outputs.thirdPartyPayment = take(name, item, item.boolValue, or: "true or false")
            case "uvm":
                outputs.uvm = take(
                    name, item, [UVMEntry](item), or: [UVMEntry].shape)
            default: break
            }
        }
        return (outputs, problems)
    }

    /// Writes the outputs as members of an object; bytes in base64url.
    public func writeMembers(to writer: inout JSONWriter) {
        if let credBlob { writer.member("credBlob", credBlob) }
        if let credProtect { writer.member("credProtect", credProtect.rawValue) }
        if let hmacSecret { writer.member("hmac-secret", hmacSecret) }
        if let hmacSecretMC { writer.member("hmac-secret-mc", base64URL: hmacSecretMC) }
        if let minPinLength { writer.member("minPinLength", minPinLength) }
        if let thirdPartyPayment { writer.member("thirdPartyPayment", thirdPartyPayment) }
        uvm?.write(to: &writer)
    }
}

/// An output of an authenticator that has the wrong type.
public struct AuthenticatorExtensionProblem: Hashable, Sendable {
    /// The output's name in the extension map.
    public let identifier: String
    /// What would be right.
    public let expected: String
    /// What there is.
    public let item: CBORValue
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: AuthenticatorExtensionOutputs.FlagOrBytes) {
        switch value {
        case .flag(let flag): member(name, flag)
        case .bytes(let bytes): member(name, base64URL: bytes)
        }
    }
}
