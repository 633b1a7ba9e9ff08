internal import Understudy

/// What is measured by the clock: every figure beside its floor in the same round, the middle of all rounds told.
struct Rates {
    let folder: Folder
    /// The program, where it is measured as a process.
    let program: String?
    private let rounds = 11

    /// Measures and prints everything.
    func run() async throws {
        // Processes come first: a child starts out with the peak memory of the one that spawned it.
        if let program { try processes(program) }
        try await singles(try await Party())
        try await pairs()
        try await disk()
    }

    /// Each operation beside the same cryptography from C.
    private func singles(_ party: Party) async throws {
        let floors = [
            "assertion": "c-import-sign", "registration": "c-keygen-sign",
            "verification": "c-import-verify", "report": "c-import-verify",
            "verify-registration": "c-import-verify", "creation-options": "c-import-sign",
            "request-options": "c-import-sign",
        ]
        print(
            "\none thread, operations a second".padded(37), "own".right(10), "raw C".right(10),
            "ratio".right(8)
        )
        for operation in Operation.all(of: party) {
            guard let floor = Operation.raw.first(where: { $0.name == floors[operation.name] }) else {
                continue
            }
            let figures = try await beside(floor) { try await Pace.rate(of: operation) }
            print(
                operation.name.padded(19), floor.name.padded(16), figures.own.whole.right(10),
                figures.floor.whole.right(10), figures.ratio.fraction.right(8))
        }
    }

    /// Two threads on one device: what the second one brings, beside what it brings to OpenSSL itself.
    private func pairs() async throws {
        let shared = try await Party { _ in nil }
        let assertion = Operation(name: "assertion", run: shared.assert)
        print("\ntwo threads against one".padded(33), "one".right(10), "two".right(10), "gain".right(8))
        var own: [Gain] = []
        var raw: [Gain] = []
        for _ in 0..<rounds {
            raw.append(try await gain(Operation.raw[0]))
            own.append(try await gain(assertion))
        }
        for (name, gains) in [("raw C sign", raw), ("assertion, memory store", own)] {
            print(
                name.padded(32), Pace.median(gains.map(\.one)).whole.right(10),
                Pace.median(gains.map(\.two)).whole.right(10),
                Pace.median(gains.map(\.ratio)).fraction.right(8))
        }
        let part = Pace.median(zip(own, raw).map { $0.ratio / $1.ratio })
        print("gain of the device / gain of OpenSSL".padded(54), part.fraction.right(8))
    }

    /// Stores on the disk, beside the disk.
    private func disk() async throws {
        let disk = try Disk(in: folder)
        let sync = Operation(name: "fdatasync") { try disk.write() }
        let unleased = try await folder.party(.shared)
        let leased = try await folder.party(.owner)
        print(
            "\non the disk, operations a second".padded(33), "own".right(10), "fdatasync".right(10),
            "ratio".right(8))
        let rows = [
            ("assertion, a commit each", 1, Operation(name: "", run: unleased.assert)),
            ("assertion, counter leased", 1, Operation(name: "", run: leased.assert)),
            ("assertion, leased, 2 threads", 2, Operation(name: "", run: leased.assert)),
            ("registration", 1, Operation(name: "", run: unleased.register)),
        ]
        for (name, tasks, operation) in rows {
            let figures = try await beside(sync) { try await Pace.rate(of: operation, tasks: tasks) }
            print(
                name.padded(32), figures.own.whole.right(10), figures.floor.whole.right(10),
                figures.ratio.fraction.right(8))
        }
    }

    /// Whole processes.
    private func processes(_ program: String) throws {
        let disk = try Disk(in: folder)
        let request = try folder.write(
            Server.requestOptions([UInt8](repeating: 1, count: 16)), to: "get.json")
        let discoverable = try folder.write(#"{"challenge":"AAAAAAAAAAAAAAAAAAAAAA"}"#, to: "any.json")
        let creation = try folder.write(Server.creationOptions, to: "create.json")
        let kept = ["--origin", Server.origin, "--store", "\(folder.path)/process.sqlite"]
        let own = ["--origin", "https://example.com", "--store", "\(folder.path)/process.sqlite"]
        let counting = ["--profile", "security-key", "--authenticator", "key"]
        for device in [[], counting] {
            _ = try Child.run([program, "create", "--options", creation] + kept + device, expecting: 0)
        }
        let rows: [(String, [String], Int32)] = [
            ("/bin/true", ["/bin/true"], 0),
            ("understudy --version", [program, "--version"], 0),
            (
                "get, :memory: (finds nothing)",
                [program, "get", "--options", request, "--origin", Server.origin, "--store", ":memory:"], 3
            ),
            ("get, file", [program, "get", "--options", discoverable] + own, 0),
            ("get, file, moves a counter", [program, "get", "--options", discoverable] + own + counting, 0),
            ("create, file", [program, "create", "--options", creation] + kept, 0),
        ]
        print("a process".padded(32), "ms".right(10), "peak MB".right(10), "fdatasync ms".right(14))
        for (name, arguments, status) in rows {
            var costs: [Child.Cost] = []
            var syncs: [Double] = []
            for _ in 0..<2 * rounds {
                costs.append(try Child.run(arguments, expecting: status))
                let clock = ContinuousClock()
                syncs.append(try clock.measure { try disk.write() }.seconds * 1000)
            }
            print(
                name.padded(32), Pace.median(costs.map(\.milliseconds)).fraction.right(10),
                Pace.median(costs.map(\.peakMegabytes)).fraction.right(10),
                Pace.median(syncs).fraction.right(14))
        }
    }

    private struct Gain {
        let one: Double
        let two: Double
        var ratio: Double { two / one }
    }

    private func gain(_ operation: Operation) async throws -> Gain {
        Gain(one: try await Pace.rate(of: operation), two: try await Pace.rate(of: operation, tasks: 2))
    }

    private func beside(
        _ floor: Operation, _ measure: () async throws -> Double
    ) async throws -> (own: Double, floor: Double, ratio: Double) {
        var own: [Double] = []
        var floors: [Double] = []
        for _ in 0..<rounds {
            floors.append(try await Pace.rate(of: floor))
            own.append(try await measure())
        }
        return (Pace.median(own), Pace.median(floors), Pace.median(zip(own, floors).map { $0 / $1 }))
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
    fileprivate func right(_ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}

extension Double {
    fileprivate var whole: String { isFinite ? String(Int(rounded())) : "-" }
    fileprivate var fraction: String {
        guard isFinite, self < 1e9 else { return "-" }
        let hundredths = Int((self * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
