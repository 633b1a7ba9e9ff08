import Authenticator
import Bytes
import CTAP
import Foundation
import TestSupport
import Testing
import WebAuthnModel

/// What a store should hold, in the plainest words.
private struct Model {
    var credentials: [[UInt8]: StoredCredential] = [:]
    /// IDs in the order in which they were saved.
    var order: [[UInt8]] = []
    var state = AuthenticatorState()
    var largeBlobs: [UInt8]?
    var operation: UInt64 = 0
    var deviceSignCount: UInt32 = 0
    var isSeeded = false

    mutating func remove(_ id: [UInt8]) -> Bool {
        order.removeAll { $0 == id }
        return credentials.removeValue(forKey: id) != nil
    }

    mutating func save(_ stored: StoredCredential) {
        let new = stored.credential
        _ = remove(new.id.bytes)
        if new.isDiscoverable {
            let sameAccount = credentials.values.map(\.credential).filter {
                $0.isDiscoverable && $0.rpID == new.rpID && $0.user.id == new.user.id
            }
            for old in sameAccount { _ = remove(old.id.bytes) }
        }
        credentials[new.id.bytes] = stored
        order.append(new.id.bytes)
        if new.isSeeded { isSeeded = true }
    }

    func discoverable(_ rpID: String?) -> [StoredCredential] {
        let found = order.reversed().compactMap { credentials[$0] }
            .filter { $0.credential.isDiscoverable && (rpID == nil || $0.credential.rpID == rpID) }
        // A stable sort by hand: the later one first, and of the same time the later saved one.
        return found.enumerated()
            .sorted {
                ($0.element.credential.createdAt, -$0.offset) > ($1.element.credential.createdAt, -$1.offset)
            }
            .map(\.element)
    }

    var byID: [StoredCredential] {
        credentials.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }
}

@Suite struct ModelTests {
    private static let parties = ["example.org", "login.example.org", "elsewhere.example"]

