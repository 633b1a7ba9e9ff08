internal import CBOR
internal import WebAuthnModel

/// One of the statements of a compound one, and what became of it.
struct CompoundPart {
    /// What findings call it.
    let name: String
    /// Its place in the object.
    let object: ReadAttestationObject
    let outcome: AttestationOutcome
}

/// Format `compound` (§8.9): two or more statements about one credential.
///
/// All must be correct, and the one that is not fails by its own format's rule, unless the policy lets
/// `compound.elementFails` pass: then one is enough, and what is wrong with the others is told as a warning.
struct CompoundVerifier: AttestationVerifier {
    let format = CompoundStatement.format
    /// More would only keep the verifier busy.
    static let mostElements = 16

    func verify(
        _ statement: CBORValue, of subject: AttestationSubject, _ findings: inout FindingList
    ) -> AttestationOutcome {
        // Level 2 does not have the format.
        findings.breach(
            .attestationFormat, "sinceLevel3", because: "compound statements came with Level 3",
            at: subject.object.location(of: ["fmt"]))
        guard !findings.isRejected(.attestationFormat) else { return .wrong }
        findings.pass(.attestationFormat)
        guard let items = readItems(statement, subject, &findings) else { return .wrong }
        let elements = readElements(items, subject, &findings)
        let judged = elements.map { judge($0, of: subject, findings) }
        return conclude(judged, &findings)
    }

    // MARK: Shape

    private func readItems(
        _ statement: CBORValue, _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> [CBORValue]? {
        let place = { subject.object.location(of: ["attStmt"]) }
        guard let items = statement.arrayValue else {
            findings.breach(
                .compoundStatement, "notArray", because: "the compound statement is not an array", at: place()
            )
            return nil
        }
        guard items.count <= Self.mostElements else {
            findings.breach(
                .compoundStatement, "tooMany",
                because: "\(items.count) statements are more than \(Self.mostElements)",
                actual: .integer(items.count), at: place())
            return nil
        }
        if items.count < 2 {
            findings.breach(
                .compoundStatement, "fewerThanTwo",
                because: items.isEmpty ? "there is no statement in it" : "there is only one statement in it",
                actual: .integer(items.count), at: place())
        }
        return items
    }

    private func readElements(
        _ items: [CBORValue], _ subject: AttestationSubject, _ findings: inout FindingList
    ) -> [Element] {
        var elements: [Element] = []
        for (index, item) in items.enumerated() {
            do {
                let element = try CompoundStatement.Element(item)
                if elements.contains(where: { $0.format == element.format }) {
                    findings.breach(
                        .compoundStatement, "duplicateFormat",
                        because: "element \(index) is of format \(element.format), as one before it",
                        at: subject.object.location(of: ["attStmt"], element: index))
                }
                elements.append(
                    Element(
                        index: index, format: element.format, statement: element.statement,
                        object: subject.object.element(
                            index, format: element.format, statement: element.statement)))
            } catch {
                findings.breach(
                    .compoundStatement, Self.variant(of: error), because: "element \(index) \(error)",
                    at: subject.object.location(of: ["attStmt"], element: index))
            }
        }
        return elements
    }

    private static func variant(of error: CompoundStatement.Element.ShapeError) -> String {
        switch error {
        case .notMap: "elementNotMap"
        case .missing("fmt"): "elementMissingFmt"
        case .missing: "elementMissingAttStmt"
        case .wrongType("fmt"): "elementFmtNotText"
        case .wrongType: "elementAttStmtNotMap"
        case .nested: "nestedCompound"
        }
    }

    // MARK: Each by its own format's rules

    private struct Element {
        let index: Int
        let format: String
        let statement: CBORValue
        let object: ReadAttestationObject

        var name: String { "element \(index) (\(format))" }
    }

    private func judge(
        _ element: Element, of subject: AttestationSubject, _ whole: FindingList
    ) -> (part: CompoundPart, findings: FindingList) {
        // A list of its own: one element's faults are not another's.
        var findings = FindingList(whole.ceremony, policy: whole.policy)
        let outcome = AttestationStep.run(
            on: element.object, { _ in subject.part(element.object) }, &findings)
        return (CompoundPart(name: element.name, object: element.object, outcome: outcome), findings)
    }

    private func conclude(
        _ judged: [(part: CompoundPart, findings: FindingList)], _ findings: inout FindingList
    ) -> AttestationOutcome {
        let good = judged.map(\.part).filter(\.isGood)
        let mustAllPass =
            findings.policy.decision(on: FaultID(.compoundStatement, "elementFails")) == .fail
        if good.count == judged.count {
            findings.passUnlessBroken(.compoundStatement)
        } else if mustAllPass {
            // The element's own rule says what is wrong: one cause, one finding that fails.
            let others = judged.map(\.part).filter { !$0.isGood }.map(\.name).joined(separator: ", ")
            findings.skip(.compoundStatement, because: "not found correct: \(others)")
        } else {
            tellSoftened(judged, &findings)
        }
        for (part, found) in judged { findings.take(found, of: part.name, softened: !mustAllPass) }
        let isEnough = good.count == judged.count || (!mustAllPass && !good.isEmpty)
        return isEnough && !findings.isRejected(.compoundStatement) ? .several(good) : .wrong
    }

    /// Where one correct statement is enough: which are not, and whether there is one.
    private func tellSoftened(
        _ judged: [(part: CompoundPart, findings: FindingList)], _ findings: inout FindingList
    ) {
        for (part, found) in judged where found.findings.contains(where: { $0.status == .fail }) {
            findings.breach(
                .compoundStatement, "elementFails", because: "\(part.name) is not correct",
                at: part.object.location(of: ["attStmt"]))
        }
        guard !judged.contains(where: \.part.isGood) else { return }
        findings.breach(
            .compoundStatement, "noneIsCorrect", because: "none of the statements in it is correct")
    }
}

extension CompoundPart {
    fileprivate var isGood: Bool {
        switch outcome {
        case .wrong, .unsupported: false
        case .none, .selfAttestation, .certified, .several: true
        }
    }
}

extension AttestationSubject {
    /// The same for a statement in a compound one.
    fileprivate func part(_ object: ReadAttestationObject) -> AttestationSubject {
        AttestationSubject(
            object: object, authenticatorData: authenticatorData, aaguid: aaguid,
            credentialID: credentialID, key: key,
            clientDataHash: clientDataHash, now: now)
    }
}
