internal import COSE
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// What lies on the table when something is wrong: what was expected, and what came.
struct Evidence {
    let rpID: String
    let origins: [String]
    let challenge: [UInt8]
    let earlierChallenges: [[UInt8]]
    let clientDataJSON: [UInt8]?
    let authenticatorData: [UInt8]?
    /// The key of the credential, stored or new; nil where it could not be read.
    let credentialKey: COSEKey?
    /// The record of the credential that signs in; nil in a registration.
    let record: CredentialRecord?
    let otherCredentials: [CredentialRecord]
    let attestationObject: [UInt8]?
    let trustAnchors: [X509Certificate]
    /// In Unix seconds; nil in an authentication, which looks at no clock.
    let now: Int64?
    let refusedSignatures: [RefusedSignature]

    /// The client data as a value; nil when it is no JSON object.
    var clientData: JSONValue? {
        guard let clientDataJSON else { return nil }
        let text =
            clientDataJSON.starts(with: Self.byteOrderMark)
            ? clientDataJSON.dropFirst(3) : clientDataJSON[...]
        let value = try? JSONValue(parsing: Array(text))
        return value?.objectValue == nil ? nil : value
    }

    /// The origin that the client data names.
    var origin: String? { clientData?["origin"]?.stringValue }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
