internal import Bytes
internal import Cryptography
internal import WebAuthnModel

/// What the SafetyNet service says (§8.5, and the vendor's guidance): about this credential, just now, and of a
/// device that passed its tests.
struct SafetyNetPayloadCheck {
    /// How old an answer may be, and how far two clocks may disagree, in seconds.
    static let (oldest, newest): (Int64, Int64) = (60, 10)

    /// When it is judged, in Unix seconds.
    let now: Int64
    let location: () -> ReportLocation

    /// - Parameter message: authenticator data and client data hash; nil where there is no client data.
    func run(on payload: SafetyNetPayload?, signed message: [UInt8]?, _ findings: inout FindingList) {
        guard let payload else {
            return findings.skip(
                .safetyNetNonce, .safetyNetProfileMatch, .safetyNetTimestamp,
                because: "the payload could not be read")
        }
        checkNonce(payload.nonce, message, &findings)
        checkProfile(payload.ctsProfileMatch, &findings)
        checkTime(payload.timestampMs, &findings)
    }

    private func checkNonce(_ nonce: String?, _ message: [UInt8]?, _ findings: inout FindingList) {
        guard let nonce else {
            return findings.breach(
                .safetyNetNonce, "missing", because: "the payload has no nonce that is a text", at: location()
            )
        }
        guard let message else {
            return findings.skip(.safetyNetNonce, because: "there is no client data that it could be of")
        }
        let expected = Base64.encode(Digest.sha256(message))
        guard nonce == expected else {
            return findings.breach(
                .safetyNetNonce, "other", because: "nonce is not that of this credential",
                expected: .text(expected), actual: .text(nonce), at: location(),
                hint: "It is base64 of the usual alphabet, with padding.")
        }
        findings.pass(.safetyNetNonce)
    }

    private func checkProfile(_ isMatch: Bool?, _ findings: inout FindingList) {
        guard isMatch != true else { return findings.pass(.safetyNetProfileMatch) }
        findings.breach(
            .safetyNetProfileMatch, isMatch == nil ? "missing" : "false",
            because: isMatch == nil
                ? "the payload does not say whether the device passed"
                : "the device did not pass the compatibility tests",
            expected: .flag(true), actual: isMatch.map { .flag($0) }, at: location(),
            hint: "An unlocked or modified device answers so, and a make that was never tested.")
    }

    private func checkTime(_ timestampMs: Int?, _ findings: inout FindingList) {
        guard let timestampMs else {
            return findings.breach(
                .safetyNetTimestamp, "missing", because: "the payload does not say when it was made",
                at: location())
        }
        let made = Int64(timestampMs / 1000)
        let (age, hasOverflown) = now.subtractingReportingOverflow(made)
        let isFuture = hasOverflown ? made > now : age < -Self.newest
        guard isFuture || hasOverflown || age > Self.oldest else { return findings.pass(.safetyNetTimestamp) }
        findings.breach(
            .safetyNetTimestamp, isFuture ? "future" : "old",
            because: isFuture
                ? "the answer is from the future" : "the answer is older than \(Self.oldest) seconds",
            expected: .text("\(Self.oldest) seconds before \(now), or \(Self.newest) after, at most"),
            actual: .integer(timestampMs / 1000), at: location(),
            hint: "Where an old ceremony is judged again, the time to judge it at is that of the ceremony.")
    }
}
