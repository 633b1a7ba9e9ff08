import Authenticator
import Glibc
import JSON
import SQLiteStore
import Understudy

extension Verbs {
    static let doctor = Verb(
        name: "doctor", summary: Words.doctorSummary, options: [StoreChoice.option]
    ) { arguments in
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.member("version", UnderstudyTool.version)
        writer.beginArray("checks")
        var isWhole = true
        for check in [storeCheck(arguments), terminalCheck, clockCheck] {
            writer.beginObject()
            writer.member("name", check.name)
            writer.member("ok", check.isRight)
            writer.member("says", check.says)
            writer.endObject()
            isWhole = isWhole && check.isRight
        }
        writer.endArray()
        writer.beginArray("cannot")
        for limit in Words.limits { writer.value(limit) }
        writer.endArray()
        writer.endObject()
        try Terminal.outputLine(writer.bytes)
        return isWhole ? .done : .environment
    }

    private struct Check {
        let name: String
        let isRight: Bool
        let says: String
    }

    /// Looks at the store without making one.
    private static func storeCheck(_ arguments: Arguments) -> Check {
        do {
            let path = try storePath(arguments)
            guard path == ":memory:" || Files.exists(path) else {
                return Check(name: "store", isRight: true, says: Words.storeNotYet(path))
            }
            let records = try StoreChoice.open(arguments, creation: .never).authenticators()
            return Check(
                name: "store", isRight: true,
                says: Words.storeIsThere(path, records.count, records.reduce(0) { $0 + $1.credentialCount }))
        } catch {
            return Check(
                name: "store", isRight: false, says: (error as? CommandFailure)?.message ?? "\(error)")
        }
    }

    private static func storePath(_ arguments: Arguments) throws -> String {
        if let path = arguments.value("--store") ?? StoreChoice.environment("UNDERSTUDY_STORE") {
            return path
        }
        guard let path = StoreChoice.standardPath else { throw CommandFailure.environment(Words.noHome) }
        return path
    }

    private static var terminalCheck: Check {
        Check(name: "terminal", isRight: true, says: Words.terminal(Terminal.isInteractive))
    }

    /// Certificates and verifications need a clock that is not in the past.
    private static var clockCheck: Check {
        let isSet = WallClock().now() > 1_735_689_600_000
        return Check(name: "clock", isRight: isSet, says: Words.clock(isSet))
    }
}
