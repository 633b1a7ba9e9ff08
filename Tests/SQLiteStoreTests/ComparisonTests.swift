import Authenticator
import Bytes
import CTAP
import Foundation
import SQLiteStore
import TestSupport
import Testing
import WebAuthnModel

extension SQLiteStore {
    /// All differences at once.
    func differences(from other: String) throws -> [StoreDifference] {
        var comparison = try comparison(with: other)
        var found: [StoreDifference] = []
        while let next = try comparison.next() { found.append(next) }
        return found
    }
}

/// What differs between a store and a copy that went its own way.
@Suite struct ComparisonTests {
    private struct Row: CustomTestStringConvertible, Sendable {
        let what: String
        /// Each difference as a line.
        let lines: [String]
        /// What happens to the copy.
        let change: @Sendable (SQLiteStore) throws -> Void
        var testDescription: String { what }

        init(_ what: String, _ lines: [String], _ change: @escaping @Sendable (SQLiteStore) throws -> Void) {
            (self.what, self.lines, self.change) = (what, lines, change)
        }

        /// SQL of a change to credential 3.
        init(_ sql: String, _ line: String) {
            self.init(sql, ["default 3 \(line)"]) {
                try $0.execute("UPDATE credential SET \(sql) WHERE sequence = 4")
            }
        }
    }

    private static func line(_ difference: StoreDifference) -> String {
        let id = difference.credential.map { " \($0.bytes.last ?? 0)" } ?? ""
        let kind =
            switch difference.kind {
            case .onlyHere: "here"
            case .onlyThere: "there"
            case .changed(let changes):
                changes.map { change in
                    "\(change.name) "
                        + (change.values.map { "\(Self.text($0.here))→\(Self.text($0.there))" } ?? "differs")
                }.joined(separator: ", ")
            }
        return "\(difference.authenticator)\(id) \(kind)"
    }

    private static func text(_ value: StoreDifference.Value) -> String {
        switch value {
        case .absent: "-"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .text(let text): text
        case .bytes(let bytes): Hex.encode(bytes)
        }
    }

    private static let rows = [
        Row("nothing", []) { _ in },
        Row("a sign-in", ["default 3 signCount 1→2"]) {
            _ = try $0.main().nextSignCount(of: Credential.numbered(3).id, step: 1)
        },
        Row("a registration and a removal", ["default 3 here", "default 30 there"]) {
            try $0.main().save(.numbered(30), signCount: 1)
            _ = try $0.main().delete(Credential.numbered(3).id)
        },
        Row("an authenticator more", ["new there", "new 1 there"]) {
            try $0.authenticator(named: "new", profile: .key).credentials.save(.numbered(1), signCount: 1)
        },
        Row("an authenticator less", ["other here", "other 7 here"]) {
            try $0.execute("PRAGMA foreign_keys = ON; DELETE FROM authenticator WHERE name = 'other'")
        },
        Row("a PIN", ["other pinSet false→true, pinRetries 8→5"]) {
            try $0.authenticator(named: "other", profile: .platform).credentials.updateState { state in
                state.pin = AuthenticatorState.PINRecord(
                    hash: Secret([UInt8](repeating: 1, count: 16)), codePoints: 4,
                    remembered: Secret(Array("1234".utf8)))
                state.pinRetries = 5
            }
        },
        Row("a reset", (0..<30).map { "default \($0) here" }) { try $0.main().reset() },
        Row("the counter of a device", ["default signCount 0→9"]) {
            try $0.execute("UPDATE authenticator_state SET sign_count = 9 WHERE authenticator = 1")
        },
        Row("another model", ["other profile platform→key, profileDocument differs"]) {
            try $0.execute(
                "UPDATE authenticator SET profile_name = 'key', profile_document = '{}' WHERE name = 'other'")
        },
        Row("large blobs", ["default largeBlobs differs"]) { try $0.main().setLargeBlobs([1, 2, 3]) },
        Row("rp_id = 'evil.example'", "rpId example.org→evil.example"),
        Row("user_id = x'0102'", "user.id 63726564656e7469616c2000000003→0102"),
        Row("user_name = NULL, user_display_name = 'B'", "user.name user 3→-, user.displayName -→B"),
        Row("discoverable = 0", "discoverable true→false"),
        Row("backup = 1", "backupEligible false→true"),
        Row("backup = 2", "backupEligible false→true, backupState false→true"),
        Row("created_at = 5, seeded = 1", "createdAt 1700000000000→5, seeded false→true"),
        Row("protection = 1", "credProtect 3→1"),
        Row("private_key = x'00'", "key differs"),
        Row("blob = x'00', large_blob_key = x'00'", "credBlob differs, largeBlobKey differs"),
    ]

    @Test(arguments: rows) private func whatBecameOfACopyIsTold(row: Row) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file())
        try store.main().save(
            (0..<30).map { StoredCredential(credential: try Credential.numbered($0), signCount: 1) })
        try store.authenticator(named: "other", profile: .platform).credentials
            .save(.numbered(7), signCount: 1)
        _ = try store.snapshot(to: folder.file("copy"))
        let copy = try SQLiteStore(path: folder.file("copy"))
        try row.change(copy)
        #expect(try store.differences(from: folder.file("copy")).map(Self.line) == row.lines)
        // The other way round it is the other way round.
        let back = try copy.differences(from: folder.file())
        #expect(back.count == row.lines.count)
        #expect(back.contains { $0.kind == .onlyHere } == row.lines.contains { $0.hasSuffix(" there") })
    }

    /// Longer than a page, with runs that only one of them has.
    @Test func manyComeInTheOrderOfTheirIDs() throws {
        let folder = try TemporaryFolder()
        let (store, other) = (try SQLiteStore(path: folder.file()), try SQLiteStore(path: folder.file("b")))
        let numbers = 0..<2300
        let here = numbers.filter { $0 % 7 != 0 || $0 > 2000 }
        let there = numbers.filter { $0 < 600 || $0 > 1700 }
        for (directory, kept) in [(store, here), (other, there)] {
            try directory.main().save(
                kept.map { StoredCredential(credential: try Credential.numbered($0), signCount: UInt32($0)) })
        }
        let found = try store.differences(from: folder.file("b"))
        let wanted = try numbers.filter { here.contains($0) != there.contains($0) }
            .map { try Credential.numbered($0).id }
        #expect(found.map(\.credential) == wanted)
        #expect(try store.differences(from: folder.file()) == [])
    }
}
