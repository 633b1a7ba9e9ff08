public import Authenticator
internal import COSE
internal import CTAP
internal import WebAuthnModel

/// Credentials that are to go into a store: checked as a whole, then kept as a whole.
public struct CredentialImport: Sendable {
    /// As the store will keep them.
    public let credentials: [StoredCredential]
    private let paths: [String]
    private let profile: AuthenticatorProfile

    /// Checks them against each other and against the model that they are for.
    ///
    /// - Parameters:
    ///   - profile: says what is not said: whether credentials are backed up.
    ///   - now: milliseconds since 1970.
    public init(
        _ exchanged: [ExchangedCredential], into profile: AuthenticatorProfile, now: Int64
    ) throws(ExchangeError) {
        self.profile = profile
        paths = exchanged.map(\.path)
        var places: [CredentialID: String] = [:]
        var accounts: [Account: String] = [:]
        for credential in exchanged {
            if let first = places.updateValue(credential.path, forKey: credential.id) {
                throw .duplicateID(path: credential.path, first: first)
            }
            if credential.isDiscoverable,
                let first = accounts.updateValue(credential.path, forKey: Account(credential))
            {
                throw .duplicateAccount(path: credential.path, first: first)
            }
            if credential.signCount > 0, profile.counter == .constantZero {
                throw .noCounter(
                    path: credential.path + "/signCount", profile: profile.name,
                    signCount: credential.signCount)
            }
        }
        credentials = exchanged.map { credential in
            StoredCredential(
                credential: Credential(
                    id: credential.id, rpID: credential.rpID,
                    user: UserEntity(
                        id: credential.userHandle, name: credential.name,
                        displayName: credential.displayName),
                    key: credential.key, algorithm: .usual(for: credential.key),
                    isDiscoverable: credential.isDiscoverable, backup: credential.backup ?? profile.backup,
                    createdAt: now, isSeeded: false,
                    extensions: CredentialExtensions(protection: profile.credentialProtection)),
                signCount: credential.signCount)
        }
    }

    private struct Account: Hashable {
        let rpID: String
        let userHandle: [UInt8]

        init(_ credential: ExchangedCredential) {
            rpID = credential.rpID
            userHandle = credential.userHandle
        }
    }

    /// Throws where one of them is in one of these stores already.
    public func check(against stores: [any CredentialStore]) throws(ExchangeError) {
        for store in stores {
            for (path, stored) in zip(paths, credentials) {
                let id = stored.credential.id
                let kept = try Self.storing { () throws(StoreError) in try store.summary(of: id) }
                guard kept == nil else { throw .alreadyKept(path: path, id) }
            }
        }
    }

    /// Throws where a device with this store has no place for them.
    public func checkRoom(in store: (any CredentialStore)?) throws(ExchangeError) {
        let discoverable = zip(paths, credentials).filter { $0.1.credential.isDiscoverable }
        guard !discoverable.isEmpty else { return }
        let count = try Self.storing { () throws(StoreError) in try store?.discoverableCount() ?? 0 }
        if let capacity = profile.discoverable.capacity, capacity - count < discoverable.count {
            throw .noRoom(profile: profile.name, capacity: capacity)
        }
        guard let store else { return }
        for (path, stored) in discoverable {
            let credential = stored.credential
            let kept = try Self.storing { () throws(StoreError) in
                try store.discoverableCredentials(rpID: credential.rpID)
            }
            guard !kept.contains(where: { $0.credential.user.id == credential.user.id }) else {
                throw .accountTaken(path: path)
            }
        }
    }

    /// Keeps them all; a counter that the whole device has goes on above theirs.
    public func save(in store: any CredentialStore) throws(ExchangeError) {
        try Self.storing { () throws(StoreError) in
            let highest = credentials.map(\.signCount).max() ?? 0
            if case .global = profile.counter, try store.deviceSignCount() < highest {
                _ = try store.next(.device, step: 1, floor: highest)
            }
            try store.save(credentials)
        }
    }

    private static func storing<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(ExchangeError) -> Result {
        do { return try body() } catch { throw .store(error) }
    }
}
