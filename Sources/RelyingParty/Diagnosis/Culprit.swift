internal import WebAuthnModel

/// What a whole report comes down to.
enum Culprit {
    /// The diagnoses with the one that explains most in front; never none for a report that rejects.
    static func order(_ found: [Diagnosis], _ findings: [Finding], _ evidence: Evidence) -> [Diagnosis] {
        let rejecting = Set(findings.filter(\.rejects).map(\.code))
        // A signature tells what came before it; a warning, and a search without success, tell least.
        func rank(_ diagnosis: Diagnosis) -> Int {
            guard diagnosis.isCertain else { return 3 }
            guard let code = diagnosis.finding, rejecting.contains(code) else { return 2 }
            return diagnosis.isOfSignature ? 0 : 1
        }
        let told = (0...3).flatMap { place in found.filter { rank($0) == place } }
        if let whole = whole(told, findings.filter(\.rejects), evidence) { return [whole] + told }
        guard told.contains(where: \.isCertain) else {
            return fallback(findings).map { fallback in
                // What the search for a signature came to says more than the finding itself.
                told.isEmpty || told.first?.finding != fallback.finding ? [fallback] + told : told
            } ?? told
        }
        return told
    }

    /// Several broken rules with one cause.
    private static func whole(
        _ told: [Diagnosis], _ rejecting: [Finding], _ evidence: Evidence
    ) -> Diagnosis? {
        let faults = Set(rejecting.compactMap { $0.fault?.description })
        let codes = Set(rejecting.map(\.code))
        if faults.contains("clientData.type.swapped") {
            return Diagnosis(
                "ceremony.other", of: nil,
                "This is the response to the other ceremony: a registration was taken for a sign-in, or the other way "
                    + "round.", .configuration)
        }
        if faults.contains("envelope.id.differsFromCredentialId"), codes.contains(.signature),
            !told.contains(where: { $0.code == "signature.byOtherCredential" })
        {
            return Diagnosis(
                "ceremony.otherCredential", of: nil,
                "Another credential answered than the one whose record was looked up, so that the signature cannot be "
                    + "valid by its key: look the record up by rawId.", .server)
        }
        if codes.isSuperset(of: [.clientDataOrigin, .rpIDHash]), let site = site(evidence) {
            return Diagnosis(
                "ceremony.otherSite", of: nil,
                "The whole ceremony was run on another site, \(site): origin and RP ID belong together, and neither is "
                    + "expected here.", .configuration)
        }
        if codes.isSuperset(of: [.clientDataOrigin, .rpIDHash, .clientDataChallenge]) {
            return Diagnosis(
                "ceremony.unrelated", of: nil,
                "Neither challenge, origin nor RP ID are those expected: this response belongs to quite another "
                    + "ceremony.", .configuration)
        }
        return nil
    }

    /// The RP ID of the authenticator data, if the origin of the client data may have it.
    private static func site(_ evidence: Evidence) -> String? {
        guard let host = evidence.origin.flatMap(OriginText.init)?.host, let data = evidence.authenticatorData
        else { return nil }
        return ([host] + OriginText.parents(of: host)).first {
            RPIDHash(of: $0).bytes == Array(data.prefix(32))
        }
    }

    /// The first thing that is wrong, in its own words.
    private static func fallback(_ findings: [Finding]) -> Diagnosis? {
        guard let first = findings.first(where: \.rejects) else { return nil }
        let hint = first.hint.map { " " + $0 } ?? ""
        return Diagnosis(
            first.fault?.description ?? first.code.rawValue, of: first.code, first.because.asSentence + hint,
            first.suspect ?? first.rule.suspect)
    }
}

extension Diagnosis {
    fileprivate var isOfSignature: Bool { code.hasPrefix("signature.") }
    /// Whether something was found, and not only looked for.
    fileprivate var isCertain: Bool { code != "signature.unexplained" }
}
