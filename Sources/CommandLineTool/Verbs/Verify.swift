import JSON
import RelyingParty
import Understudy

extension Verbs {
    static let verify = Verb(
        name: "verify", summary: Words.verifySummary,
        options: [
            Option(name: "--cases", value: .file("FILE"), help: Words.casesHelp),
            VerificationInput.policyOption, VerificationInput.decideOption, VerificationInput.formatOption,
        ],
        details: [Words.verifyDetails], verbs: [verifyRegistration, verifyAuthentication, verifyRules]
    ) { arguments in try runCases(arguments) }

    private static let verifyRegistration = Verb(
        name: "registration", summary: Words.verifyRegistrationSummary,
        options: VerificationInput.registrationOptions
    ) { arguments in try tell(try VerificationInput(arguments).registration(), arguments) }

    private static let verifyAuthentication = Verb(
        name: "authentication", summary: Words.verifyAuthenticationSummary,
        options: VerificationInput.authenticationOptions
    ) { arguments in try tell(try VerificationInput(arguments).authentication(), arguments) }

    private static let verifyRules = Verb(
        name: "rules", summary: Words.verifyRulesSummary, options: [VerificationInput.formatOption],
        details: [Words.verifyRulesDetails]
    ) { arguments in
        if VerificationInput.wantsText(arguments) {
            try Terminal.output(Array(RuleTable.text.utf8))
        } else {
            try Terminal.outputLine(RuleTable.json())
        }
        return .done
    }

    private static func tell(
        _ judgement: VerificationInput.Judgement, _ arguments: Arguments
    ) throws -> ExitStatus {
        let report = judgement.report
        if VerificationInput.wantsText(arguments) {
            try Terminal.output(Array(judgement.text.utf8))
        } else {
            try Terminal.outputLine(judgement.json)
            if report.verdict == .reject { Terminal.say(Words.rejected(report)) }
        }
        return report.verdict == .accept ? .done : .rejected
    }

    private static func runCases(_ arguments: Arguments) throws -> ExitStatus {
        let path = try arguments.required("--cases")
        let bytes = try Files.read(path)
        let file: CaseFile
        do { file = try CaseFile(json: bytes) } catch {
            throw CommandFailure.badInput(Words.inFile(path, error.description))
        }
        let policy = try VerificationInput.policy(arguments)
        let asText = VerificationInput.wantsText(arguments)
        var results: [CaseResult] = []
        for test in file.cases {
            let result = test.run(policy: policy)
            try Terminal.outputLine(asText ? Array(Words.line(of: result).utf8) : line(of: result, test))
            results.append(result)
        }
        let summary = CaseSummary(results)
        Terminal.say(Words.summary(of: summary))
        return summary.isClean ? .done : .rejected
    }

    private static func line(of result: CaseResult, _ test: Case) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", result.id)
        writer.member("kind", result.kind)
        if let verdict = result.verdict { writer.member("verdict", verdict.rawValue) }
        if let expected = result.expected { writer.member("expected", expected) }
        writer.member("agreement", result.agreement.rawValue)
        if let report = result.report {
            writer.beginArray("failing")
            for finding in report.findings where finding.rejects { writer.value(finding.code.rawValue) }
            writer.endArray()
        }
        if !test.reason.isEmpty { writer.member("reason", test.reason) }
        writer.endObject()
        return writer.bytes
    }
}
