import Dispatch
import Glibc

/// `understudy-bench count NAME N` does one thing N times, for callgrind; `understudy-bench rates` measures.
@main struct Bench {
    // Not async: the main thread of an async main ends in dispatchMain, which crashes Valgrind 3.19.
    static func main() {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do { try await run(CommandLine.arguments) } catch {
                print("understudy-bench: \(error)")
                exit(1)
            }
            done.signal()
        }
        done.wait()
    }

    private static func run(_ arguments: [String]) async throws {
        switch arguments.count {
        case 2 where arguments[1] == "rates": try await Rates.run()
        case 4 where arguments[1] == "count":
            guard let count = Int(arguments[3]) else { throw BenchError.usage }
            try await Stage().run(arguments[2], count)
        default: throw BenchError.usage
        }
    }
}
