import Authenticator
import Foundation
import SQLiteStore
import TestSupport
import Testing
import WebAuthnModel

@Suite struct OwnerTests {
    private static func open(
        _ path: String, _ ownership: StoreOwnership, patience: Int32 = 5000
    ) throws -> SQLiteStore {
        try SQLiteStore(
            path: path, ownership: ownership, creation: .file, schema: .current, patience: patience)
    }

    @Test func thereIsOneOwner() throws {
        let folder = try TemporaryFolder()
        do {
            let owner = try SQLiteStore(path: folder.file(), ownership: .owner)
            #expect {
                try Self.open(folder.file(), .owner, patience: 20)
            } throws: { error in
                error.isBusy && "\(error)".contains("another part of this program")
            }
            let pid = try #require(try folder.contents()["credentials.sqlite-owner"])
            #expect(String(decoding: pid, as: UTF8.self) == "\(getpid())\n")
            #expect(try folder.mode("credentials.sqlite-owner") == 0o600)
            // Others may come and go.
            try SQLiteStore(path: folder.file()).main().save(Credential.numbered(1), signCount: 1)
            #expect(try owner.main().discoverableCount() == 1)
        }
        #expect(try folder.contents().keys.sorted() == ["credentials.sqlite"])
        // What a killed owner leaves is no obstacle.
        try Data("4194304\n".utf8).write(to: URL(fileURLWithPath: folder.file("credentials.sqlite-owner")))
        _ = try SQLiteStore(path: folder.file(), ownership: .owner)
    }

    @Test func aWriterWhoDoesNotEndIsNamed() throws {
        let folder = try TemporaryFolder()
        let first = try SQLiteStore(path: folder.file()).main()
        let second = try Self.open(folder.file(), .shared, patience: 30)
        let credential = try Credential.numbered(1)
        try first.save(credential, signCount: 1)
        let main = try second.main()
        try first.updateState { _ in
            #expect { try main.nextSignCount(of: credential.id, step: 1) } throws: { error in
                error.isBusy && "\(error)".contains("being written by another part of this program")
            }
            // Whoever only looks does not wait.
            #expect((try? main.credential(id: credential.id.bytes, rpID: credential.rpID)) != nil)
        }
        #expect(try main.nextSignCount(of: credential.id, step: 1) == 2)
    }

    /// A crash is a copy of the files as they are on the disk.
    private static func crash(_ folder: TemporaryFolder) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for (name, contents) in try folder.contents() where !name.hasSuffix("-shm") {
            try contents.write(to: URL(fileURLWithPath: copy.file(name)))
        }
        return copy
    }

    @Test(arguments: [1, 2, 3, 8, 256] as [UInt32])
    func afterACrashACounterJumpsForward(lease: UInt32) throws {
        var random = SeededGenerator(seed: UInt64(lease))
        var folder = try TemporaryFolder()
        let credential = try Credential.numbered(1)
        try SQLiteStore(path: folder.file()).main().save(credential, signCount: 1)
        var last: UInt32 = 1
        for round in 0..<40 {
            let ownership: StoreOwnership = Bool.random(using: &random) ? .shared : .owner(lease: lease)
            let store = try SQLiteStore(path: folder.file(), ownership: ownership)
            let credentials = try store.main()
            let first = try credentials.nextSignCount(of: credential.id, step: 1)
            // No further than what was leased, and what a renewal on its way may have added.
            #expect(first > last && first - last <= 2 * lease + 1, "round \(round): \(first) after \(last)")
            last = first
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                let next = try credentials.nextSignCount(of: credential.id, step: 1)
                #expect(next == last + 1, "round \(round)")
                last = next
            }
            folder = try Self.crash(folder)
        }
    }

    @Test func anOwnerWhoGoesGivesBackTheRest() throws {
        let folder = try TemporaryFolder()
        let credential = try Credential.numbered(1)
        do {
            let store = try SQLiteStore(path: folder.file(), ownership: .owner)
            let credentials = try store.main()
            try credentials.save(credential, signCount: 1)
            #expect(try credentials.nextSignCount(of: credential.id, step: 1) == 2)
            #expect(try credentials.summary(of: credential.id)?.signCount == 2)
            try store.settle()
            #expect(try credentials.nextSignCount(of: credential.id, step: 1) == 3)
        }
        #expect(try SQLiteStore(path: folder.file()).main().summary(of: credential.id)?.signCount == 3)
    }

    @Test(arguments: [1, 3, 256] as [UInt32])
    func sharedProcessesBesideAnOwnerNeverFallOrRepeat(lease: UInt32) throws {
        let folder = try TemporaryFolder()
        let owner = try SQLiteStore(path: folder.file(), ownership: .owner(lease: lease)).main()
        let shared = try SQLiteStore(path: folder.file()).main()
        let credential = try Credential.numbered(1)
        try owner.save(credential, signCount: 0)
        var random = SeededGenerator(seed: 5)
        var last: UInt32 = 0
        for _ in 0..<300 {
            let store = Int.random(in: 0..<8, using: &random) == 0 ? shared : owner
            let floor = last + UInt32.random(in: 0...5, using: &random)
            let next = try store.next(
                .credential(credential.id), step: UInt32.random(in: 1...3, using: &random), floor: floor)
            #expect(next > last && next >= floor)
            last = next
        }
        // Somebody else takes the credential away, and puts another in its place.
        #expect(try shared.delete(credential.id))
        #expect(throws: StoreError.noSuchCredential) { try owner.nextSignCount(of: credential.id, step: 1) }
        try shared.save(credential, signCount: 40)
        #expect(try owner.nextSignCount(of: credential.id, step: 1) == 41)
        try owner.save(credential, signCount: 5)
        #expect(try owner.nextSignCount(of: credential.id, step: 1) == 6)
        try owner.reset()
        #expect(throws: StoreError.noSuchCredential) { try owner.nextSignCount(of: credential.id, step: 1) }
    }

    @Test(arguments: Kind.allCases)
    func theDeviceHasACounterThatOutlivesCredentials(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        do {
            let store = try kind.open(folder.file())
            let device = try store.main()
            #expect(try device.next(.device, step: 3, floor: 0) == 3)
            #expect(try device.next(.device, step: 1, floor: 1000) == 1000)
            try device.reset()
            #expect(try device.next(.device, step: 0, floor: 2) == 1001)
        }
        guard kind != .memory else { return }
        #expect(try SQLiteStore(path: folder.file()).main().next(.device, step: 1, floor: 0) == 1002)
    }

    @Test(arguments: Kind.allCases)
    func aCounterEnds(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let credentials = try kind.open(folder.file()).main()
        let credential = try Credential.numbered(1)
        try credentials.save(credential, signCount: .max - 5)
        for step in 1...5 {
            #expect(try credentials.nextSignCount(of: credential.id, step: 1) == .max - 5 + UInt32(step))
        }
        for _ in 0..<2 {
            #expect(throws: StoreError.counterExhausted) {
                try credentials.nextSignCount(of: credential.id, step: 1)
            }
        }
        try credentials.save(credential, signCount: .max - 5)
        #expect(throws: StoreError.counterExhausted) {
            try credentials.nextSignCount(of: credential.id, step: 6)
        }
        #expect(try credentials.nextSignCount(of: credential.id, step: 5) == .max)
    }
}
