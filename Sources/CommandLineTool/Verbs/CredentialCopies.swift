import Authenticator
import JSON
import SQLiteStore
import WebAuthnModel

/// The store as a laboratory: copies of it, ways back, and what came of each.
extension Verbs {
    private static let copyOptions = [
        StoreChoice.option, Option(name: "--force", value: .none, help: Words.forceHelp),
    ]

    static let credentialsSnapshot = Verb(
        name: "snapshot", summary: Words.snapshotSummary, operands: "FILE", operandCount: 1...1,
        options: copyOptions, details: Words.snapshotDetails
    ) { arguments in
        try copyStore(arguments)
        return .done
    }

    static let credentialsClone = Verb(
        name: "clone", summary: Words.cloneSummary, operands: "FILE", operandCount: 1...1,
        options: copyOptions, details: Words.cloneDetails
    ) { arguments in
        try copyStore(arguments)
        Terminal.say(Words.note(Words.cloneNote))
        return .done
    }

    static let credentialsRestore = Verb(
        name: "restore", summary: Words.restoreSummary, operands: "FILE", operandCount: 1...1,
        options: [StoreChoice.option], details: Words.restoreDetails
    ) { arguments in
        let store = try StoreChoice.openFile(arguments, ownership: .owner)
        try tell(storing { () throws(StoreError) in try store.restore(from: arguments.operands[0]) })
        return .done
    }

    static let credentialsDiff = Verb(
        name: "diff", summary: Words.diffSummary, operands: "FILE", operandCount: 1...1,
        options: [StoreChoice.option], details: Words.diffDetails
    ) { arguments in
        let store = try StoreChoice.openFile(arguments, creation: .never)
        var comparison: StoreComparison
        do throws(StoreError) { comparison = try store.comparison(with: arguments.operands[0]) } catch {
            throw CommandFailure(error)
        }
        try Terminal.output(Array("[".utf8))
        var isFirst = true
        while let difference = try next(&comparison) {
            try Terminal.output(Array(isFirst ? "\n".utf8 : ",\n".utf8) + json(difference))
            isFirst = false
        }
        try Terminal.outputLine(Array(isFirst ? "]".utf8 : "\n]".utf8))
        return .done
    }

    private static func copyStore(_ arguments: Arguments) throws {
        let store = try StoreChoice.openFile(arguments, creation: .never)
        try tell(
            storing { () throws(StoreError) in
                try store.snapshot(to: arguments.operands[0], replacing: arguments.has("--force"))
            })
    }

    private static func tell(_ copy: StoreCopy) throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("path", copy.path)
        writer.member("authenticators", copy.authenticators)
        writer.member("credentials", copy.credentials)
        writer.endObject()
        try Terminal.outputLine(writer.bytes)
    }

    private static func next(
        _ comparison: inout StoreComparison
    ) throws(CommandFailure) -> StoreDifference? {
        do { return try comparison.next() } catch { throw CommandFailure(error) }
    }

    private static func json(_ difference: StoreDifference) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("authenticator", difference.authenticator)
        if let id = difference.credential { writer.member("id", id.description) }
        switch difference.kind {
        case .onlyHere: writer.member("only", "here")
        case .onlyThere: writer.member("only", "there")
        case .changed(let changes):
            writer.beginObject("changes")
            for change in changes {
                guard let values = change.values else {
                    writer.member(change.name, "differs")
                    continue
                }
                writer.beginObject(change.name)
                write("here", values.here, to: &writer)
                write("there", values.there, to: &writer)
                writer.endObject()
            }
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    /// What is absent is left out.
    private static func write(_ name: String, _ value: StoreDifference.Value, to writer: inout JSONWriter) {
        switch value {
        case .absent: break
        case .number(let number): writer.member(name, number)
        case .flag(let flag): writer.member(name, flag)
        case .text(let text): writer.member(name, text)
        case .bytes(let bytes): writer.member(name, base64URL: bytes)
        }
    }
}
