import ProfileCatalog
import Understudy
import WebAuthnModel

extension Verbs {
    static let explain = Verb(
        name: "explain", summary: Words.explainSummary, operands: "[FILE|-|TEXT]", operandCount: 0...1,
        options: [
            Option(
                name: "--as", value: .word(Explanation.Kind.allCases.map(\.rawValue)),
                help: Words.explainAsHelp),
            Option(name: "--rp-id", value: .text("ID"), help: Words.explainRPIDHelp, repeats: true),
            VerificationInput.formatOption,
        ],
        details: [Words.explainDetails]
    ) { arguments in
        let explanation: Explanation
        do {
            explanation = try Explainer.explain(
                input: try explainInput(arguments.operands.first ?? "-"),
                expecting: arguments.value("--as").flatMap(Explanation.Kind.init(rawValue:)),
                knownRPIDs: arguments.all("--rp-id"), modelName: modelName)
        } catch let error as ExplainError { throw CommandFailure.badInput(error.description) }
        if arguments.value("--format") == "json" {
            try Terminal.outputLine(explanation.json())
        } else {
            try Terminal.output(Array(explanation.text().utf8))
        }
        return .done
    }

    /// A file where there is one of that name, else the text itself.
    private static func explainInput(_ operand: String) throws -> [UInt8] {
        operand == "-" || Files.exists(operand)
            ? try Files.read(operand, maximum: Explainer.maximumBytes) : Array(operand.utf8)
    }

    /// The title of a built-in profile with that AAGUID.
    @Sendable static func modelName(_ aaguid: AAGUID) -> String? {
        guard aaguid != .zero else { return nil }
        for name in BuiltInProfiles.names {
            if let profile = try? BuiltInProfiles.profile(named: name), profile.aaguid == aaguid {
                return profile.title
            }
        }
        return nil
    }
}
