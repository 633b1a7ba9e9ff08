public import Bytes
public import CTAP
public import Cryptography

/// What the world owes a device: time, chance, a person, and a place to keep things.
public struct Environment: Sendable {
    /// Tells the time, and can be moved.
    public var clock: any DeviceClock
    /// Where random bytes come from.
    public var randomness: Randomness
    /// Who touches the device.
    public var user: any User
    /// What it keeps.
    public var store: any CredentialStore

    /// Takes the four.
    public init(
        clock: any DeviceClock, randomness: Randomness, user: any User, store: any CredentialStore
    ) {
        self.clock = clock
        self.randomness = randomness
        self.user = user
        self.store = store
    }
}

/// Where a device's random bytes come from.
public enum Randomness: Sendable {
    /// The operating system.
    case system
    /// Everything follows from a seed, the authenticator's name, the operation's number and the purpose.
    case seeded(Secret, authenticator: String)
    /// A source of the caller's own, a recorded one for example; nonces follow RFC 6979.
    case source(any RandomSource)

    /// The source for one operation, and how its signatures get their nonces.
    ///
    /// Only a seeded run counts operations, and so writes to the store.
    public func forOperation(
        of store: any CredentialStore
    ) throws(StoreError) -> OperationChance {
        switch self {
        case .system: return OperationChance(source: SystemRandom(), nonce: .random)
        case .seeded(let seed, let authenticator):
            var context = Array(authenticator.utf8)
            context.append(0)
            context.append(bigEndian: try store.nextOperation())
            return OperationChance(
                source: SeededRandom(seed: seed.exposedBytes, context: context), nonce: .deterministic)
        case .source(let source): return OperationChance(source: source, nonce: .deterministic)
        }
    }

    /// The source for what a device is made with, rather than what it does: with a seed it is the same whenever it is
    /// drawn.
    public var forDevice: any RandomSource {
        switch self {
        case .system: return SystemRandom()
        case .seeded(let seed, let authenticator):
            var context = Array(authenticator.utf8)
            context.append(0)
            // Operations are counted from 1.
            context.append(bigEndian: UInt64(0))
            return SeededRandom(seed: seed.exposedBytes, context: context)
        case .source(let source): return source
        }
    }

    /// Whether credentials made with it are guessable for whoever knows the seed.
    var isSeeded: Bool { if case .system = self { false } else { true } }
}

/// Chance for the length of one operation.
public struct OperationChance: Sendable {
    /// Where random bytes come from.
    public let source: any RandomSource
    /// How signatures get their nonces.
    public let nonce: NonceGeneration
}
