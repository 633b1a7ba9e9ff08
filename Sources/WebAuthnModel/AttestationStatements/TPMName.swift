internal import Bytes
public import Cryptography

extension TPMAlgorithm {
    /// The hash function, for those that are one and are known here.
    public var hash: HashAlgorithm? {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        default: nil
        }
    }

    /// The Name of an object whose public area has this name algorithm (TCG "TPM 2.0 Library", part 1, §16): the
    /// algorithm and the digest of the area's bytes as they came; nil where it is no hash that is known here.
    public func name(ofPublicArea bytes: [UInt8]) -> [UInt8]? {
        guard let hash else { return nil }
        var name: [UInt8] = []
        name.append(bigEndian: rawValue)
        return name + Digest.hash(bytes, hash)
    }
}
