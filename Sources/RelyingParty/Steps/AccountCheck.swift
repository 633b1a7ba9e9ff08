internal import Bytes
internal import WebAuthnModel

/// Whose credential answered (§7.2 steps 5 and 6).
struct AccountCheck {
    let allowed: [[UInt8]]
    let account: AuthenticationExpectation.Account
    let record: CredentialRecord

    func run(credentialID: [UInt8]?, userHandle: [UInt8]?, _ findings: inout FindingList) {
        if findings.isRejected(.envelopeID) {
            findings.skip(.credentialID, because: "which credential answered is in doubt")
        } else if checkAllowed(credentialID ?? record.id, &findings) {
            compareWithRecord(credentialID, &findings)
        }
        checkHandle(userHandle, &findings)
    }

    private func compareWithRecord(_ credentialID: [UInt8]?, _ findings: inout FindingList) {
        guard let credentialID, credentialID != record.id else { return }
        findings.breach(
            .envelopeID, "differsFromCredentialId",
            because: "another credential answered than the one whose record was given",
            expected: .bytes(record.id), actual: .bytes(credentialID), at: ReportLocation(.rawID),
            hint: "Look the record up by rawId.", suspect: .configuration)
    }

    /// Whether the credential is one of those that were asked for: another one has no record to compare with.
    private func checkAllowed(_ credentialID: [UInt8], _ findings: inout FindingList) -> Bool {
        guard !allowed.isEmpty else {
            findings.notApplicable(.credentialID, because: "any credential was allowed")
            return true
        }
        guard !allowed.contains(credentialID) else {
            findings.pass(.credentialID)
            return true
        }
        findings.breach(
            .credentialID, "notAllowed", because: "the credential is not in allowCredentials",
            expected: .list(allowed.map { .bytes($0) }), actual: .bytes(credentialID),
            at: ReportLocation(.rawID), suspect: .client)
        return false
    }

    private func checkHandle(_ userHandle: [UInt8]?, _ findings: inout FindingList) {
        let owner = record.userHandle
        switch account {
        case .identified(let handle):
            if let owner, owner != handle {
                return tell(
                    "otherOwner",
                    "the credential belongs to another account than the user who was identified",
                    expected: handle, actual: owner, .server, &findings)
            }
            if let userHandle, userHandle != handle {
                return tellOther(userHandle, expected: handle, &findings)
            }
            // Nobody signs a user handle: without an owner in the record, one that is right proves nothing.
            guard owner != nil else {
                return findings.skip(
                    .userHandle, because: "the credential record does not hold whose credential it is")
            }
            findings.pass(.userHandle)
        case .discovered:
            guard let userHandle else {
                return findings.breach(
                    .userHandle, "missing",
                    because: "nobody was identified beforehand, and the response has no user handle",
                    expected: owner.map { .bytes($0) }, at: ReportLocation(.userHandle),
                    hint: "Only a discoverable credential says whose it is.")
            }
            guard let owner else {
                return findings.skip(
                    .userHandle, because: "the credential record does not hold whose credential it is")
            }
            guard userHandle != owner else { return findings.pass(.userHandle) }
            tellOther(userHandle, expected: owner, &findings)
        case .unstated:
            guard let userHandle, let owner else {
                return findings.skip(.userHandle, because: "which user was expected is not said")
            }
            guard userHandle != owner else { return findings.pass(.userHandle) }
            tellOther(userHandle, expected: owner, &findings)
        }
    }

    private func tellOther(_ actual: [UInt8], expected: [UInt8], _ findings: inout FindingList) {
        tell(
            "other", "the user handle is not that of the account", expected: expected, actual: actual,
            .client,
            &findings)
    }

    private func tell(
        _ variant: String, _ because: String, expected: [UInt8], actual: [UInt8], _ suspect: Suspect,
        _ findings: inout FindingList
    ) {
        findings.breach(
            .userHandle, variant, because: because, expected: .bytes(expected), actual: .bytes(actual),
            at: ReportLocation(.userHandle), suspect: suspect)
    }
}
