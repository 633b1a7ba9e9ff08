internal import WebAuthnModel

/// The signature counter (§7.2 step 22): a signal, looked at only once the signature vouches for it.
struct CounterCheck {
    let stored: UInt32

    func run(on received: UInt32, _ findings: inout FindingList) {
        if received > stored || (received == 0 && stored == 0) { return findings.pass(.counter) }
        let variant = received == 0 ? "zeroAfterNonZero" : received == stored ? "equal" : "lower"
        findings.breach(
            .counter, variant, because: "the counter is \(received), and was \(stored) before",
            expected: .text("more than \(stored)"), actual: .integer(Int(received)),
            at: ReportLocation(.authenticatorData, path: "signCount", AuthenticatorDataLayout.signCount),
            hint: "A copy of the key may be in use, or responses came in another order than they were made.")
    }
}
