internal import Glibc

/// Runs a program and looks at what it took.
enum Child {
    /// What one run took.
    struct Cost {
        let milliseconds: Double
        let peakMegabytes: Double
    }

    /// Runs it to its end, with its output thrown away.
    static func run(_ arguments: [String], expecting status: Int32) throws -> Cost {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let clock = ContinuousClock()
        let begin = clock.now
        var process: pid_t = 0
        let failure = posix_spawn(&process, arguments[0], &actions, nil, &words, environ)
        guard failure == 0 else { throw BenchError.system("posix_spawn", failure) }
        var ended: Int32 = 0
        var usage = rusage()
        guard wait4(process, &ended, 0, &usage) == process else { throw BenchError.system("wait4", errno) }
        let milliseconds = (clock.now - begin).seconds * 1000
        guard ended == status << 8 else { throw BenchError.system(arguments.joined(separator: " "), ended) }
        return Cost(milliseconds: milliseconds, peakMegabytes: Double(usage.ru_maxrss) / 1024)
    }
}
