import Glibc

/// The process: finds the verb, runs it, says what went wrong, and ends with a status.
@main struct UnderstudyTool {
    static let version = "0.1.0"

    static func main() async {
        // A reader that closed its pipe is reported by the write, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            var verb = Verbs.root
            var path = "understudy"
            var rest = arguments[...]
            while let word = rest.first, let below = verb.verbs.first(where: { $0.name == word }) {
                (verb, path) = (below, "\(path) \(word)")
                rest = rest.dropFirst()
            }
            let options = rest.prefix { $0 != "--" }
            if options.contains("--help") || options.contains("-h")
                || path == "understudy" && rest.first == "help"
            {
                try Terminal.output(Array(Help.text(of: verb, called: path).utf8))
                return .done
            }
            if path == "understudy", rest.first == "--version" {
                try Terminal.outputLine(Array("understudy \(version)".utf8))
                return .done
            }
            if let word = rest.first, !verb.verbs.isEmpty, !word.hasPrefix("-") || verb.run == nil {
                throw CommandFailure.badInput(
                    Words.unknownVerb(word, after: path, verbs: verb.verbs.map(\.name)))
            }
            guard let run = verb.run else {
                throw CommandFailure.badInput(Words.verbMissing(path, verbs: verb.verbs.map(\.name)))
            }
            return try await run(try Arguments(rest, of: verb, called: path))
        } catch let failure as CommandFailure {
            return end(failure)
        } catch {
            Terminal.say(Words.defect("\(error)"))
            return .defect
        }
    }

    private static func end(_ failure: CommandFailure) -> ExitStatus {
        Terminal.say(Words.failure(failure.message))
        if !failure.output.isEmpty {
            do { try Terminal.outputLine(failure.output) } catch {
                Terminal.say(Words.failure(error.message))
                return error.status
            }
        }
        return failure.status
    }
}
