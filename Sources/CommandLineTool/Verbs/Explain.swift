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
        let operand = arguments.operands.first ?? "-"
        let isFile = operand == "-" || Files.exists(operand)
        let explanation: Explanation
        do {
            explanation = try Explainer.explain(
                input: isFile
                    ? try Files.read(operand, maximum: Explainer.maximumBytes) : Array(operand.utf8),
                expecting: arguments.value("--as").flatMap(Explanation.Kind.init(rawValue:)),
                knownRPIDs: arguments.all("--rp-id"), modelName: modelName)
        } catch let error as ExplainError { throw CommandFailure.badInput(error.description) }
        // A file's name that was mistyped must not be explained as text.
        if !isFile, explanation.kind == .text, arguments.value("--as") == nil {
            throw CommandFailure.badInput(Words.cannotRead(operand, Words.neitherFileNorKnown))
        }
        if arguments.value("--format") == "json" {
            try Terminal.outputLine(explanation.json())
        } else {
            try Terminal.output(Array(explanation.text().utf8))
        }
        return .done
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
