import Authenticator
import Bytes
import Dispatch
import Foundation
import SQLiteStore
import Synchronization
import Testing
import WebAuthnModel

@Suite struct ConcurrencyTests {
    /// Values that came back, and the highest of them.
    private final class Journal: Sendable {
        private let values = Mutex<[UInt32]>([])
        private let highest = Atomic<UInt32>(0)
        let failures = Mutex<[String]>([])

        /// A value that is asked for after another came back must be above it.
        func note(_ next: () throws -> UInt32) {
            let floor = highest.load(ordering: .sequentiallyConsistent)
            do {
                let value = try next()
                if value <= floor { failures.withLock { $0.append("\(value) after \(floor)") } }
                highest.max(value, ordering: .sequentiallyConsistent)
                values.withLock { $0.append(value) }
            } catch { failures.withLock { $0.append("\(error)") } }
        }

        var all: [UInt32] { values.withLock { $0 } }
    }

    @Test(arguments: Kind.allCases)
    func countersNeverRepeatOrFall(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let directory = try kind.open(folder.file())
        let credential = try Credential.numbered(1)
        try directory.main().save(credential, signCount: 0)
        let journal = Journal()
        let rounds = kind == .leased ? 400 : 60
        DispatchQueue.concurrentPerform(iterations: 6) { worker in
            do {
                // Half of them are other processes, as far as SQLite can tell.
                let isGuest = worker % 2 == 1 && kind != .memory
                let guest = isGuest ? try SQLiteStore(path: folder.file()) : nil
                let store = try (guest ?? directory).main()
                for _ in 0..<(isGuest ? 30 : rounds) {
                    journal.note { try store.nextSignCount(of: credential.id, step: 1) }
                }
            } catch { journal.failures.withLock { $0.append("\(error)") } }
        }
        #expect(journal.failures.withLock { $0 } == [])
        #expect(Set(journal.all).count == journal.all.count)
        #expect(try directory.check().problems == [])
    }

    @Test(arguments: [Kind.memory, .shared, .leased])
    func aRetryIsTakenOnce(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let directory = try kind.open(folder.file())
        try directory.main().updateState { $0.pinRetries = 8 }
        let seen = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            let guest = kind == .memory ? nil : try? SQLiteStore(path: folder.file())
            let left = try? (guest ?? directory).main().updateState { state in
                state.pinRetries -= 1
                return state.pinRetries
            }
            seen.withLock { $0.append(left ?? -1) }
        }
        #expect(seen.withLock { $0.sorted() } == Array(0...7))
        #expect(try directory.main().state().pinRetries == 0)
    }

    @Test func operationsAreNumberedOnce() throws {
        let folder = try TemporaryFolder()
        let seen = Mutex<[UInt64]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            guard let store = try? SQLiteStore(path: folder.file()), let main = try? store.main() else {
                return
            }
            for _ in 0..<10 {
                let number = (try? main.nextOperation()) ?? 0
                seen.withLock { $0.append(number) }
            }
        }
        #expect(seen.withLock { $0.sorted() } == Array(1...40))
    }

    @Test func readersOfAnOwnerSeeWholeTransactions() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file(), ownership: .owner)
        let main = try store.main()
        let torn = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            for round in 0..<40 {
                if worker == 0 {
                    let pair = [round * 2, round * 2 + 1].compactMap { try? Credential.numbered($0) }
                    try? main.save(pair.map { StoredCredential(credential: $0, signCount: 1) })
                } else {
                    let count = (try? main.discoverableCredentials(rpID: "example.org").count) ?? 1
                    if count % 2 != 0 { torn.add(1, ordering: .relaxed) }
                }
            }
        }
        #expect(torn.load(ordering: .relaxed) == 0)
        #expect(try main.discoverableCount() == 80)
    }
}
