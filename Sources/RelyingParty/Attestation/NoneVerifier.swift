internal import CBOR
internal import WebAuthnModel

/// Format `none` (§8.7): the procedure itself checks nothing; the syntax wants an empty map.
struct NoneVerifier: AttestationVerifier {
    let format = NoneStatement.format

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        guard statement == NoneStatement.cbor else {
            findings.breach(
                .noneStatement, "notEmpty", because: "the statement of format none is not empty",
                expected: .text("{}"), actual: .text(CBORDiagnostic.text(of: statement)),
                at: subject.object.location(of: ["attStmt"]),
                hint: "A client that replaces a statement by none must leave nothing of the old one.")
            return findings.isRejected(.noneStatement) ? .wrong : .none
        }
        findings.pass(.noneStatement)
        return .none
    }
}
