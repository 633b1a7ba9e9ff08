import Authenticator
import Foundation
import SQLiteStore
import TestSupport
import Testing
import WebAuthnModel

/// Copies of a store, and the way back.
@Suite struct CopyTests {
    /// A store with credentials in it, and the folder it is in.
    private static func filled(
        _ folder: TemporaryFolder, credentials count: Int = 30, ownership: StoreOwnership = .shared
    ) throws -> SQLiteStore {
        let store = try SQLiteStore(path: folder.file(), ownership: ownership)
        try store.main().save(
            (0..<count).map { StoredCredential(credential: try Credential.numbered($0), signCount: 1) })
        _ = try store.authenticator(named: "other", profile: .platform)
        return store
    }

    private static func signCount(_ number: Int, in store: SQLiteStore) throws -> UInt32? {
        try store.main().summary(of: Credential.numbered(number).id)?.signCount
    }

    @Test func aSnapshotIsAWholeStoreAtRest() throws {
        let folder = try TemporaryFolder()
        let store = try Self.filled(folder)
        let copy = try store.snapshot(to: folder.file("copy"))
        #expect(copy.path.hasSuffix("/copy") && copy.authenticators == 2 && copy.credentials == 30)
        #expect(try folder.mode("copy") == 0o600)
        let names = try folder.contents().keys.filter { !$0.hasPrefix("credentials.sqlite") }
        #expect(names == ["copy"])
        #expect(try store.differences(from: folder.file("copy")) == [])
        // Reading it left it at rest.
        #expect(try folder.contents().keys.filter { $0.hasPrefix("copy") } == ["copy"])
        #expect(try SQLiteStore(path: folder.file("copy")).check().problems == [])
    }

    @Test func anOwnersSnapshotHasTheCountersAsHandedOut() throws {
        let folder = try TemporaryFolder()
        let store = try Self.filled(folder, ownership: .owner)
        let id = try Credential.numbered(3).id
        for _ in 0..<5 { _ = try store.main().nextSignCount(of: id, step: 1) }
        _ = try store.snapshot(to: folder.file("copy"))
        #expect(try Self.signCount(3, in: SQLiteStore(path: folder.file("copy"))) == 6)
        #expect(try store.main().nextSignCount(of: id, step: 1) == 7)
        // Somebody else's leases are at their ceilings: never below what was handed out.
        _ = try SQLiteStore(path: folder.file()).snapshot(to: folder.file("outside"))
        #expect(try Self.signCount(3, in: SQLiteStore(path: folder.file("outside"))) ?? 0 >= 7)
    }

    private struct Place: CustomTestStringConvertible, Sendable {
        let what: String
        let name: String
        var replacing = false
        let words: String
        let make: @Sendable (TemporaryFolder) throws -> Void
        var testDescription: String { what }
    }

    private static let places = [
        Place(
            what: "the store itself", name: "credentials.sqlite", replacing: true, words: "the store itself"
        ) {
            _ in
        },
        Place(what: "its log", name: "credentials.sqlite-wal", replacing: true, words: "the store itself") {
            _ in
        },
        Place(what: "the store by another name", name: "name", replacing: true, words: "the store itself") {
            try FileManager.default.linkItem(atPath: $0.file(), toPath: $0.file("name"))
        },
        Place(what: "a link to the store", name: "link", replacing: true, words: "is a link") {
            try FileManager.default.createSymbolicLink(
                atPath: $0.file("link"), withDestinationPath: $0.file())
        },
        Place(what: "a link to nothing", name: "link", replacing: true, words: "is a link") {
            try FileManager.default.createSymbolicLink(
                atPath: $0.file("link"), withDestinationPath: $0.file("nothing"))
        },
        Place(what: "a folder", name: "folder", replacing: true, words: "is a folder") {
            try FileManager.default.createDirectory(
                atPath: $0.file("folder"), withIntermediateDirectories: false)
        },
        Place(what: "a device", name: "../null", replacing: true, words: "is not a file") { _ in },
        Place(what: "a file that is there", name: "there", words: "is there already") {
            try Data("precious".utf8).write(to: URL(fileURLWithPath: $0.file("there")))
        },
        Place(what: "beside a log", name: "there", replacing: true, words: "a store at work") {
            try Data("log".utf8).write(to: URL(fileURLWithPath: $0.file("there-wal")))
        },
        Place(what: "an owned store", name: "there", replacing: true, words: "a store at work") {
            try Data("1\n".utf8).write(to: URL(fileURLWithPath: $0.file("there-owner")))
        },
        Place(what: "a zero byte", name: "the\0re", words: "zero byte") { _ in },
    ]

