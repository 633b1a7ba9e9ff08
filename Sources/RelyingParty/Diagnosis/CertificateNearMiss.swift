internal import Cryptography
internal import WebAuthnModel

/// A chain that would do at another time, in another order, with another certificate beside it.
struct CertificateNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.chain]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard let chain = AttestationChain(evidence), let now = evidence.now, let variant = finding.variant
        else {
            return nil
        }
        let told: (word: String, sentence: String, suspect: Suspect)? =
            switch variant {
            case "expired", "notYetValid", "intermediateExpired": chain.time(now)
            case "order": chain.order()
            case "attackerRoot", "unverifiable", "nameMismatch": chain.anchor()
            default: nil
            }
        return told.map { Diagnosis("chain.\($0.word)", of: .chain, $0.sentence, $0.suspect) }
    }
}

extension AttestationChain {
    fileprivate typealias Story = (word: String, sentence: String, suspect: Suspect)

    private func isTrusted(_ chain: [X509Certificate], at time: Int64) -> Bool {
        let verdict = CertificatePath.validate(chain, anchors: anchors, at: time, alsoKnown: [.fidoAAGUID])
        if case .trusted = verdict { return true }
        return false
    }

    // MARK: Time

    fileprivate func time(_ now: Int64) -> Story? {
        // The validity of the anchor above counts too.
        let all = chain + anchors.filter { anchor in chain.last?.issuer.matches(anchor.subject) == true }
        let from = all.map(\.notBefore).max() ?? 0
        let to = all.map(\.notAfter).min() ?? 0
        guard from <= to else {
            return (
                "neverValid", "No moment lies within the validity of all its certificates.", .authenticator
            )
        }
        guard now < from || now > to else { return nil }
        let isLate = now > to
        let (seconds, isBeyond) =
            isLate ? now.subtractingReportingOverflow(to) : from.subtractingReportingOverflow(now)
        let off = "\(Self.text(isBeyond ? .max : seconds)) too \(isLate ? "late" : "early")"
        let rest =
            anchors.isEmpty || !isTrusted(chain, at: isLate ? to : from)
            ? "" : " Nothing else is wrong with them: they lead to a trust anchor."
        return (
            "otherTime",
            "The certificates are all valid from \(Self.date(from)) to \(Self.date(to)); they were judged at "
                + "\(Self.date(now)), \(off).\(rest)", .configuration
        )
    }

    private static func date(_ seconds: Int64) -> String {
        CalendarTime(unixSeconds: seconds)?.description ?? "\(seconds)"
    }

    private static func text(_ seconds: Int64) -> String {
        switch seconds {
        case ..<7200: "\(max(1, seconds / 60)) minutes"
        case ..<172_800: "\(seconds / 3600) hours"
        default: "\(seconds / 86_400) days"
        }
    }

    // MARK: Order

    fileprivate func order() -> Story? {
        var sorted = [leaf]
        while let next = chain.first(where: { candidate in
            sorted.last.map { $0.issuer.matches(candidate.subject) } == true && !sorted.contains(candidate)
        }) { sorted.append(next) }
        guard sorted.count == chain.count else { return nil }
        return (
            "shuffled", "All the certificates are there, but not each followed by its issuer.", .authenticator
        )
    }

    // MARK: Anchors

    fileprivate func anchor() -> Story? {
        guard let last = chain.last, !anchors.isEmpty else { return nil }
        if let anchor = anchors.first(where: { $0.subject.matches(leaf.subject) && $0 != leaf }),
            anchor.basicConstraints == .endEntity
        {
            return (
                "anchorIsLeaf",
                "The trust anchor is itself the certificate of an authenticator, by the same name as this one's: trust "
                    + "the authority that issues them.", .configuration
            )
        }
        if let anchor = anchors.first(where: { $0.subject.matches(last.issuer) }),
            (try? last.isSigned(by: anchor)) != true
        {
            return last.isSelfIssued
                ? (
                    "ownRoot",
                    "The chain brings a root of its own that bears the name of a trust anchor, and has another key: "
                        + "somebody imitates it, or the anchor was renewed with a new key.", .authenticator
                )
                : (
                    "anchorOtherKey",
                    "A trust anchor bears the name of the issuer, \(anchor.subject), and has another key: the "
                        + "authority was renewed, or somebody borrows its name.", .configuration
                )
        }
        if last.isSelfIssued {
            return (
                "ownRoot",
                "The chain ends in a root of its own, \(last.subject), that is no trust anchor: anybody can make one.",
                .authenticator
            )
        }
        guard anchors.contains(where: { shareOrganisation($0, last) }) else { return nil }
        return (
            "intermediateMissing",
            "The issuer \(last.issuer) is neither in the chain nor a trust anchor, but of the organisation of one: an "
                + "intermediate certificate is missing.", .configuration
        )
    }

    private func shareOrganisation(_ anchor: X509Certificate, _ certificate: X509Certificate) -> Bool {
        let mine = certificate.issuer.values(of: .organization)
        return !Set(mine).isDisjoint(with: anchor.subject.values(of: .organization))
    }
}
