import Authenticator
import Foundation
import SQLiteStore
import Testing

@Suite struct FileTests {
    @Test(arguments: [StoreOwnership.shared, .owner])
    func onlyTheUserCanReadIt(_ ownership: StoreOwnership) throws {
        let folder = try TemporaryFolder()
        do {
            let store = try SQLiteStore(path: folder.file(), ownership: ownership)
            try store.main().save(Credential.numbered(1), signCount: 1)
            for name in try folder.contents().keys { #expect(try folder.mode(name) == 0o600, "\(name)") }
            #expect(try folder.contents().keys.contains("credentials.sqlite-wal"))
        }
        // At rest it is one file.
        #expect(try folder.contents().keys.sorted() == ["credentials.sqlite"])
        #expect(try folder.mode("credentials.sqlite") == 0o600)
    }

    @Test func anEmptyFileIsAStoreThatIsYetToBeWritten() throws {
        let folder = try TemporaryFolder()
        #expect(FileManager.default.createFile(atPath: folder.file(), contents: nil))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file())
        try SQLiteStore(path: folder.file()).main().save(Credential.numbered(1), signCount: 1)
        #expect(try folder.mode("credentials.sqlite") == 0o600)
        #expect(try SQLiteStore(path: folder.file()).main().discoverableCount() == 1)
    }

    @Test func lookingChangesNothing() throws {
        let folder = try TemporaryFolder()
        try SQLiteStore(path: folder.file()).main().save(Credential.numbered(1), signCount: 1)
        let before = try folder.contents()
        for ownership in [StoreOwnership.shared, .owner] {
            let store = try SQLiteStore(path: folder.file(), ownership: ownership)
            let credentials = try store.main()
            #expect(try credentials.summaries(after: nil, limit: 10).count == 1)
            #expect(try credentials.discoverableCredentials(rpID: "example.org").count == 1)
            _ = try credentials.state()
            #expect(try store.check().problems == [])
        }
        #expect(try folder.contents() == before)
    }

    @Test func foldersAreMadeOnlyWhenAsked() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a/b/c.sqlite")
        for creation in [StoreCreation.never, .file] {
            #expect { try SQLiteStore(path: path, creation: creation) } throws: { $0.isUnavailable }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        _ = try SQLiteStore(path: path, creation: .fileAndFolders)
        #expect(try folder.mode("a") == 0o700)
        #expect(try folder.mode("a/b") == 0o700)
        #expect(try folder.mode("a/b/c.sqlite") == 0o600)
    }

    @Test func nothingIsMadeWhereNothingShouldBe() throws {
        let folder = try TemporaryFolder()
        #expect { try SQLiteStore(path: folder.file(), creation: .never) } throws: { $0.isUnavailable }
        for path in ["", "a\0b", folder.file("no folder/x"), "/dev/null/x"] {
            #expect { try SQLiteStore(path: path) } throws: { $0.isUnavailable }
        }
        #expect { try SQLiteStore(path: folder.path) } throws: { $0.isDamaged }
        #expect { try SQLiteStore(path: "/dev/null") } throws: { $0.isDamaged }
        #expect(try folder.contents() == [:])
    }

    @Test func linksLeadToStoresButMakeNone() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("real.sqlite"))
        #expect { try SQLiteStore(path: folder.file("link")) } throws: { $0.isUnavailable }
        #expect(!FileManager.default.fileExists(atPath: folder.file("real.sqlite")))
        try SQLiteStore(path: folder.file("real.sqlite")).main().save(Credential.numbered(1), signCount: 1)
        let linked = try SQLiteStore(path: folder.file("link"), ownership: .owner)
        #expect(linked.path.hasSuffix("/real.sqlite"))
        #expect(try linked.main().discoverableCount() == 1)
        // By whichever name: there is one owner.
        #expect { try SQLiteStore(path: folder.file("real.sqlite"), ownership: .owner) } throws: { $0.isBusy }
    }

    @Test func aFileThatCannotBeReadIsUnavailable() throws {
        let folder = try TemporaryFolder()
        try SQLiteStore(path: folder.file()).main().save(Credential.numbered(1), signCount: 1)
        for mode in [0o000, 0o400] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file())
            // The superuser may read and write everything.
            guard geteuid() != 0 else { continue }
            #expect { try SQLiteStore(path: folder.file()) } throws: { $0.isUnavailable }
        }
    }

    @Test func aStrangePathIsTakenAsItIs() throws {
        let folder = try TemporaryFolder()
        for name in ["file:x.sqlite?mode=ro", "a b%20c#d.sqlite", "ü\u{1F511}.sqlite", ":memory:x"] {
            try SQLiteStore(path: folder.file(name)).main().save(Credential.numbered(1), signCount: 1)
            #expect(try folder.mode(name) == 0o600)
        }
        #expect(try folder.contents().count == 4)
    }
}

extension Error {
    var isUnavailable: Bool { if case .unavailable = self as? StoreError { true } else { false } }
    var isDamaged: Bool { if case .damaged = self as? StoreError { true } else { false } }
    var isBusy: Bool { if case .busy = self as? StoreError { true } else { false } }
}
