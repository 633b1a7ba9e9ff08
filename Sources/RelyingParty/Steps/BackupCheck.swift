internal import WebAuthnModel

/// Backup eligibility and state over the life of a credential (§7.2 step 19).
struct BackupCheck {
    let record: CredentialRecord

    func run(on flags: AuthenticatorFlags, _ findings: inout FindingList) {
        checkEligibility(flags, &findings)
        tellState(flags, &findings)
    }

    /// That a credential comes to be backed up, or ceases to be, is worth knowing and no fault.
    private func tellState(_ flags: AuthenticatorFlags, _ findings: inout FindingList) {
        let isBackedUp = flags.contains(.backupState)
        guard let was = record.backupState, was != isBackedUp, !findings.isBroken(.flagBS) else { return }
        findings.breach(
            .flagBS, "changed", because: "the credential is \(isBackedUp ? "now" : "no longer") backed up",
            expected: .flag(was), actual: .flag(isBackedUp), at: ReadAuthenticatorData.flagsLocation)
    }

    private func checkEligibility(_ flags: AuthenticatorFlags, _ findings: inout FindingList) {
        guard let wasEligible = record.backupEligible else {
            return findings.skip(.flagBE, because: "the credential record does not hold backupEligible")
        }
        // Step 18 comes first: of two flags that contradict each other, either may be the wrong one.
        guard !findings.isRejected(.flagBS) else {
            return findings.skip(.flagBE, because: "BE and BS contradict each other")
        }
        let isEligible = flags.contains(.backupEligible)
        guard isEligible != wasEligible else { return findings.pass(.flagBE) }
        findings.breach(
            .flagBE, "changed",
            because:
                "BE is \(isEligible ? "set" : "clear"), and was \(wasEligible ? "set" : "clear") when the "
                + "credential was registered",
            expected: .flag(wasEligible), actual: .flag(isEligible),
            at: ReadAuthenticatorData.flagsLocation,
            hint: isEligible
                ? "Some providers began to synchronise credentials that were bound to one device."
                : "The credential's other copy may live on a device of its own.")
    }
}
