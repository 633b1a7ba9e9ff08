internal import Authenticator
internal import Synchronization
internal import WebAuthnModel

extension SQLiteCredentialStore {
    func nextSignCount(of id: CredentialID, step: UInt32) throws(StoreError) -> UInt32 {
        let key = CounterKey(authenticator: authenticator, id: id.bytes)
        let step = max(1, step)
        guard let owner = store.owner else { return try committedSignCount(key, step) }
        let committed = try store.read { (database) throws(StoreError) in
            try Self.committed(key, in: &database)
        }
        if let taken = owner.leases.withLock({ $0.take(key, step: step, committed: committed) }) {
            if taken.isRunningOut { renew(key, owner) }
            return taken.value
        }
        return try store.withWriter { (database) throws(StoreError) in
            // Between the extension and the taking, others may take all of it; then once more.
            while true {
                let ceiling = try Self.extend(key, by: step, owner, in: &database)
                if let taken = owner.leases.withLock({ $0.take(key, step: step, committed: ceiling) }) {
                    return taken.value
                }
                guard ceiling < .max else { throw .counterExhausted }
            }
        }
    }

    /// Commits the one value.
    private func committedSignCount(_ key: CounterKey, _ step: UInt32) throws(StoreError) -> UInt32 {
        try store.write { (database) throws(StoreError) in
            let (next, overflow) = try Self.committed(key, in: &database).addingReportingOverflow(step)
            guard !overflow else { throw .counterExhausted }
            try Self.commit(next, key, in: &database)
            return next
        }
    }

    /// Sees to it that the lease has room for that many values, and returns the ceiling that is on the disk.
    @discardableResult
    private static func extend(
        _ key: CounterKey, by room: UInt32, _ owner: Owner, in database: inout Database
    ) throws(StoreError) -> UInt32 {
        do {
            let ceiling = try database.transaction(.write) { (database) throws(StoreError) in
                let committed = try Self.committed(key, in: &database)
                let next = owner.leases.withLock { $0.announce(key, room: room, committed: committed) }
                guard let next else { return committed }
                try commit(next, key, in: &database)
                return next
            }
            owner.leases.withLock { $0.confirm(key) }
            return ceiling
        } catch {
            owner.leases.withLock { $0.withdraw(key) }
            throw error
        }
    }

    /// Extends a lease off the path that answers; when that fails, the one who runs out of values hears why.
    private func renew(_ key: CounterKey, _ owner: Owner) {
        Task.detached(priority: .utility) { [store] in
            try? store.withWriter { (database) throws(StoreError) in
                _ = try Self.extend(key, by: owner.leases.withLock { $0.length }, owner, in: &database)
            }
        }
    }

    private static func committed(
        _ key: CounterKey, in database: inout Database
    ) throws(StoreError) -> UInt32 {
        let found = try database.first(
            .readSignCount, [.integer(key.authenticator), .blob(key.id)]
        ) { (row) throws(StoreError) in try row.integer(0, in: 0...UInt32.max) }
        guard let found else { throw .noSuchCredential }
        return found
    }

    private static func commit(
        _ value: UInt32, _ key: CounterKey, in database: inout Database
    ) throws(StoreError) {
        try database.run(
            .writeSignCount, [.integer(key.authenticator), .blob(key.id), .integer(Int64(value))])
    }
}
