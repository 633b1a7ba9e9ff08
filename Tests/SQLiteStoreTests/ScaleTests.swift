import Authenticator
import Foundation
import SQLiteStore
import Testing
import WebAuthnModel

/// How a store's times grow with what is in it. Nothing is gated by time; run it by hand, with how many credentials:
///
///     UNDERSTUDY_SCALE=1000000 swift test -c release --filter ScaleTests
@Suite struct ScaleTests {
    private static let wanted = ProcessInfo.processInfo.environment["UNDERSTUDY_SCALE"].flatMap(Int.init)

    @Test(.enabled(if: wanted != nil))
    func timesHardlyGrow() throws {
        let many = Self.wanted ?? 0
        for count in [10_000, many] {
            let folder = try TemporaryFolder(onDisk: true)
            print("\(count) credentials, a thousand of them of one RP:")
            try Self.fill(folder.file(), count)
            let size = try folder.contents()["credentials.sqlite"]?.count ?? 0
            print("  file \(size / 1000) kB, \(size / count) bytes a credential")
            try Self.measure(folder, count)
        }
    }

    private static func fill(_ path: String, _ count: Int) throws {
        let store = try SQLiteStore(path: path).main()
        let start = ContinuousClock.now
        for batch in stride(from: 0, to: count, by: 20_000) {
            try store.save(
                (batch..<min(count, batch + 20_000)).map { number in
                    StoredCredential(
                        credential: try .numbered(
                            // Like drawn IDs these do not come in order.
                            number &* 0x9E37_79B1 & 0xFFFF_FFFF,
                            rpID: party(of: number, count)),
                        signCount: 1)
                })
        }
        print("  filled in \(start.duration(to: .now))")
    }

    private static func party(of number: Int, _ count: Int) -> String {
        number % (count / 1000) == 0 ? "crowd.example" : "rp\(number / 3).example"
    }

    private static func time(_ what: String, rounds: Int, _ body: (Int) throws -> Void) throws {
        try body(0)
        let start = ContinuousClock.now
        for round in 0..<rounds { try body(round) }
        let each = start.duration(to: .now) / rounds
        print("  \(what): \(each.components.attoseconds / 1_000_000_000_000) us")
    }

    private static func measure(_ folder: TemporaryFolder, _ count: Int) throws {
        let path = folder.file()
        try time("open, find the authenticator, close", rounds: 50) { _ in
            _ = try SQLiteStore(path: path).authenticator(named: "default")
        }
        let store = try SQLiteStore(path: path)
        let main = try store.main()
        let all = try (0..<2000).map { round in
            let number = round &* 7919 % count
            return try Credential.numbered(
                number &* 0x9E37_79B1 & 0xFFFF_FFFF, rpID: Self.party(of: number, count))
        }
        var found = 0
        try time("credential by ID", rounds: 2000) { round in
            if try main.credential(id: all[round].id.bytes, rpID: all[round].rpID) != nil { found += 1 }
        }
        #expect(found == 2001)
        try time("discoverable credentials of an RP with up to three", rounds: 2000) { round in
            _ = try main.discoverableCredentials(rpID: "rp\(round &* 7919 % count / 3).example")
        }
        try time("discoverable credentials of the RP with a thousand", rounds: 20) { _ in
            let crowd = try main.discoverableCredentials(rpID: "crowd.example")
            #expect(crowd.count == 1000)
        }
        try time("count of discoverable credentials", rounds: 2000) { _ in
            _ = try main.discoverableCount()
        }
        try time("summaries, a page of 100", rounds: 200) { round in
            _ = try main.summaries(after: all[round].id, limit: 100)
        }
        try time("next counter value, committed", rounds: 500) { round in
            _ = try main.nextSignCount(of: all[round].id, step: 1)
        }
        try time("save", rounds: 500) { round in
            try main.save(try .numbered(0x7000_0000 + round, rpID: "new.example"), signCount: 1)
        }
        try time("delete", rounds: 500) { round in
            _ = try main.delete(try Credential.numbered(0x7000_0000 + round).id)
        }
        let start = ContinuousClock.now
        let check = try store.check()
        print("  check of everything: \(start.duration(to: .now)), \(check.credentials) credentials")
        #expect(check.problems == [])
    }
}
