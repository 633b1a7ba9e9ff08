public import Bytes
internal import CBOR
public import Cryptography

/// The large-blob array, whose entries only the holder of a credential's largeBlobKey can read (CTAP 2.2 §6.10.2,
/// §6.10.3).
public struct LargeBlobArray: Hashable, Sendable {
    private var entries: [CBORValue] = []

    /// An empty array.
    public init() {}

    /// Bytes of the hash that ends a serialized array.
    private static let trailerLength = 16
    /// The most that a blob may come to when it is inflated.
    private static let largestBlob = 1 << 20

    /// Reads a serialized array; nil where its end does not fit or it is no array, and then it counts as empty.
    public init?(serialized bytes: [UInt8]) {
        guard Self.isWhole(bytes),
            let value = try? CBORDecoder.decode(Array(bytes.dropLast(Self.trailerLength)), maximumDepth: 16),
            let entries = value.arrayValue
        else { return nil }
        self.entries = entries
    }

    /// Whether the last 16 bytes are the first of the SHA-256 of those before.
    public static func isWhole(_ bytes: [UInt8]) -> Bool {
        bytes.count > trailerLength
            && bytes.suffix(trailerLength).elementsEqual(
                Digest.sha256(Array(bytes.dropLast(trailerLength))).prefix(trailerLength))
    }

    /// The array in canonical CBOR, and the first 16 bytes of its SHA-256.
    public var serialized: [UInt8] {
        let array = CBOREncoder.encode(.array(entries))
        return array + Digest.sha256(array).prefix(Self.trailerLength)
    }

    /// The blob of the credential with this key; nil where there is none that is whole.
    public func blob(_ key: Secret) -> [UInt8]? {
        for entry in entries {
            if let blob = Self.open(entry, key) { return blob }
        }
        return nil
    }

    /// Puts a blob in the place of the credential's, or takes that one out.
    public mutating func set(
        _ blob: [UInt8]?, for key: Secret, _ random: any RandomSource
    ) throws(CryptographyError) {
        entries.removeAll { Self.open($0, key) != nil }
        guard let blob else { return }
        let nonce = try random.bytes(AESGCM.nonceLength, for: .initializationVector)
        let sealed = try AESGCM.seal(
            Deflate.stored(blob), key: key.exposedBytes, nonce: nonce,
            authenticating: Self.associatedData(blob.count))
        entries.append(
            .map([
                CBORPair(key: 1, value: .bytes(sealed)), CBORPair(key: 2, value: .bytes(nonce)),
                CBORPair(key: 3, value: CBORValue(integer: blob.count)),
            ]))
    }

    private static func open(_ entry: CBORValue, _ key: Secret) -> [UInt8]? {
        guard let sealed = entry[integer: 1]?.bytesValue, let nonce = entry[integer: 2]?.bytesValue,
            let size = entry[integer: 3]?.integer, (0...largestBlob).contains(size),
            let deflated = try? AESGCM.open(
                sealed, key: key.exposedBytes, nonce: nonce, authenticating: associatedData(size)),
            let blob = Inflate.inflate(deflated, limit: size), blob.count == size
        else { return nil }
        return blob
    }

    /// "blob" and the blob's length, eight bytes with the least significant first.
    private static func associatedData(_ size: Int) -> [UInt8] {
        Array("blob".utf8) + (0..<8).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    }
}
