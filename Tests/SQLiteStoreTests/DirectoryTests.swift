import Authenticator
import Bytes
import SQLiteStore
import Testing

@Suite struct DirectoryTests {
    @Test(arguments: Kind.allCases)
    func authenticatorsAreKeptByName(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let directory = try kind.open(folder.file())
        #expect(try directory.authenticators() == [])
        #expect(try directory.authenticator(named: "default")?.record == nil)
        let made = try directory.authenticator(named: "default", profile: .key)
        #expect(made.isNew)
        #expect(made.record.profile == .key)
        #expect(try directory.authenticator(named: "default", profile: .key).isNew == false)
        #expect(try directory.authenticator(named: "default")?.record == made.record)
        for name in ["Zoe's phone", "a", "Ünder – \u{1F511}", String(repeating: "n", count: 128)] {
            _ = try directory.authenticator(named: name, profile: .platform)
        }
        let names = try directory.authenticators().map(\.name)
        #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(names.count == 5)
        // They do not see each other's credentials.
        try made.credentials.save(Credential.numbered(1, isSeeded: true), signCount: 1)
        #expect(try directory.authenticator(named: "a")?.credentials.discoverableCount() == 0)
        let record = try #require(try directory.authenticator(named: "default")).record
        #expect(record.credentialCount == 1)
        #expect(record.isSeeded)
    }

    private struct Row {
        let kept: KeptProfile
        let asked: KeptProfile
        let isSame: Bool
    }

    @Test(arguments: Kind.allCases)
    func aModelStaysWhatItIs(_ kind: Kind) throws {
        let own = KeptProfile(name: "own", document: "{1}", isBuiltIn: false)
        let rows = [
            Row(kept: .key, asked: .key, isSame: true),
            Row(kept: .key, asked: .platform, isSame: false),
            // A later version of ours has another document for the same model.
            Row(
                kept: .key, asked: KeptProfile(name: "security-key", document: "{}", isBuiltIn: true),
                isSame: true),
            Row(
                kept: .key, asked: KeptProfile(name: "security-key", document: "{}", isBuiltIn: false),
                isSame: false),
            Row(kept: own, asked: own, isSame: true),
            Row(kept: own, asked: KeptProfile(name: "own", document: "{2}", isBuiltIn: false), isSame: false),
            Row(
                kept: own, asked: KeptProfile(name: "other", document: "{1}", isBuiltIn: false), isSame: false
            ),
        ]
        let folder = try TemporaryFolder()
        let directory = try kind.open(folder.file())
        for (index, row) in rows.enumerated() {
            let name = "authenticator \(index)"
            _ = try directory.authenticator(named: name, profile: row.kept)
            if row.isSame {
                let again = try directory.authenticator(named: name, profile: row.asked)
                #expect(again.record.profile == row.kept, "row \(index)")
            } else {
                #expect(
                    throws: StoreError.otherProfile(
                        authenticator: name, kept: row.kept.name, asked: row.asked.name), "row \(index)"
                ) { try directory.authenticator(named: name, profile: row.asked) }
            }
            #expect(try directory.authenticator(named: name)?.record.profile == row.kept)
        }
    }

    @Test(arguments: Kind.allCases)
    func badNamesAreRefused(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let directory = try kind.open(folder.file())
        for name in ["", "a\nb", "\u{0}", "\u{1B}[31m", String(repeating: "é", count: 65)] {
            #expect { try directory.authenticator(named: name, profile: .key) } throws: { error in
                if case .badName = error as? StoreError { true } else { false }
            }
            #expect(try directory.authenticator(named: name)?.record == nil)
        }
    }

    @Test func aDocumentOfAnySizeSurvives() throws {
        let folder = try TemporaryFolder()
        let document = String(repeating: "{ \u{1F511} }\r\n\u{0}", count: 20_000)
        let profile = KeptProfile(name: "own", document: document, isBuiltIn: false)
        _ = try SQLiteStore(path: folder.file()).authenticator(named: "a", profile: profile)
        let again = try SQLiteStore(path: folder.file()).authenticator(named: "a")
        #expect(again?.record.profile.document.utf8.elementsEqual(document.utf8) == true)
    }

    @Test func theStandardPlaceFollowsTheSpecification() {
        let rows: [([String: String], String?)] = [
            ([:], nil),
            (["HOME": "/home/u"], "/home/u/.local/share/understudy/credentials.sqlite"),
            (["HOME": "/home/u", "XDG_DATA_HOME": "/data"], "/data/understudy/credentials.sqlite"),
            (
                ["HOME": "/home/u", "XDG_DATA_HOME": "relative"],
                "/home/u/.local/share/understudy/credentials.sqlite"
            ),
            (["HOME": "/home/u", "XDG_DATA_HOME": ""], "/home/u/.local/share/understudy/credentials.sqlite"),
        ]
        for (environment, path) in rows {
            #expect(SQLiteStore.standardPath(environment: environment) == path)
        }
    }
}
