internal import Authenticator
internal import CTAP
internal import Synchronization
internal import WebAuthnModel

/// The credentials and the state of one authenticator in a SQLite file.
struct SQLiteCredentialStore: CredentialStore {
    let store: SQLiteStore
    let authenticator: Int64

    func credential(id: [UInt8], rpID: String) throws(StoreError) -> StoredCredential? {
        let found = try store.read { (database) throws(StoreError) in
            try database.first(.findCredential, [.integer(authenticator), .blob(id), .text(rpID)]) {
                (row) throws(StoreError) in try CredentialRow.stored(row)
            }
        }
        return found.map(asHandedOut)
    }

    func discoverableCredentials(rpID: String) throws(StoreError) -> [StoredCredential] {
        let found = try store.read { (database) throws(StoreError) in
            try database.rows(.findDiscoverable, [.integer(authenticator), .text(rpID)]) {
                (row) throws(StoreError) in try CredentialRow.stored(row)
            }
        }
        return found.map(asHandedOut)
    }

    func discoverableCount() throws(StoreError) -> Int {
        let count = try store.read { (database) throws(StoreError) in
            try database.first(.discoverableCount, [.integer(authenticator)]) { (row) throws(StoreError) in
                try row.integer(0, in: 0...Int.max)
            }
        }
        guard let count else { throw gone }
        return count
    }

    func save(_ credentials: [StoredCredential]) throws(StoreError) {
        try store.write { (database) throws(StoreError) in
            var change = Change()
            for stored in credentials { try replace(stored, in: &database, &change) }
            try note(change, in: &database)
        }
    }

    func delete(_ id: CredentialID) throws(StoreError) -> Bool {
        try store.write { (database) throws(StoreError) in
            var change = Change()
            try remove(.deleteCredential, [.integer(authenticator), .blob(id.bytes)], in: &database, &change)
            guard change.credentials != 0 else { return false }
            try note(change, in: &database)
            return true
        }
    }

    func summary(of id: CredentialID) throws(StoreError) -> CredentialSummary? {
        let found = try store.read { (database) throws(StoreError) in
            try database.first(.findSummary, [.integer(authenticator), .blob(id.bytes)]) {
                (row) throws(StoreError) in try CredentialRow.summary(row)
            }
        }
        return found.map(asHandedOut)
    }

    func summaries(after id: CredentialID?, limit: Int) throws(StoreError) -> [CredentialSummary] {
        let found = try store.read { (database) throws(StoreError) in
            // No credential ID is empty, and so all of them come after the empty one.
            try database.rows(
                .listSummaries,
                [.integer(authenticator), .blob(id?.bytes ?? []), .integer(Int64(max(0, limit)))]
            ) { (row) throws(StoreError) in try CredentialRow.summary(row) }
        }
        return found.map(asHandedOut)
    }

    func reset() throws(StoreError) {
        try store.write { (database) throws(StoreError) in
            let key: [SQLValue] = [.integer(authenticator)]
            store.owner?.leases.withLock { $0.forgetAll(of: authenticator) }
            try database.run(.deleteCredentials, key)
            try database.run(.clearCounts, key)
            try database.run(.deleteLargeBlobs, key)
            try database.run(.writeState, StateRow.values(AuthenticatorState(), authenticator: authenticator))
        }
    }

    /// Authenticators are never taken out of a file.
    var gone: StoreError {
        .damaged("\(store.path) is damaged: the state of an authenticator is missing; restore a copy")
    }
}

extension SQLiteCredentialStore {
    /// What a transaction does to the counts of an authenticator.
    private struct Change {
        var credentials: Int64 = 0
        var discoverable: Int64 = 0
        var isSeeded = false
    }

    private func replace(
        _ stored: StoredCredential, in database: inout Database, _ change: inout Change
    ) throws(StoreError) {
        let credential = stored.credential
        try remove(
            .deleteCredential, [.integer(authenticator), .blob(credential.id.bytes)], in: &database, &change)
        if credential.isDiscoverable {
            try remove(
                .deleteAccount,
                [.integer(authenticator), .text(credential.rpID), .blob(credential.user.id)],
                in: &database, &change)
            change.discoverable += 1
        }
        try database.run(
            .insertCredential, CredentialRow.values(stored, authenticator: authenticator))
        change.credentials += 1
        if credential.isSeeded { change.isSeeded = true }
    }

    private func remove(
        _ sql: SQL, _ values: [SQLValue], in database: inout Database, _ change: inout Change
    ) throws(StoreError) {
        let removed = try database.rows(sql, values) { (row) throws(StoreError) in
            (id: try row.blob(0), isDiscoverable: try row.flag(1))
        }
        for (id, isDiscoverable) in removed {
            change.credentials -= 1
            if isDiscoverable { change.discoverable -= 1 }
            // Before the commit: afterwards a value of the old lease could meet the new credential.
            guard let id = CredentialID(id) else { continue }
            store.owner?.leases.withLock {
                $0.forget(CounterKey(authenticator: authenticator, counter: .credential(id)))
            }
        }
    }

    private func note(_ change: Change, in database: inout Database) throws(StoreError) {
        try database.run(
            .addCounts,
            [
                .integer(authenticator), .integer(change.credentials), .integer(change.discoverable),
                .flag(change.isSeeded),
            ])
    }

    private func asHandedOut(_ stored: StoredCredential) -> StoredCredential {
        guard let owner = store.owner else { return stored }
        var stored = stored
        let key = CounterKey(
            authenticator: authenticator, counter: .credential(stored.credential.id))
        stored.signCount = owner.leases.withLock { $0.last(key, committed: stored.signCount) }
        return stored
    }

    private func asHandedOut(_ summary: CredentialSummary) -> CredentialSummary {
        guard let owner = store.owner else { return summary }
        var summary = summary
        let key = CounterKey(authenticator: authenticator, counter: .credential(summary.id))
        summary.signCount = owner.leases.withLock { $0.last(key, committed: summary.signCount) }
        return summary
    }
}