    @Test(arguments: places) private func whereNoCopyCanLieNothingIsTouched(place: Place) throws {
        // The device is beside the folder only where that is in memory.
        let folder = try TemporaryFolder()
        let store = try Self.filled(folder)
        try place.make(folder)
        let path = place.name == "../null" ? "/dev/null" : folder.file(place.name)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect {
            try store.snapshot(to: path, replacing: place.replacing)
        } throws: { error in
            if case StoreError.badName(let text) = error { text.contains(place.words) } else { false }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
        #expect(try store.check().problems == [])
    }

    @Test func aFileIsReplacedOnlyWhereThatIsMeant() throws {
        let folder = try TemporaryFolder()
        let store = try Self.filled(folder)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: folder.file("copy")))
        #expect(throws: StoreError.self) { try store.snapshot(to: folder.file("copy")) }
        #expect(try folder.contents()["copy"] == Data("precious".utf8))
        _ = try store.snapshot(to: folder.file("copy"), replacing: true)
        #expect(try store.differences(from: folder.file("copy")) == [])
    }

    @Test func everythingGoesBack() throws {
        let folder = try TemporaryFolder()
        let id = try Credential.numbered(3).id
        // Somebody who goes on working meanwhile sees all of the old or all of the new.
        let bystander = try Self.filled(folder)
        _ = try bystander.snapshot(to: folder.file("copy"))
        let before = try folder.contents()["copy"]
        for _ in 0..<5 { _ = try bystander.main().nextSignCount(of: id, step: 1) }
        try bystander.main().save(
            (40..<300).map { StoredCredential(credential: try .numbered($0), signCount: 1) })
        do {
            let store = try SQLiteStore(path: folder.file(), ownership: .owner)
            // A value that was leased before does not come back.
            _ = try store.main().nextSignCount(of: id, step: 1)
            let restored = try store.restore(from: folder.file("copy"))
            #expect(restored.credentials == 30 && restored.authenticators == 2)
            #expect(try store.main().nextSignCount(of: id, step: 1) == 2)
        }
        #expect(try Self.signCount(3, in: bystander) == 2)
        #expect(try bystander.main().summary(of: Credential.numbered(40).id) == nil)
        #expect(try bystander.check().problems == [])
        #expect(try folder.contents()["copy"] == before)
        #expect(try folder.contents().keys.filter { $0.contains("-copy-") } == [])
    }

    @Test func aDamagedStoreIsHealedByASnapshot() throws {
        let folder = try TemporaryFolder()
        do { _ = try Self.filled(folder).snapshot(to: folder.file("copy")) }
        var data = try #require(try folder.contents()["credentials.sqlite"])
        for offset in 4096..<data.count { data[offset] = 0xA5 }
        try data.write(to: URL(fileURLWithPath: folder.file()))
        let store = try SQLiteStore(path: folder.file(), ownership: .owner)
        #expect(try store.restore(from: folder.file("copy")).credentials == 30)
        #expect(try store.check().problems == [])
    }

    @Test func aSnapshotOfAnEarlierSchemaIsBroughtUpToDate() throws {
        let folder = try TemporaryFolder()
        do {
            let first = Schema(steps: Array(Schema.current.steps.prefix(1)))
            let old = try SQLiteStore(
                path: folder.file("old"), ownership: .shared, creation: .file, schema: first, patience: 100)
            try old.execute("PRAGMA user_version")
        }
        let store = try Self.filled(folder, ownership: .owner)
        #expect { try store.differences(from: folder.file("old")) } throws: {
            "\($0)".contains("schema 1")
        }
        #expect(try store.restore(from: folder.file("old")).authenticators == 0)
        #expect(try store.check() == StoreCheck())
    }

    private struct Harm: CustomTestStringConvertible, Sendable {
        let what: String
        let words: String
        let edit: @Sendable (inout Data) -> Void
        var testDescription: String { what }
    }

    private static let harms = [
        Harm(what: "text", words: "not a credential store") { $0 = Data("understudy\n".utf8) },
        Harm(what: "empty", words: "is empty") { $0 = Data() },
        Harm(what: "one byte", words: "cut short") { $0 = $0.prefix(1) },
        Harm(what: "cut to a page", words: "damaged") { $0 = $0.prefix(4096) },
        Harm(what: "another program's", words: "of another program") { $0[70] ^= 1 },
        Harm(what: "a later schema", words: "schema 9") { $0[63] = 9 },
        Harm(what: "schema 0", words: "damaged") { $0[63] = 0 },
        Harm(what: "a page of noise", words: "damaged") { data in
            for offset in 8192..<12288 { data[offset] = 0xA5 }
        },
    ]

    @Test(arguments: harms) private func whatIsNoSnapshotChangesNothing(harm: Harm) throws {
        let folder = try TemporaryFolder()
        do { _ = try Self.filled(folder).snapshot(to: folder.file("copy")) }
        var data = try #require(try folder.contents()["copy"])
        harm.edit(&data)
        try data.write(to: URL(fileURLWithPath: folder.file("copy")))
        let before = try folder.contents()
        do {
            let store = try SQLiteStore(path: folder.file(), ownership: .owner)
            #expect { try store.restore(from: folder.file("copy")) } throws: {
                ($0 as? StoreError).map { $0.isDamaged || $0.isNewer } == true
                    && "\($0)".contains(harm.words)
            }
        }
        #expect(try folder.contents() == before)
    }

    @Test func onlyAnOwnerRestoresAndNotFromItself() throws {
        let folder = try TemporaryFolder()
        let shared = try Self.filled(folder)
        _ = try shared.snapshot(to: folder.file("copy"))
        #expect { try shared.restore(from: folder.file("copy")) } throws: { "\($0)".contains("not owned") }
        let owner = try SQLiteStore(path: folder.file(), ownership: .owner)
        #expect { try owner.restore(from: folder.file()) } throws: { "\($0)".contains("the store itself") }
        #expect(throws: StoreError.self) { try owner.restore(from: folder.file("nothing")) }
        #expect(try owner.check().credentials == 30)
    }
}
