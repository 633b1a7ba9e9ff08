internal import CTAP
internal import Cryptography

extension VirtualAuthenticator {
    /// The signature counter that a new credential starts with.
    func firstSignCount(_ random: any RandomSource) throws(DeviceFailure) -> UInt32 {
        switch profile.counter {
        case .constantZero: 0
        case .perCredential(let start, _): start
        case .global(let maximum): try next(.device, maximum, random)
        case .timeBased: seconds
        }
    }

    /// The signature counter of an assertion, which is kept before a signature over it exists.
    func nextSignCount(
        of credential: Credential, _ random: any RandomSource
    ) throws(DeviceFailure) -> UInt32 {
        switch profile.counter {
        case .constantZero: 0
        case .perCredential(_, let maximum): try next(.credential(credential.id), maximum, random)
        case .global(let maximum): try next(.device, maximum, random)
        case .timeBased:
            try storing { () throws(StoreError) in
                try environment.store.next(.credential(credential.id), step: 1, floor: seconds)
            }
        }
    }

    private func next(
        _ counter: SignatureCounter, _ maximumStep: UInt32, _ random: any RandomSource
    ) throws(DeviceFailure) -> UInt32 {
        let step = try Self.step(upTo: maximumStep, random)
        return try storing { () throws(StoreError) in
            try environment.store.next(counter, step: step, floor: 0)
        }
    }

    /// A step that is always 1 takes no draw.
    private static func step(
        upTo maximum: UInt32, _ random: any RandomSource
    ) throws(DeviceFailure) -> UInt32 {
        guard maximum > 1 else { return 1 }
        do {
            let drawn = try random.bytes(4, for: .choice).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return 1 + drawn % maximum
        } catch { throw DeviceFailure(.other, .cryptography(error.description)) }
    }

    private var seconds: UInt32 { UInt32(clamping: environment.clock.now() / 1000) }
}
