import Authenticator
import JSON
import ProfileCatalog
import Understudy
import WebAuthnModel

extension Verbs {
    private static let forms = CredentialForm.all.map(\.name)

    static let credentialsExport = Verb(
        name: "export", summary: Words.credentialsExportSummary, operands: "[ID…]", operandCount: 0...1000,
        options: [
            Option(name: "--format", value: .word(forms), help: Words.exportFormatHelp, isRequired: true),
            Option(name: "--output", value: .file("FILE"), help: Words.exportOutputHelp),
            Option(name: "--force", value: .none, help: Words.forceHelp), StoreChoice.option,
            authenticatorOption,
        ], details: [Words.exchangeFormsDetails, Words.exportDetails]
    ) { arguments in
        let name = try arguments.required("--format")
        guard let form = CredentialForm.all.first(where: { $0.name == name }) else {
            throw CommandFailure.badInput(Words.unknownWord(name, of: "--format", words: forms))
        }
        let found = try exported(arguments)
        let text = form.json(found.map(\.exchanged)) + [UInt8(ascii: "\n")]
        if let path = arguments.value("--output") {
            try Files.write(text, to: path, replacing: arguments.has("--force"), isPrivate: true)
        } else {
            try Terminal.output(text)
        }
        guard !found.isEmpty else { return .done }
        Terminal.say(Words.note(Words.privateKeysAreInIt))
        for part in CredentialContent.allCases {
            let losing = found.count { form.losses(of: $0.stored.credential).contains(part) }
            if losing > 0 { Terminal.say(Words.note(Words.notInForm(name, "\(part)", losing))) }
        }
        return .done
    }

    /// A credential as it is kept and as it goes out.
    private struct Exported {
        let stored: StoredCredential
        let exchanged: ExchangedCredential
    }

    /// The credentials that the arguments name, in their order; all where they name none.
    private static func exported(
        _ arguments: Arguments
    ) throws -> [Exported] {
        let directory = try StoreChoice.open(arguments, creation: .never)
        let kept = try authenticators(arguments, in: directory)
        guard arguments.operands.isEmpty else {
            return try arguments.operands.map { text in
                let id = try credentialID(text)
                for kept in kept {
                    let summary = try storing { () throws(StoreError) in
                        try kept.credentials.summary(of: id)
                    }
                    if let summary, let found = try exported(summary, of: kept) { return found }
                }
                throw CommandFailure(.noSuchCredential)
            }
        }
        var all: [Exported] = []
        for kept in kept {
            var last: CredentialID?
            repeat {
                let page = try storing { () throws(StoreError) in
                    try kept.credentials.summaries(after: last, limit: 1000)
                }
                all += try page.compactMap { try exported($0, of: kept) }
                last = page.last?.id
            } while last != nil
        }
        return all
    }

    /// Nil for a credential that was deleted meanwhile.
    private static func exported(
        _ summary: CredentialSummary, of kept: KeptAuthenticator
    ) throws(CommandFailure) -> Exported? {
        try storing { () throws(StoreError) in
            let stored = try kept.credentials.credential(id: summary.id.bytes, rpID: summary.rpID)
            let deviceSignCount = try kept.credentials.deviceSignCount()
            return stored.map {
                Exported(stored: $0, exchanged: ExchangedCredential($0, deviceSignCount: deviceSignCount))
            }
        }
    }

    static let credentialsImport = Verb(
        name: "import", summary: Words.credentialsImportSummary, operands: "FILE|-", operandCount: 1...1,
        options: [
            Option(name: "--format", value: .word(forms), help: Words.importFormatHelp),
            Option(name: "--authenticator", value: .text("NAME"), help: Words.authenticatorHelp),
            ProfileChoice.option, StoreChoice.option,
        ], details: [Words.exchangeFormsDetails, Words.importDetails]
    ) { arguments in
        let path = arguments.operands[0]
        let bytes = try Files.read(path, maximum: 16 << 20)
        let form = arguments.value("--format").flatMap { name in
            CredentialForm.all.first { $0.name == name }
        }
        let document = try exchanging(path) { () throws(ExchangeError) in
            try ExchangedDocument(parsing: bytes, as: form)
        }
        let directory = try StoreChoice.open(arguments)
        let name = arguments.value("--authenticator") ?? DeviceSetup.standardName
        let wanted = arguments.value("--profile")
        let (known, profile) = try ProfileChoice.model(named: name, profile: wanted, in: directory)
        let all = try authenticators(in: directory).map(\.credentials)
        let imported = try exchanging(path) { () throws(ExchangeError) in
            let imported = try CredentialImport(document.credentials, into: profile, now: WallClock().now())
            try imported.check(against: all)
            try imported.checkRoom(in: known?.credentials)
            return imported
        }
        let kept = try ProfileChoice.authenticator(named: name, profile: wanted, in: directory).kept
        try exchanging(path) { () throws(ExchangeError) in try imported.save(in: kept.credentials) }
        let lines = imported.credentials.map { json(CredentialSummary($0), of: kept) }
        try Terminal.outputLine(
            Array((lines.isEmpty ? "[" : "[\n").utf8) + Array(lines.joined(separator: Array(",\n".utf8)))
                + Array((lines.isEmpty ? "]" : "\n]").utf8))
        return .done
    }

    private static func exchanging<Result>(
        _ path: String, _ body: () throws(ExchangeError) -> Result
    ) throws(CommandFailure) -> Result {
        do { return try body() } catch {
            if case .store(let error) = error { throw CommandFailure(error) }
            throw .badInput(Words.inFile(path == "-" ? Words.standardInput : path, error.description))
        }
    }
}
