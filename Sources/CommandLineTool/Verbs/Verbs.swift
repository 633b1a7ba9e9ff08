/// The table of all verbs: help, completions and manual page are made from it.
enum Verbs {
    static let root: Verb = Verb(
        name: "understudy", summary: Words.summary,
        options: [Option(name: "--version", value: .none, help: Words.versionHelp)],
        details: Words.rootDetails,
        verbs: [
            demo, create, get, verify, explain, credentials, profiles, faults, session, doctor, completions,
            manual,
        ])

    static let completions = Verb(
        name: "completions", summary: Words.completionsSummary,
        operands: Completions.shells.joined(separator: "|"),
        operandCount: 1...1
    ) { arguments in
        let shell = arguments.operands[0]
        guard Completions.shells.contains(shell) else {
            throw CommandFailure.badInput(Words.unknownShell(shell, Completions.shells))
        }
        try Terminal.output(Array(Completions.script(for: shell, root).utf8))
        return .done
    }

    static let manual = Verb(name: "manual", summary: Words.manualSummary) { _ in
        try Terminal.output(Array(ManualPage.text(of: root, version: UnderstudyTool.version).utf8))
        return .done
    }
}
