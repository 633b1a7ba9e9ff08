internal import CBOR
internal import WebAuthnModel

/// Statements of format `compound` (WebAuthn Level 3 §8.9).
extension Fault {
    private static let stated = FaultFamily(
        .statement, signs: .notCovered, where: .ceremony(.create), .format("compound"))

    private static func elements(
        _ edit: @escaping @Sendable (inout [CBORValue]) -> Void
    ) -> FaultEdit {
        .statement { statement in
            guard case .array(var elements) = statement else { return }
            edit(&elements)
            statement = .array(elements)
        }
    }

    static let compoundFaults: [Fault] = [
        stated(
            .compoundStatement, "fewerThanTwo", "There is only one statement in the compound one.",
            elements { $0 = Array($0.prefix(1)) }),
        stated(
            .compoundStatement, "nestedCompound", "A statement in the compound one is compound itself.",
            elements { $0.append(["fmt": "compound", "attStmt": .array([])]) }),
        stated(
            .compoundStatement, "elementMissingFmt", "A statement in the compound one names no format.",
            elements { $0.append(["attStmt": .map([])]) }),
        stated(
            .compoundStatement, "elementNotMap", "A statement in the compound one is a text.",
            elements { $0.append("none") }),
        stated(
            .compoundStatement, "tooMany", "There are seventeen statements in the compound one.",
            elements { elements in
                while elements.count < 17 { elements.append(["fmt": "none", "attStmt": .map([])]) }
            }),
        stated(
            .compoundStatement, "elementFails",
            "A statement in the compound one is not correct: one of format none has something in it.",
            caughtBy: .rule(.noneStatement),
            elements { $0.append(["fmt": "none", "attStmt": ["note": "nothing to see"]]) }),
        stated(
            .compoundStatement, "duplicateFormat", "Two statements in the compound one are of one format.",
            elements { $0 += $0.prefix(1) }),
    ]
}
