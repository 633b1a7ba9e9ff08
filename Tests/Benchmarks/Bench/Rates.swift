import Glibc
import Understudy

/// Rates beside raw OpenSSL in the same run, taken in turns so that both see the machine's moods.
struct Rates {
    private static let rounds = 7
    private static let seconds = 0.25

    static func run() async throws {
        let stage = try await Stage()
        print("operation         a second     raw OpenSSL     ratio")
        for (operation, floor) in [
            ("assertion", "c-import-sign"), ("registration", "c-keygen-sign"),
            ("verification", "c-import-verify"),
        ] {
            let (ours, raw) = try await paired(stage, operation, floor)
            print("\(pad(operation, 14)) \(pad(ours, 11)) \(pad(raw, 15)) \(pad(ratio(ours, raw), 9))")
        }
        for operation in ["creation-options", "request-options", "report"] {
            var rates: [Double] = []
            for _ in 0..<rounds { rates.append(try await rate(stage, operation)) }
            print("\(pad(operation, 18)) \(Int(median(rates)))")
        }
        try await twoThreads(stage)
        try await stores()
    }

    private static func twoThreads(_ stage: Stage) async throws {
        var ours: [Double] = []
        var raw: [Double] = []
        for _ in 0..<rounds {
            let one = try await rate(stage, "assertion")
            let oneRaw = try await rate(stage, "c-import-sign")
            async let first = rate(stage, "assertion")
            async let second = rate(stage, "assertion")
            ours.append(try await (first + second) / one)
            async let firstRaw = rate(stage, "c-import-sign")
            async let secondRaw = rate(stage, "c-import-sign")
            raw.append(try await (firstRaw + secondRaw) / oneRaw)
        }
        print("two threads on one device: \(two(median(ours))) x one; raw OpenSSL: \(two(median(raw))) x one")
    }

    private static func stores() async throws {
        var template = Array("/tmp/understudy-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for name in ["a", "b", "c"] { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }
        for (name, ownership) in [("a", StoreOwnership.owner), ("b", .shared)] {
            let store = try SQLiteStore(path: "\(folder)/\(name)", ownership: ownership, creation: .file)
            let profile = try BuiltInProfiles.document(named: "platform").kept(isBuiltIn: true)
            let kept = try store.authenticator(named: "bench", profile: profile)
            let stage = try await Stage(store: kept.credentials, counter: .perCredential)
            let syncs = syncRate("\(folder)/c")
            let rate = try await rate(stage, "assertion")
            let word = name == "a" ? "leased counters" : "each counter committed"
            print(
                "SQLite, \(word): \(Int(rate)) assertions a second; fdatasync in the same second: \(Int(syncs))"
            )
        }
    }

    private static func syncRate(_ path: String) -> Double {
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 1, count: 4096)
        let start = now()
        var count = 0.0
        while now() - start < seconds {
            _ = pwrite(file, page, page.count, 0)
            fdatasync(file)
            count += 1
        }
        return count / (now() - start)
    }

    private static func paired(_ stage: Stage, _ a: String, _ b: String) async throws -> (Double, Double) {
        var first: [Double] = []
        var second: [Double] = []
        for _ in 0..<rounds {
            first.append(try await rate(stage, a))
            second.append(try await rate(stage, b))
        }
        return (median(first), median(second))
    }

    private static func rate(_ stage: Stage, _ operation: String) async throws -> Double {
        let start = now()
        var count = 0
        while now() - start < seconds {
            try await stage.run(operation, 100)
            count += 100
        }
        return Double(count) / (now() - start)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    private static func ratio(_ a: Double, _ b: Double) -> String { two(a / b) }
    private static func two(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    private static func pad(_ value: Double, _ width: Int) -> String { pad("\(Int(value))", width) }
    private static func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
