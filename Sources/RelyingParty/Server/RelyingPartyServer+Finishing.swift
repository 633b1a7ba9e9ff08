internal import WebAuthnModel

extension RelyingPartyServer {
    /// Judges the answer to a registration, and keeps the new credential where it is accepted.
    ///
    /// The ceremony is used up before anything is looked at.
    ///
    /// - Parameters:
    ///   - response: the body that the page posted.
    ///   - ceremony: the name from the user's session.
    /// - Throws: ``RelyingPartyError/store(_:)``; a refused answer is no error.
    public func finishRegistration(
        _ response: [UInt8], ceremony: String
    ) async throws(RelyingPartyError) -> ServerVerdict {
        let pending: PendingCeremony
        switch try await take(ceremony) {
        case .success(let taken): pending = taken
        case .failure(let rejection): return .rejected(rejection)
        }
        guard case .registration(let options) = pending.purpose else {
            return .rejected(Rejection(reason: .otherCeremony, report: nil))
        }
        var expectation = try RegistrationExpectation(
            options: options, origin: settings.origin, trustAnchors: settings.trustAnchors,
            now: clock() / 1000)
        expectation.metadata = settings.metadata
        expectation.registeredCredentialIDs = options.excludeCredentials.map(\.id)
        if let claimed = Self.credentialID(in: response, .create),
            try await credentials.credential(claimed) != nil
        {
            expectation.registeredCredentialIDs?.append(claimed)
        }
        let report = Verifier(policy: settings.policy).verify(registration: response, expecting: expectation)
        guard let record = report.credential else {
            return .rejected(Rejection(reason: .rules, report: report))
        }
        // Somebody else may have registered the ID since it was looked up; the directory decides.
        guard try await credentials.add(record) else {
            return .rejected(Rejection(reason: .credentialTaken, report: report))
        }
        return .accepted(record, report)
    }

    /// Judges the answer to a sign-in, and keeps the credential's new state where it is accepted.
    ///
    /// The ceremony is used up before anything is looked at.
    ///
    /// - Parameters:
    ///   - response: the body that the page posted.
    ///   - ceremony: the name from the user's session.
    /// - Throws: ``RelyingPartyError/store(_:)``; a refused answer is no error.
    public func finishAuthentication(
        _ response: [UInt8], ceremony: String
    ) async throws(RelyingPartyError) -> ServerVerdict {
        let pending: PendingCeremony
        switch try await take(ceremony) {
        case .success(let taken): pending = taken
        case .failure(let rejection): return .rejected(rejection)
        }
        guard case .authentication(let options, let subject) = pending.purpose else {
            return .rejected(Rejection(reason: .otherCeremony, report: nil))
        }
        let claimed = Self.credentialID(in: response, .get) ?? []
        let known = try await credentials.credential(claimed)
        let named = Self.handle(of: subject, decoys)
        let record = known ?? DecoyCredentials.record(id: claimed, owner: named ?? [])
        let expectation = try AuthenticationExpectation(
            options: options, origin: settings.origin, userHandle: named, credential: record)
        let report = Verifier(policy: settings.policy).verify(
            authentication: response, expecting: expectation)
        if let reason = Self.reason(known, subject) {
            return .rejected(Rejection(reason: reason, report: report))
        }
        guard let updated = report.credential else {
            return .rejected(Rejection(reason: .rules, report: report))
        }
        try await credentials.update(updated)
        return .accepted(updated, report)
    }

    private func take(
        _ ceremony: String
    ) async throws(RelyingPartyError) -> Result<PendingCeremony, Rejection> {
        guard let pending = try await challenges.take(ceremony) else {
            return .failure(Rejection(reason: .unknownCeremony, report: nil))
        }
        guard clock() < pending.expires else {
            return .failure(Rejection(reason: .expired, report: nil))
        }
        return .success(pending)
    }

    /// What no report can tell: whose credential it is, and whether there is such a user at all.
    private static func reason(
        _ known: CredentialRecord?, _ subject: PendingCeremony.Subject
    ) -> Rejection.Reason? {
        if subject == .nobody { return .unknownUser }
        guard let known else { return .unknownCredential }
        guard let owner = known.userHandle else { return .otherOwner }
        if case .user(let handle) = subject, handle != owner { return .otherOwner }
        return nil
    }

    private static func handle(of subject: PendingCeremony.Subject, _ decoys: DecoyCredentials) -> [UInt8]? {
        switch subject {
        case .anybody: nil
        case .user(let handle): handle
        case .nobody: decoys.userHandle(for: "")
        }
    }

    /// Which credential an answer claims to be of; nil where it cannot be read, which the report tells.
    private static func credentialID(in response: [UInt8], _ type: ClientDataType) -> [UInt8]? {
        (try? ResponseEnvelope(json: response, of: type))?.rawID
    }
}
