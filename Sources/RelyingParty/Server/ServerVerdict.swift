internal import WebAuthnModel

/// How a ceremony ended on the server: there is no way to the record but through the case that has one.
public enum ServerVerdict: Sendable {
    /// The answer is accepted and the record is stored.
    case accepted(CredentialRecord, Report)
    /// The answer is refused.
    case rejected(Rejection)

    /// What to tell the client.
    public var answer: OutwardAnswer {
        switch self {
        case .accepted: .verified
        case .rejected: .refused
        }
    }

    /// The record, for those who would rather catch than switch.
    ///
    /// - Throws: ``Rejection`` where the answer is refused.
    public func verified() throws(Rejection) -> CredentialRecord {
        switch self {
        case .accepted(let record, _): return record
        case .rejected(let rejection): throw rejection
        }
    }
}

/// Why an answer is refused: for the server's log, never for the client.
public struct Rejection: Error, Sendable {
    /// What was wrong.
    public enum Reason: String, Hashable, Sendable {
        /// No ceremony of that name was begun, or it was answered before.
        case unknownCeremony
        /// The ceremony was over when the answer came.
        case expired
        /// A registration answers a sign-in, or the other way round.
        case otherCeremony
        /// Nobody has the credential.
        case unknownCredential
        /// A user was named whom there is not.
        case unknownUser
        /// The credential belongs to another user than the one who was named, or to nobody.
        case otherOwner
        /// The ID of the new credential was registered in the meantime.
        case credentialTaken
        /// A rule of the procedure is broken; the report says which.
        case rules
    }

    /// What was wrong.
    public let reason: Reason
    /// Everything that was found; nil where it did not come to that.
    public let report: Report?
}

extension Rejection: CustomStringConvertible {
    /// The reason, and the codes of what was rejected.
    public var description: String {
        let codes = report?.findings.filter(\.rejects).map(\.code.rawValue) ?? []
        return codes.isEmpty ? reason.rawValue : "\(reason.rawValue): \(codes.joined(separator: ", "))"
    }
}

/// What a client is told: one of two answers, whatever happened, so that nobody learns who has an account, which
/// credentials there are, or how far a forged answer came (§14.6.2).
public struct OutwardAnswer: Hashable, Sendable {
    /// The status of the HTTP response.
    public let status: Int
    /// Its body, JSON.
    public let body: [UInt8]

    private init(_ status: Int, _ body: String) {
        self.status = status
        self.body = Array(body.utf8)
    }

    /// The answer is accepted.
    public static let verified = OutwardAnswer(200, #"{"verified":true}"#)
    /// It is not.
    public static let refused = OutwardAnswer(400, #"{"verified":false}"#)
}
