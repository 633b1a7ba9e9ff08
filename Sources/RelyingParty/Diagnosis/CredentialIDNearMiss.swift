internal import WebAuthnModel

/// A credential ID that is the right one in another form, or that of a record nobody handed in.
struct CredentialIDNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.envelopeID, .credentialID]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard case .bytes(let actual)? = finding.actual else { return nil }
        let candidates = finding.expected?.byteValues ?? []
        for expected in candidates {
            if let form = ByteForm(of: actual, from: expected) {
                return Diagnosis(
                    "credentialId.\(form.word)", of: finding.code,
                    "The credential ID is \(form.phrase) of the one expected: it was encoded once too often on its "
                        + "way.", .transport)
            }
            if let form = ByteForm(of: expected, from: actual) {
                return Diagnosis(
                    "credentialId.expected\(form.word.capitalizedFirst)", of: finding.code,
                    "What is expected is \(form.phrase) of the credential ID that came: it was stored, or read, in "
                        + "another form than bytes.", .server)
            }
        }
        guard finding.variant == "differsFromCredentialId",
            evidence.otherCredentials.contains(where: { $0.id == actual })
        else { return nil }
        return Diagnosis(
            "credentialId.ofOtherRecord", of: finding.code,
            "Another credential of the account answered, and its record is at hand: look the record up by rawId.",
            .server)
    }
}

extension ReportValue {
    /// The byte strings in it.
    fileprivate var byteValues: [[UInt8]] {
        switch self {
        case .bytes(let bytes): [bytes]
        case .list(let values): values.flatMap(\.byteValues)
        case .text, .integer, .flag: []
        }
    }
}
