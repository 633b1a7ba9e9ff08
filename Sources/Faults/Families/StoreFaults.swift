internal import WebAuthnModel

/// What the authenticator keeps, and loses: each of its answers is right in itself.
extension Fault {
    private static let kept = FaultFamily(.store, signs: .overTheLie)

    static let storeFaults: [Fault] = [
        kept(
            .credentialID, "notKept", "The device answers as if it had kept the credential, and did not.",
            caughtBy: .nobody(
                because:
                    "the response is right; the user finds out at the next sign-in, when no credential answers"
            ),
            where: [.ceremony(.create)], .savedCredentials { $0 = [] }),
        kept(
            .counter, "stale", "The device's store hands out the counter that it handed out before.",
            where: [.ceremony(.get), .counter], .signCount { $0 -= min($0, 1) }),
        kept(
            .counter, "restoredBackup",
            "The device was restored from a backup that was made at the registration, and counts on from there.",
            where: [.ceremony(.get), .counter],
            taking: .number("the counter in the backup", 0...1_000_000, standard: 1)
        ) { value in .signCount { $0 = min($0, UInt32(clamping: value.number) + 1) } },
        kept(
            .counter, "clonedDevice",
            "A clone answers, which was made some sign-ins ago; the device itself was used in between.",
            where: [.ceremony(.get), .counter],
            taking: .number("how many sign-ins ago", 1...1_000_000, standard: 1)
        ) { value in .signCount { $0 -= min($0, UInt32(clamping: value.number)) } },
    ]
}
