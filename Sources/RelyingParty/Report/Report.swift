internal import WebAuthnModel

/// What the verification of a ceremony came to: a verdict, and a finding for each rule behind it.
public struct Report: Sendable {
    /// Whether the relying party may go on.
    public enum Verdict: String, Hashable, Sendable {
        /// No finding rejects.
        case accept
        /// A finding is `fail` or `unsupported`.
        case reject
    }

    /// Which ceremony was verified.
    public let ceremony: Ceremony
    /// Reject exactly when a finding is `fail` or `unsupported`.
    ///
    /// A policy of one's own may take the failure out of what makes client data, a key or a signature unreadable;
    /// there is no credential to go on with then, and that rejects too.
    public let verdict: Verdict
    /// The name of the policy that decided.
    public let policy: String
    /// One for each rule, in the order of the procedure; several where a rule is broken in several ways.
    public let findings: [Finding]
    /// What a rejection most likely comes from, the likeliest first; some of it nearly would have been right.
    ///
    /// Never empty where a finding rejects.
    public let diagnoses: [Diagnosis]
    /// What vouches for the authenticator's make.
    public let trust: Trust
    /// What to store: after a registration the new record, after an authentication the updated one; nil unless
    /// the verdict is ``Verdict/accept``.
    public let credential: CredentialRecord?
    /// What client and authenticator answered to extensions; nil where there is nothing, or the verdict is not
    /// ``Verdict/accept``.
    public let extensions: ExtensionOutputs?

    /// - Parameter evidence: asked for only when something is wrong.
    init(
        _ list: FindingList, trust: Trust, credential: CredentialRecord?, extensions: ExtensionOutputs? = nil,
        evidence: @autoclosure () -> Evidence
    ) {
        ceremony = list.ceremony
        policy = list.policy.name
        self.trust = trust
        (findings, diagnoses) = Diagnostician.examine(list, evidence)
        // Under its exact name, the policy may forgive what it would not have under the general one.
        let isBroken = list.rejects && findings.contains(where: \.rejects)
        verdict = isBroken || credential == nil ? .reject : .accept
        self.credential = verdict == .reject ? nil : credential
        self.extensions = verdict == .reject ? nil : extensions
    }

    /// The findings of one status, in order.
    public func findings(_ status: Finding.Status) -> [Finding] { findings.filter { $0.status == status } }

    /// The record to store, for those who would rather catch than compare.
    ///
    /// - Throws: ``VerificationFailure`` unless the verdict is accept.
    public func verified() throws(VerificationFailure) -> CredentialRecord {
        guard verdict == .accept, let credential else { throw VerificationFailure(report: self) }
        return credential
    }
}

/// A response was rejected.
public struct VerificationFailure: Error, Sendable {
    /// Everything that was found.
    ///
    /// It is for the server's eyes: what a client is told should not depend on it.
    public let report: Report
}

extension VerificationFailure: CustomStringConvertible {
    /// The codes and sentences of what was rejected.
    public var description: String {
        let reasons = report.findings.filter(\.rejects).map { "\($0.code.rawValue): \($0.because)" }
        return "the \(report.ceremony.rawValue) is rejected: " + reasons.joined(separator: "; ")
    }
}
