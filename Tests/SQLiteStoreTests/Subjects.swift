import Authenticator
import Bytes
import COSE
import CTAP
import Cryptography
import Foundation
import SQLiteStore
import TestSupport
import WebAuthnModel

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
    let path: String

    /// In memory where there is such a place, for a sync costs nothing there.
    init(onDisk: Bool = false) throws {
        let memory = "/dev/shm/"
        let isThere = !onDisk && FileManager.default.isWritableFile(atPath: memory)
        path = (isThere ? memory : NSTemporaryDirectory()) + "store-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path in the folder.
    func file(_ name: String = "credentials.sqlite") -> String { path + "/" + name }

    /// The names and contents of all files.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            contents[name] = try Data(contentsOf: URL(fileURLWithPath: file(name)))
        }
        return contents
    }

    /// The last nine bits of a file's mode.
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
    }
}

/// The kinds of store that must behave alike.
enum Kind: CaseIterable, Sendable {
    case memory, shared, unleased, briefLeases, leased

    /// A directory; opened again it must have kept what it had.
    func open(_ path: String) throws(StoreError) -> any AuthenticatorDirectory {
        switch self {
        case .memory: MemoryDirectory()
        case .shared: try SQLiteStore(path: path)
        case .unleased: try SQLiteStore(path: path, ownership: .owner(lease: 1))
        case .briefLeases: try SQLiteStore(path: path, ownership: .owner(lease: 3))
        case .leased: try SQLiteStore(path: path, ownership: .owner)
        }
    }
}

extension KeptProfile {
    static let key = KeptProfile(
        name: "security-key", document: #"{"name": "security-key"}"#, isBuiltIn: true)
    static let platform = KeptProfile(name: "platform", document: #"{"name": "platform"}"#, isBuiltIn: true)
}

extension AuthenticatorDirectory {
    /// The credentials of the authenticator `default`.
    func main() throws(StoreError) -> any CredentialStore {
        try authenticator(named: "default", profile: .key).credentials
    }
}

/// Keys that were drawn once, for drawing them is not what is tested.
enum Keys {
    static let all: [(key: PrivateKey, algorithm: COSEAlgorithm)] = {
        let random = SeededRandom(seed: [7], context: [])
        let p256 = (0..<4).compactMap { _ in try? ECPrivateKey.generate(.p256, random: random) }
        let p521 = (0..<1).compactMap { _ in try? ECPrivateKey.generate(.p521, random: random) }
        let edwards = (0..<2).compactMap { _ in
            try? EdwardsPrivateKey.generate(.ed25519, random: random)
        }
        return p256.map { (.ec($0), .es256) } + p521.map { (.ec($0), .es512) }
            + edwards.map { (.edwards($0), .edDSA) }
    }()
}

extension Credential {
    private static func extensions(_ number: Int) -> CredentialExtensions {
        var extensions = CredentialExtensions()
        if number % 2 == 0 {
            extensions.randoms = CredentialExtensions.Randoms(
                withUV: Secret([UInt8](repeating: UInt8(number % 200), count: 32)),
                withoutUV: Secret([UInt8](repeating: 255, count: 32)))
        }
        if number % 3 == 0 { extensions.protection = .userVerificationRequired }
        if number % 5 == 0 { extensions.blob = [UInt8](repeating: 1, count: number % 10) }
        if number % 7 == 0 { extensions.largeBlobKey = Secret([UInt8](repeating: 3, count: 32)) }
        return extensions
    }

    /// A credential whose parts follow from a number.
    static func numbered(
        _ number: Int, rpID: String = "example.org", user: [UInt8]? = nil, isDiscoverable: Bool = true,
        createdAt: Int64 = 1_700_000_000_000, isSeeded: Bool = false
    ) throws -> Credential {
        var id = Array("credential ".utf8)
        for shift in [24, 16, 8, 0] { id.append(UInt8(truncatingIfNeeded: number >> shift)) }
        guard let credentialID = CredentialID(id) else { throw CocoaError(.coderInvalidValue) }
        let kind = Keys.all[number % Keys.all.count]
        return Credential(
            id: credentialID, rpID: rpID,
            user: UserEntity(id: user ?? id, name: "user \(number)", displayName: number % 2 == 0 ? "" : nil),
            key: kind.key, algorithm: kind.algorithm, isDiscoverable: isDiscoverable,
            backup: [.notEligible, .eligible(backedUp: false), .eligible(backedUp: true)][number % 3],
            createdAt: createdAt, isSeeded: isSeeded, extensions: extensions(number))
    }
}

/// A stored credential as a value that can be compared.
struct Snapshot: Equatable {
    let summary: CredentialSummary
    let key: [UInt8]
    let extensions: CredentialExtensions

    init(_ stored: StoredCredential) {
        summary = CredentialSummary(stored)
        key = stored.credential.key.storedForm
        extensions = stored.credential.extensions
    }
}