    @Test(arguments: Kind.allCases, [1, 2, 3, 4] as [UInt64])
    func storesDoWhatTheModelDoes(_ kind: Kind, seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: seed)
        var directory = try kind.open(folder.file())
        let names = ["first", "second"]
        var models = [Model(), Model()]
        var stores = try names.map { try directory.authenticator(named: $0, profile: .key).credentials }
        for step in 0..<300 {
            let which = Int.random(in: 0...1, using: &random)
            try Self.act(on: stores[which], &models[which], &random, "seed \(seed), step \(step)")
            if kind != .memory, Int.random(in: 0..<40, using: &random) == 0 {
                // Gone and back, nothing may be different.
                stores = []
                directory = MemoryDirectory()
                directory = try kind.open(folder.file())
                stores = try names.map { try directory.authenticator(named: $0, profile: .key).credentials }
            }
        }
        for (index, record) in try directory.authenticators().enumerated() {
            #expect(record.name == names[index])
            #expect(record.credentialCount == models[index].credentials.count)
            #expect(record.discoverableCount == models[index].discoverable(nil).count)
            #expect(record.isSeeded == models[index].isSeeded)
            try Self.compareAll(stores[index], models[index], "seed \(seed), end")
        }
        #expect(try directory.check().problems == [])
    }

    private static func act(
        on store: any CredentialStore, _ model: inout Model, _ random: inout SeededGenerator,
        _ place: String
    ) throws {
        let any = try Credential.numbered(Int.random(in: 0..<24, using: &random))
        let rpID = parties[Int.random(in: 0..<3, using: &random)]
        switch Int.random(in: 0..<13, using: &random) {
        case 0...2:
            let batch = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
                StoredCredential(
                    credential: try Credential.numbered(
                        Int.random(in: 0..<24, using: &random), rpID: rpID,
                        user: [UInt8.random(in: 1...6, using: &random)],
                        isDiscoverable: Bool.random(using: &random),
                        createdAt: Int64.random(in: 5...8, using: &random),
                        isSeeded: Int.random(in: 0..<50, using: &random) == 0),
                    signCount: UInt32.random(in: 0...3, using: &random))
            }
            try store.save(batch)
            for stored in batch { model.save(stored) }
        case 3...6:
            let step = UInt32.random(in: 0...5, using: &random)
            let before = model.credentials[any.id.bytes]?.signCount
            if let before {
                let next = before + max(1, step)
                #expect(try store.nextSignCount(of: any.id, step: step) == next, "\(place)")
                model.credentials[any.id.bytes]?.signCount = next
            } else {
                #expect(throws: StoreError.noSuchCredential, "\(place)") {
                    try store.nextSignCount(of: any.id, step: step)
                }
            }
        case 7 where Bool.random(using: &random):
            let floor = UInt32.random(in: 0...40, using: &random)
            model.deviceSignCount = max(model.deviceSignCount + 1, floor)
            #expect(try store.next(.device, step: 1, floor: floor) == model.deviceSignCount, "\(place)")
            // A store that commits ahead tells what may have been handed out.
            #expect(try store.deviceSignCount() >= model.deviceSignCount, "\(place)")
        case 7:
            #expect(try store.delete(any.id) == model.remove(any.id.bytes), "\(place)")
        case 8:
            model.operation += 1
            model.isSeeded = true
            #expect(try store.nextOperation() == model.operation, "\(place)")
        case 9:
            let next = Self.state(&random)
            let before = try store.updateState { state in
                defer { state = next }
                return state
            }
            #expect(before == model.state, "\(place)")
            model.state = next
        case 10 where Int.random(in: 0..<8, using: &random) == 0:
            try store.reset()
            model.credentials = [:]
            model.order = []
            model.largeBlobs = nil
            let attestation = model.state.attestation
            model.state = AuthenticatorState()
            model.state.attestation = attestation
        case 11:
            #expect(try store.largeBlobs() == model.largeBlobs, "\(place)")
            let next = random.bytes(Int.random(in: 0...40, using: &random))
            try store.setLargeBlobs(next)
            model.largeBlobs = next
        default:
            let found = try store.credential(id: any.id.bytes, rpID: rpID)
            let expected = model.credentials[any.id.bytes].flatMap { $0.credential.rpID == rpID ? $0 : nil }
            #expect(found.map(Snapshot.init) == expected.map(Snapshot.init), "\(place)")
            #expect(
                try store.discoverableCredentials(rpID: rpID).map(Snapshot.init)
                    == model.discoverable(rpID).map(Snapshot.init), "\(place)")
            #expect(
                try store.summary(of: any.id) == model.credentials[any.id.bytes].map(CredentialSummary.init),
                "\(place)")
            #expect(try store.discoverableCount() == model.discoverable(nil).count, "\(place)")
            #expect(try store.state() == model.state, "\(place)")
        }
    }

    private static func state(_ random: inout SeededGenerator) -> AuthenticatorState {
        var state = AuthenticatorState()
        state.pinRetries = Int.random(in: 0...8, using: &random)
        state.uvRetries = Int.random(in: 0...5, using: &random)
        if Bool.random(using: &random) {
            state.pin = AuthenticatorState.PINRecord(
                hash: Secret(random.bytes(16)), codePoints: 5, remembered: Secret(Array("pâté5".utf8)))
        }
        return state
    }

    private static func compareAll(
        _ store: any CredentialStore, _ model: Model, _ place: String
    ) throws {
        let expected = model.byID.map { CredentialSummary($0) }
        var listed: [CredentialSummary] = []
        while true {
            let page = try store.summaries(after: listed.last?.id, limit: 3)
            listed += page
            if page.count < 3 { break }
        }
        #expect(listed == expected, "\(place)")
        #expect(try store.summaries(after: nil, limit: 0) == [])
        #expect(try store.summaries(after: nil, limit: -1) == [])
    }
}
