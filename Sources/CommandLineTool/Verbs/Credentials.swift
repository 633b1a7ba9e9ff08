import Authenticator
import Bytes
import JSON
import Understudy
import WebAuthnModel

extension Verbs {
    static let credentials = Verb(
        name: "credentials", summary: Words.credentialsSummary,
        verbs: [
            credentialsList, credentialsShow, credentialsDelete, credentialsExport, credentialsImport,
            credentialsCheck, credentialsSnapshot, credentialsRestore, credentialsClone, credentialsDiff,
        ])

    static let authenticatorOption = Option(
        name: "--authenticator", value: .text("NAME"), help: Words.oneAuthenticatorHelp)

    private static let credentialsList = Verb(
        name: "list", summary: Words.credentialsListSummary,
        options: [StoreChoice.option, authenticatorOption]
    ) { arguments in
        let directory = try StoreChoice.open(arguments, creation: .never)
        try Terminal.output(Array("[".utf8))
        var isFirst = true
        for kept in try authenticators(arguments, in: directory) {
            var last: CredentialID?
            while true {
                let page = try storing { () throws(StoreError) in
                    try kept.credentials.summaries(after: last, limit: 1000)
                }
                for summary in page {
                    try Terminal.output(Array(isFirst ? "\n".utf8 : ",\n".utf8) + json(summary, of: kept))
                    isFirst = false
                }
                guard page.count == 1000, let end = page.last else { break }
                last = end.id
            }
        }
        try Terminal.outputLine(Array(isFirst ? "]".utf8 : "\n]".utf8))
        return .done
    }

    private static let credentialsShow = Verb(
        name: "show", summary: Words.credentialsShowSummary, operands: "ID", operandCount: 1...1,
        options: [StoreChoice.option, authenticatorOption]
    ) { arguments in
        let id = try credentialID(arguments.operands[0])
        let directory = try StoreChoice.open(arguments, creation: .never)
        for kept in try authenticators(arguments, in: directory) {
            let found = try storing { () throws(StoreError) in try kept.credentials.summary(of: id) }
            if let found {
                try Terminal.outputLine(json(found, of: kept))
                return .done
            }
        }
        throw CommandFailure(.noSuchCredential)
    }

    private static let credentialsDelete = Verb(
        name: "delete", summary: Words.credentialsDeleteSummary, operands: "ID", operandCount: 1...1,
        options: [StoreChoice.option, authenticatorOption]
    ) { arguments in
        let id = try credentialID(arguments.operands[0])
        let directory = try StoreChoice.open(arguments, creation: .never)
        for kept in try authenticators(arguments, in: directory)
        where try storing({ () throws(StoreError) in try kept.credentials.delete(id) }) {
            return .done
        }
        throw CommandFailure(.noSuchCredential)
    }

    private static let credentialsCheck = Verb(
        name: "check", summary: Words.credentialsCheckSummary, options: [StoreChoice.option]
    ) { arguments in
        let directory = try StoreChoice.open(arguments, creation: .never)
        let check = try storing { () throws(StoreError) in try directory.check() }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("authenticators", check.authenticators)
        writer.member("credentials", check.credentials)
        writer.beginArray("problems")
        for problem in check.problems { writer.value(problem) }
        writer.endArray()
        writer.endObject()
        try Terminal.outputLine(writer.bytes)
        guard check.problems.isEmpty else { throw CommandFailure.store(Words.storeProblems(check.problems)) }
        return .done
    }

    /// The one that the arguments name, else all.
    static func authenticators(
        _ arguments: Arguments, in directory: any AuthenticatorDirectory
    ) throws(CommandFailure) -> [KeptAuthenticator] {
        guard let name = arguments.value("--authenticator") else { return try authenticators(in: directory) }
        return try storing { () throws(StoreError) in
            guard let kept = try directory.authenticator(named: name) else {
                throw .badName(Words.noAuthenticator(name))
            }
            return [kept]
        }
    }

    static func authenticators(
        in directory: any AuthenticatorDirectory
    ) throws(CommandFailure) -> [KeptAuthenticator] {
        try storing { () throws(StoreError) in
            var all: [KeptAuthenticator] = []
            for record in try directory.authenticators() {
                if let kept = try directory.authenticator(named: record.name) { all.append(kept) }
            }
            return all
        }
    }

    static func credentialID(_ text: String) throws -> CredentialID {
        let bytes: [UInt8]
        do { bytes = try Base64URL.decode(text) } catch {
            throw CommandFailure.badInput(Words.notBase64URL("the credential ID", error.description))
        }
        guard let id = CredentialID(bytes) else {
            throw CommandFailure.badInput(Words.credentialIDLength(bytes.count))
        }
        return id
    }

    static func storing<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(CommandFailure) -> Result {
        do { return try body() } catch { throw CommandFailure(error) }
    }

    static func json(_ summary: CredentialSummary, of kept: KeptAuthenticator) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", summary.id.description)
        writer.member("authenticator", kept.record.name)
        writer.member("profile", kept.record.profile.name)
        writer.member("rpId", summary.rpID)
        writer.beginObject("user")
        writer.member("id", base64URL: summary.user.id)
        if let name = summary.user.name { writer.member("name", name) }
        if let name = summary.user.displayName { writer.member("displayName", name) }
        writer.endObject()
        writer.member("alg", summary.algorithm.rawValue)
        writer.member("discoverable", summary.isDiscoverable)
        writer.member("backupEligible", summary.backup.flags.contains(.backupEligible))
        writer.member("backupState", summary.backup.flags.contains(.backupState))
        writer.member("signCount", Int(summary.signCount))
        writer.member("createdAt", Int(summary.createdAt))
        writer.member("seeded", summary.isSeeded)
        writer.endObject()
        return writer.bytes
    }
}
