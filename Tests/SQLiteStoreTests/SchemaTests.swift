import Authenticator
import Bytes
import COSE
import CTAP
import Cryptography
import Foundation
import SQLiteStore
import Testing
import WebAuthnModel

@Suite struct SchemaTests {
    private static let later = Schema(
        steps: Schema.current.steps + [
            "ALTER TABLE credential ADD COLUMN note TEXT; UPDATE credential SET note = rp_id;",
            "CREATE TABLE snapshot (id INTEGER PRIMARY KEY) STRICT",
        ])

    private static let newer = StoreError.newer(
        schema: later.version, supported: Schema.current.version)

    private static func open(_ path: String, _ schema: Schema) throws -> SQLiteStore {
        try SQLiteStore(path: path, ownership: .shared, creation: .file, schema: schema, patience: 5000)
    }

    @Test func aFileOfAnEarlierSchemaIsBroughtUpToDate() throws {
        let folder = try TemporaryFolder()
        try SQLiteStore(path: folder.file()).main().save(Credential.numbered(1), signCount: 7)
        let before = try folder.contents()
        #expect(before["credentials.sqlite"]?[63] == UInt8(Schema.current.version))
        do {
            let store = try Self.open(folder.file(), Self.later)
            #expect(try store.main().summaries(after: nil, limit: 2).map(\.signCount) == [7])
            try store.execute("INSERT INTO snapshot VALUES (1); UPDATE credential SET note = upper(note)")
        }
        let after = try folder.contents()
        #expect(after["credentials.sqlite"]?[63] == UInt8(Self.later.version))
        // And now it is one of a later version.
        #expect(throws: Self.newer) { try SQLiteStore(path: folder.file()) }
        #expect(try folder.contents() == after)
        _ = try Self.open(folder.file(), Self.later)
    }

    /// The first schema that was in use, with a credential in it that was written by hand.
    @Test func theFirstSchemaKeepsItsCredentials() throws {
        let folder = try TemporaryFolder()
        let credential = try Credential.numbered(1)
        func hex(_ bytes: [UInt8]) -> String { "x'\(Hex.encode(bytes))'" }
        do {
            let old = try Self.open(folder.file(), Schema(steps: Array(Schema.current.steps.prefix(1))))
            try old.execute(
                """
                INSERT INTO authenticator VALUES (1, 'default', 'security-key', '{}', 1);
                INSERT INTO authenticator_state (authenticator, credential_count, discoverable_count,
                    pin_retries, uv_retries) VALUES (1, 1, 1, 8, 5);
                INSERT INTO credential VALUES (1, 1, \(hex(credential.id.bytes)), 'example.org', x'01', 'ada',
                    NULL, \(credential.algorithm.rawValue), 1, 0, 5, 0, 7, \(hex(credential.key.storedForm)));
                """)
        }
        let store = try SQLiteStore(path: folder.file())
        #expect(try store.check().problems == [])
        let main = try store.main()
        let found = try #require(try main.credential(id: credential.id.bytes, rpID: "example.org"))
        #expect(found.signCount == 7 && found.credential.user.name == "ada")
        #expect(found.credential.key.storedForm == credential.key.storedForm)
        #expect(found.credential.extensions == CredentialExtensions())
        #expect(try main.largeBlobs() == nil)
    }

    @Test func aStepThatFailsLeavesTheFileAsItWas() throws {
        let folder = try TemporaryFolder()
        try SQLiteStore(path: folder.file()).main().save(Credential.numbered(1), signCount: 7)
        let before = try folder.contents()
        let broken = Schema(steps: Self.later.steps + ["INSERT INTO nowhere VALUES (1)"])
        #expect { try Self.open(folder.file(), broken) } throws: { $0.isDamaged }
        #expect(try folder.contents() == before)
        #expect(try SQLiteStore(path: folder.file()).main().discoverableCount() == 1)
    }

    /// The log may say more than the file.
    @Test func aLaterSchemaInTheLogIsSeen() throws {
        let folder = try TemporaryFolder()
        try SQLiteStore(path: folder.file()).main().save(Credential.numbered(1), signCount: 7)
        let later = try Self.open(folder.file(), Self.later)
        let before = try folder.contents().filter { !$0.key.hasSuffix("-shm") }
        #expect(before["credentials.sqlite"]?[63] == UInt8(Schema.current.version))
        #expect(throws: Self.newer) { try SQLiteStore(path: folder.file()) }
        #expect(try folder.contents().filter { !$0.key.hasSuffix("-shm") } == before)
        // The same with nobody there who has it open.
        let copy = try TemporaryFolder()
        for (name, contents) in before { try contents.write(to: URL(fileURLWithPath: copy.file(name))) }
        #expect(throws: Self.newer) { try SQLiteStore(path: copy.file()) }
        #expect(try copy.contents().filter { !$0.key.hasSuffix("-shm") } == before)
        _ = later
    }

    @Test func manyMayOpenANewStoreAtOnce() async throws {
        for _ in 0..<10 {
            let folder = try TemporaryFolder()
            let path = folder.file()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let store = try SQLiteStore(path: path)
                        try store.main().save(Credential.numbered(number), signCount: 1)
                    }
                }
                try await group.waitForAll()
            }
            let store = try SQLiteStore(path: path)
            #expect(try store.main().discoverableCount() == 8)
            #expect(try store.authenticators().count == 1)
            #expect(try store.check().problems == [])
        }
    }

    /// No statement of ordinary work goes through a table from end to end, but for those that list or remove all of it.
    @Test func nothingIsFoundByScanning() throws {
        let folder = try TemporaryFolder()
        let plans = try SQLiteStore(path: folder.file()).queryPlans()
        let listings: Set = ["listAuthenticators", "countAuthenticators"]
        for (statement, plan) in plans {
            for step in plan where statement != "schema" {
                if !listings.contains(statement) { #expect(!step.contains("SCAN"), "\(statement): \(step)") }
                #expect(!step.contains("TEMP B-TREE"), "\(statement): \(step)")
            }
        }
        #expect(plans["findCredential"]?.joined().contains("credential_by_id") == true)
        #expect(plans["findDiscoverable"]?.joined().contains("credential_by_rp") == true)
        #expect(plans["deleteAccount"]?.joined().contains("credential_by_account") == true)
        #expect(plans["readSignCount"]?.joined().contains("credential_by_id") == true)
    }
}
