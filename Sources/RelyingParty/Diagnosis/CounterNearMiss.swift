internal import WebAuthnModel

/// A signature counter that would do with its bytes the other way round.
struct CounterNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.counter]
    /// How far a counter jumps between two ceremonies at most, for its swapped bytes to be no chance.
    private static let mostSteps: UInt32 = 1000
    /// A counter below this is no counter read the wrong way round.
    private static let leastSwapped: UInt32 = 1 << 16

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard case .integer(let number)? = finding.actual, let received = UInt32(exactly: number),
            let stored = evidence.record?.signCount, stored >= Self.leastSwapped
        else { return nil }
        if isNext(received, after: stored.byteSwapped) {
            return Diagnosis(
                "counter.storedLittleEndian", of: .counter,
                "The stored counter would be \(stored.byteSwapped) with its bytes the other way round, just below "
                    + "the one that came: it was read as little-endian; authenticator data is big-endian.",
                .server)
        }
        guard isNext(received.byteSwapped, after: stored.byteSwapped) else { return nil }
        return Diagnosis(
            "counter.sentLittleEndian", of: .counter,
            "With their bytes the other way round the counter went from \(stored.byteSwapped) to "
                + "\(received.byteSwapped): the authenticator writes it little-endian; it must be big-endian.",
            .authenticator)
    }

    private func isNext(_ counter: UInt32, after earlier: UInt32) -> Bool {
        counter > earlier && counter - earlier <= Self.mostSteps
    }
}
