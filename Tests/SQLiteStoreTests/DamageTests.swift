import Authenticator
import Foundation
import SQLiteStore
import TestSupport
import Testing
import WebAuthnModel

/// Whatever is wrong with a file is said, and the file is left as it was, with nothing beside it.
@Suite struct DamageTests {
    /// A store at rest with some of everything in it.
    private static let good: Data = {
        guard let folder = try? TemporaryFolder(), let store = try? SQLiteStore(path: folder.file()),
            let credentials = try? store.main()
        else { return Data() }
        let all = (0..<60).compactMap { number in
            (try? Credential.numbered(number, isDiscoverable: number % 4 != 0))
                .map { StoredCredential(credential: $0, signCount: 1) }
        }
        try? credentials.save(all)
        _ = try? store.authenticator(named: "other", profile: .platform)
        guard let copy = try? SQLiteStore(path: folder.file()) else { return Data() }
        _ = try? copy.main().nextSignCount(of: all[0].credential.id, step: 1)
        // The file has everything only when nobody has it open.
        return Self.atRest(folder, store, copy)
    }()

    private static func atRest(_ folder: TemporaryFolder, _ stores: SQLiteStore...) -> Data {
        for store in stores { try? store.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        return (try? Data(contentsOf: URL(fileURLWithPath: folder.file()))) ?? Data()
    }

    private struct Row {
        let what: String
        let contents: Data
        var words = ""
    }

    private static func edited(_ edit: (inout Data) -> Void) -> Data {
        var data = good
        edit(&data)
        return data
    }

    private static var rows: [Row] {
        let noise = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        var rows = [
            Row(what: "text", contents: Data("understudy\n".utf8), words: "not a credential store"),
            Row(what: "one byte", contents: Data([0x53]), words: "cut short"),
            Row(what: "noise", contents: noise, words: "not a credential store"),
            Row(what: "zeroes", contents: Data(count: 8192), words: "not a credential store"),
            Row(what: "the header alone", contents: good.prefix(100)),
            Row(
                what: "another program's", contents: edited { $0[70] ^= 1 },
                words: "of another program"),
            Row(what: "no program's", contents: edited { $0.replaceSubrange(68..<72, with: Data(count: 4)) }),
            Row(what: "a page size that is none", contents: edited { $0[16] = 3 }),
            Row(what: "another page size", contents: edited { $0.replaceSubrange(16..<18, with: [2, 0]) }),
            Row(what: "a version of the format", contents: edited { $0[18] = 9 }),
            Row(what: "a negative schema", contents: edited { $0[60] = 0x80 }),
            Row(what: "schema 0", contents: edited { $0[63] = 0 }),
            Row(
                what: "page one overwritten",
                contents: edited { $0.replaceSubrange(100..<4096, with: noise[100..<4096]) }),
        ]
        for length in [2, 16, 99, 101, 512, 4095, 4096, 4097, 8192, good.count / 2, good.count - 4096] {
            rows.append(Row(what: "cut to \(length) bytes", contents: good.prefix(length)))
        }
        return rows
    }

    @Test func aFileThatIsNoStoreIsLeftAlone() throws {
        #expect(Self.good.count > 40_000)
        for row in Self.rows {
            for ownership in [StoreOwnership.shared, .owner] {
                let folder = try TemporaryFolder()
                try row.contents.write(to: URL(fileURLWithPath: folder.file()))
                let before = try folder.contents()
                #expect("\(row.what)") {
                    try SQLiteStore(path: folder.file(), ownership: ownership)
                } throws: { error in
                    error.isDamaged && (row.words.isEmpty || "\(error)".contains(row.words))
                        && "\(error)".contains(folder.path)
                }
                #expect(try folder.contents() == before, "\(row.what)")
            }
        }
    }

