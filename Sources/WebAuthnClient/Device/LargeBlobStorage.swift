internal import Bytes
internal import CTAP
internal import WebAuthnModel

/// The large-blob array of a device, read and written in fragments (CTAP 2.2 §6.10).
///
/// What fails here fails no ceremony: the page is told that there is no blob, or that it was not written.
struct LargeBlobStorage {
    let client: WebAuthnClient
    /// What the PIN of the assertion gave.
    let token: PINUVToken?

    /// Of a device that does not say how much it takes at once.
    private static let defaultMessageSize = 1024
    /// More than any device has; what claims to be longer is not read on.
    private static let mostFragments = 4096

    /// The array; nil where it cannot be read.
    ///
    /// One that is not whole counts as empty (§6.10.3).
    func read() async -> LargeBlobArray? {
        guard let length = await longestFragment() else { return nil }
        var bytes: [UInt8] = []
        for _ in 0..<Self.mostFragments {
            let request = LargeBlobsRequest(get: length, offset: bytes.count)
            guard let fragment = try? await client.device.largeBlobs(request).config else { return nil }
            bytes += fragment
            guard fragment.count == length else {
                return LargeBlobArray(serialized: bytes) ?? LargeBlobArray()
            }
        }
        return nil
    }

    /// Puts a blob in its place; false where the device did not take it.
    func write(_ blob: [UInt8], _ key: Secret?) async -> Bool {
        guard let key, var array = await read(), (try? array.set(blob, for: key, client.random)) != nil else {
            return false
        }
        let bytes = array.serialized
        guard let length = await longestFragment(), let token = await writingToken() else { return false }
        for offset in stride(from: 0, to: bytes.count, by: length) {
            let fragment = Array(bytes[offset..<min(bytes.count, offset + length)])
            let request = LargeBlobsRequest(
                set: fragment, offset: offset, length: offset == 0 ? bytes.count : nil,
                authorization: token.flatMap {
                    $0.authorize(LargeBlobsRequest.signedBytes(offset: offset, fragment: fragment))
                })
            guard (try? await client.device.largeBlobs(request)) != nil else { return false }
        }
        return true
    }

    private func longestFragment() async -> Int? {
        guard let info = try? await client.device.getInfo() else { return nil }
        return max(1, (info.maxMsgSize ?? Self.defaultMessageSize) - 64)
    }

    /// The assertion's token, or one of its own where the device verifies by itself; `.some(nil)` where the device
    /// needs none.
    private func writingToken() async -> PINUVToken?? {
        if let token { return .some(token) }
        guard let info = try? await client.info(for: .get) else { return nil }
        guard info.option("uv"), info.option("pinUvAuthToken") else { return .some(nil) }
        guard
            let token = try? await PINUVToken(
                verifiedBy: client, info: info, permissions: .largeBlobWrite, in: .get)
        else { return nil }
        return .some(token)
    }
}
