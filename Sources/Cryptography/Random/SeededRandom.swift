import Bytes
import Synchronization

/// Bytes that are a function of a seed, a context, the purpose and how often that purpose was asked before.
///
/// Draws of different purposes do not disturb each other. Who knows the seed knows the keys: for tests only.
public final class SeededRandom: RandomSource {
    private let seed: [UInt8]
    private let context: [UInt8]
    private let draws = Mutex<[RandomPurpose: UInt32]>([:])

    /// A source whose draws repeat for the same seed and context.
    ///
    /// The context tells runs under one seed apart: an authenticator's name and the number of the
    /// operation, say.
    public init(seed: [UInt8], context: [UInt8]) {
        self.seed = seed
        self.context = context
    }

    /// The next draw of this purpose: HKDF-SHA-256 over the seed; every part of the info is preceded by its
    /// length, so that no two draws share one.
    public func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] {
        let number = draws.withLock { draws in
            defer { draws[purpose, default: 0] &+= 1 }
            return draws[purpose, default: 0]
        }
        var info: [UInt8] = []
        for part in [context, Array(purpose.rawValue.utf8)] {
            info.append(bigEndian: UInt32(clamping: part.count))
            info.append(contentsOf: part)
        }
        info.append(bigEndian: number)
        var drawn: [UInt8] = []
        var chunk: UInt32 = 0
        while drawn.count < count {
            var info = info
            info.append(bigEndian: chunk)
            drawn += HKDF.deriveKey(
                inputKeyMaterial: seed, salt: [], info: info,
                count: min(count - drawn.count, Self.chunkLength))
            chunk &+= 1
        }
        return drawn
    }

    /// The most that one derivation yields.
    private static let chunkLength = 255 * 32
}
