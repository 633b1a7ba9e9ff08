internal import Dispatch
internal import Glibc
internal import RawOpenSSL

/// `Scripts/bench` builds it and calls it in one of two ways.
///
///     understudy-bench count NAME N       does NAME N times, and nothing else that grows with N
///     understudy-bench rates [PROGRAM]    measures and prints; PROGRAM is the tool to run as a process
///
/// The main function is synchronous and the work is done by a detached task: callgrind cannot run an
/// asynchronous one, and a task of the main actor would wait for a thread that waits for it.
@main
enum Bench {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let finished = DispatchSemaphore(value: 0)
        Task.detached {
            do { try await run(arguments) } catch {
                complain("understudy-bench: \(error)\n")
                exit(1)
            }
            finished.signal()
        }
        finished.wait()
    }

    private static func run(_ arguments: [String]) async throws {
        guard raw_prepare() == 1 else { throw BenchError.lost("OpenSSL") }
        let folder = try Folder()
        defer { folder.remove() }
        switch arguments.first {
        case "count" where arguments.count == 3:
            guard let count = Int(arguments[2]) else { throw BenchError.unknown(arguments[2]) }
            let operation = try await Operation.named(arguments[1], in: folder)
            for _ in 0..<count { try await operation.run() }
        case "rates":
            try await Rates(folder: folder, program: arguments.dropFirst().first).run()
        default:
            throw BenchError.unknown(arguments.joined(separator: " "))
        }
    }

    private static func complain(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
