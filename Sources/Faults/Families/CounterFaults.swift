internal import WebAuthnModel

/// The signature counter over time (WebAuthn Level 3 §6.1.1).
extension Fault {
    private static let signed = FaultFamily(
        .counter, signs: .overTheLie, where: .ceremony(.get), .counter)

    private static func count(_ edit: @escaping @Sendable (UInt32) -> UInt32) -> FaultEdit {
        .authenticatorData { $0.signCount = edit($0.signCount) }
    }

    static let counterFaults: [Fault] = [
        signed(
            .counter, "equal", "The counter is the one of the last sign-in.", count { $0 > 0 ? $0 - 1 : 0 }),
        signed(
            .counter, "lower", "The counter is lower than at the last sign-in.",
            taking: .number("how much lower", 1...1_000_000, standard: 1)
        ) { value in
            count { $0 - min($0, UInt32(clamping: value.number) + 1) }
        },
        signed(
            .counter, "zeroAfterNonZero", "The counter is zero, and was not before.", count { _ in 0 }),
        signed(
            .counter, "jumpsForward", "The counter jumps forward.",
            caughtBy: .allowed(because: "one counter may serve many credentials"),
            taking: .number("by how much", 1...1_000_000, standard: 1000)
        ) { value in
            count { $0.addingReportingOverflow(UInt32(clamping: value.number)).partialValue }
        },
    ]
}
