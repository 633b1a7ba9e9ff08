internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// What a client itself reads in the authenticator data of a new credential (§5.2.1): nothing is judged, and as
/// much is read as is there.
struct NewCredential {
    /// The credential ID.
    let id: [UInt8]
    /// The key's algorithm; zero where there is none to be read.
    let algorithm: Int
    /// The key as SubjectPublicKeyInfo; nil where it is of a kind that is not known here.
    let publicKey: [UInt8]?

    init(_ authenticatorData: [UInt8]) throws(ClientError) {
        let start = 55
        guard authenticatorData.count >= start else {
            throw .malformedAnswer(.noCredentialID(length: authenticatorData.count))
        }
        let end = start + Int(authenticatorData[53]) << 8 + Int(authenticatorData[54])
        guard authenticatorData.count >= end else {
            throw .malformedAnswer(.noCredentialID(length: authenticatorData.count))
        }
        id = Array(authenticatorData[start..<end])
        let key = Self.key(in: authenticatorData, at: end)
        algorithm = key?[integer: 3]?.integer ?? 0
        if let key, let known = try? COSEKey(key) {
            publicKey = known.publicKey?.subjectPublicKeyInfo
        } else {
            publicKey = nil
        }
    }

    private static func key(in bytes: [UInt8], at offset: Int) -> CBORValue? {
        if let item = try? CBORDecoder.decodePrefix(bytes, from: offset) { return item.value }
        return (try? CBORDecoder.decodePrefixLeniently(bytes, from: offset))?.value
    }
}
