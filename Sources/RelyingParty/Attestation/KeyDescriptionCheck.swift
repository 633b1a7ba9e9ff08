internal import Cryptography
internal import WebAuthnModel

/// What the key store must say of the credential's key (§8.4).
struct KeyDescriptionCheck {
    /// The extension's value; nil when the certificate has none.
    let value: [UInt8]?
    let location: () -> ReportLocation

    private static let codes: [RuleCode] = [
        .androidKeyDescription, .androidKeyChallenge, .androidKeyAllApplications, .androidKeyOrigin,
        .androidKeyPurpose,
    ]

    /// Whether nothing rejects the description.
    func run(clientDataHash: ClientDataHash?, _ findings: inout FindingList) -> Bool {
        guard let description = read(&findings) else {
            findings.skip(
                .androidKeyChallenge, .androidKeyAllApplications, .androidKeyOrigin, .androidKeyPurpose,
                because: "there is no key description that could be read")
            return false
        }
        checkChallenge(description, clientDataHash, &findings)
        checkApplications(description, &findings)
        checkOrigin(description, &findings)
        checkPurpose(description, &findings)
        return clientDataHash != nil && !Self.codes.contains { findings.isRejected($0) }
    }

    private func read(_ findings: inout FindingList) -> KeyDescription? {
        guard let value else {
            findings.breach(
                .androidKeyDescription, "missing",
                because: "the certificate has no extension \(KeyDescription.extensionIdentifier)",
                at: location())
            return nil
        }
        let description: KeyDescription
        do { description = try KeyDescription(der: value) } catch {
            findings.breach(
                .androidKeyDescription, "malformed", because: "the key description cannot be read: \(error)",
                actual: .bytes(value), at: location())
            return nil
        }
        for deviation in description.deviations { tell(deviation, &findings) }
        findings.passUnlessBroken(.androidKeyDescription)
        return description
    }

    private func tell(_ deviation: KeyDescription.Deviation, _ findings: inout FindingList) {
        switch deviation {
        case .integerSecurityLevel:
            findings.breach(
                .androidKeyDescription, "integerSecurityLevel",
                because: "a security level is an INTEGER instead of an ENUMERATED", at: location())
        case .tagOrder(let tags):
            findings.breach(
                .androidKeyDescription, "tagOrder",
                because: "an authorization list has its tags out of order",
                expected: .list(tags.sorted().map { .integer(Int($0)) }),
                actual: .list(tags.map { .integer(Int($0)) }), at: location())
        }
    }

    private func checkChallenge(
        _ description: KeyDescription, _ hash: ClientDataHash?, _ findings: inout FindingList
    ) {
        guard let hash else {
            return findings.skip(
                .androidKeyChallenge, because: "there is no client data that it could be of")
        }
        guard description.attestationChallenge == hash.bytes else {
            return findings.breach(
                .androidKeyChallenge, "other", because: "the key was made for other client data",
                expected: .bytes(hash.bytes), actual: .bytes(description.attestationChallenge),
                at: location())
        }
        findings.pass(.androidKeyChallenge)
    }

    private func checkApplications(_ description: KeyDescription, _ findings: inout FindingList) {
        guard
            description.softwareEnforced.allApplications || description.hardwareEnforced.allApplications
        else { return findings.pass(.androidKeyAllApplications) }
        findings.breach(
            .androidKeyAllApplications, "present",
            because: "every application may use the key, which must be bound to one RP ID", at: location())
    }

    private func checkOrigin(_ description: KeyDescription, _ findings: inout FindingList) {
        let lists = [description.hardwareEnforced.origin, description.softwareEnforced.origin]
        if let other = lists.compactMap({ $0 }).first(where: { $0 != AuthorizationList.generated }) {
            return findings.breach(
                .androidKeyOrigin, "otherValue", because: "the key was not made in the key store",
                expected: .integer(AuthorizationList.generated), actual: .integer(other), at: location())
        }
        tell(.androidKeyOrigin, "where the key comes from", lists.map { $0 != nil }, &findings)
    }

    private func checkPurpose(_ description: KeyDescription, _ findings: inout FindingList) {
        let lists = [description.hardwareEnforced.purposes, description.softwareEnforced.purposes]
        if let other = lists.compactMap({ $0 }).first(where: { $0 != [AuthorizationList.signing] }) {
            return findings.breach(
                .androidKeyPurpose, "otherValue", because: "the key is not for signing alone",
                expected: .integer(AuthorizationList.signing), actual: .list(other.map { .integer($0) }),
                at: location())
        }
        tell(.androidKeyPurpose, "what the key is for", lists.map { $0 != nil }, &findings)
    }

    /// Whether the words of the operating system alone are enough is left to the relying party.
    private func tell(
        _ code: RuleCode, _ what: String, _ isSaid: [Bool], _ findings: inout FindingList
    ) {
        if isSaid.first == true { return findings.pass(code) }
        guard isSaid.contains(true) else {
            return findings.breach(
                code, "absent", because: "neither authorization list says \(what)", at: location())
        }
        findings.breach(
            code, "softwareOnly", because: "only the operating system says \(what)", at: location())
    }
}
