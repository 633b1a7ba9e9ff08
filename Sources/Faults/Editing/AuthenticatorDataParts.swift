internal import WebAuthnModel

/// Where the parts of a registration's authenticator data lie, read as leniently as a client reads them.
struct AuthenticatorDataParts {
    let credentialID: [UInt8]

    /// Nil where the bytes end before the credential ID does.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 55 else { return nil }
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        guard bytes.count >= 55 + length else { return nil }
        credentialID = Array(bytes[55..<55 + length])
    }
}

/// Authenticator data with extension outputs, whatever the ED flag said before.
extension AuthenticatorData {
    mutating func addExtensions(_ bytes: [UInt8], flagged: Bool = true) {
        extensions = bytes
        if flagged { flags.insert(.extensionData) } else { flags.remove(.extensionData) }
    }
}
