internal import Authenticator

/// The counter values that an owner may hand out without writing: those below ceilings that are on the disk.
///
/// | step | on the disk | here |
/// | --- | --- | --- |
/// | announce | ceiling | the next ceiling is announced |
/// | commit | next ceiling | values up to the old one are still handed out |
/// | confirm | next ceiling | it is the ceiling |
///
/// Whoever wants a value says what is on the disk. When that is neither the ceiling nor the one announced, somebody else
/// has moved the counter, and the lease is over: it goes on above what they have committed.
struct Leases: Sendable {
    private struct Lease {
        /// The last value handed out.
        var last: UInt32
        /// The highest value that may be.
        var ceiling: UInt32
        var announced: UInt32?
        var isRenewing = false
    }

    /// A value, and whether it is time to renew the lease that it came from.
    struct Taken: Equatable {
        let value: UInt32
        let isRunningOut: Bool
    }

    /// How many values are leased at once.
    let length: UInt32
    private var leases: [CounterKey: Lease] = [:]

    init(length: UInt32) { self.length = max(1, length) }

    /// Hands out the value that is `step` above the last, or `floor` where that is more; nil when that takes a write.
    mutating func take(_ key: CounterKey, step: UInt32, floor: UInt32, committed: UInt32) -> Taken? {
        guard var lease = leases[key] else { return nil }
        if committed == lease.announced { lease.ceiling = committed }
        let (sum, overflow) = lease.last.addingReportingOverflow(step)
        let next = max(sum, floor)
        guard committed == lease.ceiling, !overflow, next <= lease.ceiling else { return nil }
        lease.last = next
        let isRunningOut = lease.ceiling - next < length / 2 && lease.ceiling < .max && !lease.isRenewing
        if isRunningOut { lease.isRenewing = true }
        leases[key] = lease
        return Taken(value: next, isRunningOut: isRunningOut)
    }

    /// The ceiling to commit so that `room` more values can be handed out, and `floor`, as far as the counter goes; nil
    /// when the one that is committed will do.
    mutating func announce(_ key: CounterKey, room: UInt32, floor: UInt32, committed: UInt32) -> UInt32? {
        var lease = leases[key] ?? Lease(last: committed, ceiling: committed)
        if committed != lease.ceiling { lease = Lease(last: committed, ceiling: committed) }
        defer { leases[key] = lease }
        let needed = max(Self.sum(lease.last, room), floor)
        guard needed > lease.ceiling else { return nil }
        let next = max(needed, Self.sum(lease.last, length))
        lease.announced = next
        return next
    }

    private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? .max : sum
    }

    /// What was announced is on the disk.
    mutating func confirm(_ key: CounterKey) {
        guard var lease = leases[key] else { return }
        lease.ceiling = lease.announced ?? lease.ceiling
        lease.announced = nil
        lease.isRenewing = false
        leases[key] = lease
    }

    /// The commit failed; what was announced may be on the disk all the same, and then the lease is over.
    mutating func withdraw(_ key: CounterKey) {
        leases[key]?.isRenewing = false
        if leases[key]?.announced != nil { leases[key] = nil }
    }

    /// The counter's credential goes or is replaced.
    mutating func forget(_ key: CounterKey) { leases[key] = nil }

    /// All credentials of an authenticator go.
    mutating func forgetAll(of authenticator: Int64) {
        leases = leases.filter { $0.key.authenticator != authenticator || $0.key.counter == .device }
    }

    /// What was handed out last, as far as what is on the disk is only a ceiling.
    func last(_ key: CounterKey, committed: UInt32) -> UInt32 {
        guard let lease = leases[key], committed == lease.ceiling || committed == lease.announced else {
            return committed
        }
        return lease.last
    }

    /// A lease that ended before it was used up.
    struct Remainder: Equatable {
        let key: CounterKey
        let last: UInt32
        let ceiling: UInt32
    }

    /// Ends all leases.
    mutating func end() -> [Remainder] {
        defer { leases = [:] }
        return leases.compactMap { key, lease in
            lease.last < lease.ceiling
                ? Remainder(key: key, last: lease.last, ceiling: lease.ceiling) : nil
        }
    }
}