    @Test func aLaterSchemaIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        try Self.edited { $0[63] = 9 }.write(to: URL(fileURLWithPath: folder.file()))
        let before = try folder.contents()
        #expect(throws: StoreError.newer(schema: 9, supported: Schema.current.version)) {
            try SQLiteStore(path: folder.file())
        }
        #expect(try folder.contents() == before)
    }

    /// Does all that reads, and then something that writes; whether something was found to be wrong.
    private static func use(_ path: String) throws -> (isDamaged: Bool, wrote: Bool) {
        do {
            let store = try SQLiteStore(path: path)
            let credentials = try store.main()
            var isDamaged = try !store.check().problems.isEmpty
            do {
                for number in 0..<60 {
                    let credential = try Credential.numbered(number)
                    _ = try credentials.credential(id: credential.id.bytes, rpID: credential.rpID)
                }
                _ = try credentials.discoverableCredentials(rpID: "example.org")
                _ = try credentials.summaries(after: nil, limit: 100)
                _ = try store.authenticators()
            } catch let error as StoreError where error.isDamaged { isDamaged = true }
            guard !isDamaged else { return (true, false) }
            try credentials.save(Credential.numbered(100), signCount: 1)
            return (false, true)
        } catch let error as StoreError {
            // `main` makes an authenticator where its name was hit, and another model may be kept under it.
            if case .otherProfile = error { return (false, true) }
            guard error.isDamaged || error.isNewer else { throw error }
            return (true, false)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func aFlippedBitIsHarmlessOrFound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var found = 0
        for round in 0..<60 {
            let offset = Int.random(in: 0..<Self.good.count, using: &random)
            let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            let folder = try TemporaryFolder()
            try Self.edited { $0[offset] ^= bit }.write(to: URL(fileURLWithPath: folder.file()))
            let before = try folder.contents()
            let use = try Self.use(folder.file())
            if use.isDamaged {
                found += 1
                #expect(try folder.contents() == before, "seed \(seed), round \(round): \(offset) ^ \(bit)")
            } else {
                #expect(use.wrote)
            }
        }
        #expect(found > 5, "seed \(seed)")
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func aPageOfNoiseIsFound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for page in 0..<Self.good.count / 4096 {
            let folder = try TemporaryFolder()
            let noise = Data(random.bytes(4096))
            try Self.edited { $0.replaceSubrange(page * 4096..<(page + 1) * 4096, with: noise) }
                .write(to: URL(fileURLWithPath: folder.file()))
            let before = try folder.contents()
            let use = try Self.use(folder.file())
            #expect(use.isDamaged, "seed \(seed), page \(page)")
            #expect(try folder.contents() == before, "seed \(seed), page \(page)")
        }
    }

    /// What a crash leaves: the file as it was at the last checkpoint, and a log with what came after.
    private static func crashed(_ harm: (inout Data) -> Void) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try good.write(to: URL(fileURLWithPath: folder.file()))
        let store = try SQLiteStore(path: folder.file())
        try store.main().save(Credential.numbered(70), signCount: 1)
        let copy = try TemporaryFolder()
        for (name, contents) in try folder.contents() where !name.hasSuffix("-shm") {
            var contents = contents
            if name == "credentials.sqlite" { harm(&contents) }
            try contents.write(to: URL(fileURLWithPath: copy.file(name)))
        }
        return copy
    }

    @Test func aDamagedFileKeepsItsLog() throws {
        let whole = try Self.crashed { _ in }
        #expect(try SQLiteStore(path: whole.file()).main().discoverableCount() == 46)
        // Every page but the first, which the log has again and so heals.
        for page in 1..<Self.good.count / 4096 {
            let folder = try Self.crashed { data in
                for offset in page * 4096..<(page + 1) * 4096 { data[offset] ^= 0xA5 }
            }
            let before = try folder.contents()
            guard try Self.use(folder.file()).isDamaged else { continue }
            let after = try folder.contents().filter { !$0.key.hasSuffix("-shm") }
            #expect(after == before, "page \(page)")
        }
        let emptied = try Self.crashed { $0 = Data() }
        let before = try emptied.contents()
        #expect { try SQLiteStore(path: emptied.file()) } throws: { $0.isDamaged }
        #expect(try emptied.contents() == before)
    }

    private struct Lie {
        let sql: String
        let words: String
    }

    @Test func theCheckFindsWhatSQLiteCannotKnow() throws {
        let rows = [
            Lie(
                sql: "UPDATE credential SET private_key = x'01' WHERE sequence = 3",
                words: "private_key cannot be read"),
            Lie(
                sql:
                    "UPDATE credential SET private_key = (SELECT private_key FROM credential WHERE sequence = 5)"
                    + " WHERE sequence = 1", words: "not one of its algorithm"),
            Lie(
                sql: "UPDATE credential SET private_key = CAST(substr(private_key, 1, 32) || x'00'"
                    + " || substr(private_key, 34) AS BLOB) WHERE sequence = 1", words: "does not sign"),
            Lie(
                sql: "UPDATE credential SET sign_count = -1 WHERE sequence = 2",
                words: "sign_count is out of range"),
            Lie(sql: "UPDATE credential SET sign_count = 4294967296", words: "sign_count is out of range"),
            Lie(
                sql: "UPDATE credential SET id = zeroblob(1024) WHERE sequence = 2",
                words: "id is too long or empty"),
            Lie(sql: "UPDATE credential SET id = x'' WHERE sequence = 2", words: "counted as"),
            Lie(sql: "UPDATE credential SET user_id = zeroblob(65) WHERE sequence = 2", words: "65 bytes"),
            Lie(sql: "UPDATE credential SET algorithm = -65535 WHERE sequence = 2", words: "-65535"),
            Lie(
                sql: "UPDATE credential SET algorithm = -257 WHERE sequence = 2",
                words: "not one of its algorithm"),
            Lie(sql: "UPDATE credential SET backup = 3 WHERE sequence = 2", words: "backup is out of range"),
            Lie(sql: "UPDATE credential SET discoverable = 0 WHERE sequence = 2", words: "are counted as"),
            Lie(sql: "UPDATE credential SET rp_id = '' WHERE sequence = 2", words: "no RP ID"),
            Lie(
                sql: "UPDATE credential SET user_name = CAST(x'FF' AS TEXT)", words: "user_name is not UTF-8"),
            Lie(sql: "UPDATE credential SET protection = 4", words: "protection is out of range"),
            Lie(sql: "UPDATE credential SET randoms = x'00'", words: "randoms has a wrong length"),
            Lie(sql: "DELETE FROM credential WHERE sequence = 9", words: "are counted as"),
            Lie(sql: "DELETE FROM authenticator_state WHERE authenticator = 1", words: "have no state"),
            Lie(sql: "UPDATE authenticator_state SET pin_retries = 9", words: "pin_retries is out of range"),
            Lie(
                sql: "UPDATE authenticator_state SET pin_hash = x'00', pin = x'00', pin_code_points = 1",
                words: "hash has 1 bytes"),
            Lie(sql: "UPDATE authenticator SET name = name || char(10)", words: "control character"),
            Lie(
                sql: "INSERT INTO attestation_identity VALUES (1, x'00', x'00', x'00', x'00')",
                words: "do not belong together"),
            Lie(
                sql: "CREATE TRIGGER t AFTER INSERT ON credential BEGIN SELECT 1; END",
                words: "not those of schema \(Schema.current.version)"),
            Lie(sql: "DROP INDEX credential_by_rp", words: "not those of schema \(Schema.current.version)"),
            Lie(
                sql: "PRAGMA foreign_keys = OFF; UPDATE credential SET authenticator = 7 WHERE sequence = 3",
                words: "belongs to no authenticator"),
        ]
        for row in rows {
            let folder = try TemporaryFolder()
            try Self.good.write(to: URL(fileURLWithPath: folder.file()))
            let store = try SQLiteStore(path: folder.file())
            #expect(try store.check().problems == [])
            #expect(try store.check().credentials == 60)
            #expect(try store.check().authenticators == 2)
            // A limit is not taken for a value.
            try store.execute("PRAGMA foreign_keys = OFF; " + row.sql)
            let problems = try store.check().problems
            #expect(problems.contains { $0.contains(row.words) }, "\(row.sql): \(problems)")
            #expect(problems.count <= 100)
        }
    }
}

extension StoreError {
    var isNewer: Bool { if case .newer = self { true } else { false } }
}
