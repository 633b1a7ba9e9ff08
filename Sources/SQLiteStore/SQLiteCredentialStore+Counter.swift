internal import Authenticator
internal import Synchronization
internal import WebAuthnModel

extension SQLiteCredentialStore {
    func next(
        _ counter: SignatureCounter, step: UInt32, floor: UInt32
    ) throws(StoreError) -> UInt32 {
        let key = CounterKey(authenticator: authenticator, counter: counter)
        let step = max(1, step)
        guard let owner = store.owner else { return try committedSignCount(key, step, floor) }
        let committed = try store.read { (database) throws(StoreError) in
            try key.present(in: &database)
        }
        if let taken = owner.leases.withLock({
            $0.take(key, step: step, floor: floor, committed: committed)
        }) {
            if taken.isRunningOut { renew(key, owner) }
            return taken.value
        }
        return try store.withWriter { (database) throws(StoreError) in
            // Between the extension and the taking, others may take all of it; then once more.
            while true {
                let ceiling = try Self.extend(key, by: step, to: floor, owner, in: &database)
                if let taken = owner.leases.withLock({
                    $0.take(key, step: step, floor: floor, committed: ceiling)
                }) {
                    return taken.value
                }
                guard ceiling < .max else { throw .counterExhausted }
            }
        }
    }

    func deviceSignCount() throws(StoreError) -> UInt32 {
        let key = CounterKey(authenticator: authenticator, counter: .device)
        return try store.read { (database) throws(StoreError) in try key.present(in: &database) }
    }

    /// Commits the one value.
    private func committedSignCount(
        _ key: CounterKey, _ step: UInt32, _ floor: UInt32
    ) throws(StoreError) -> UInt32 {
        try store.write { (database) throws(StoreError) in
            let (sum, overflow) = try key.present(in: &database).addingReportingOverflow(step)
            guard !overflow else { throw .counterExhausted }
            let next = max(sum, floor)
            try key.commit(next, in: &database)
            return next
        }
    }

    /// Sees to it that the lease has room for that many values and for `floor`, and returns the ceiling that is on the
    /// disk.
    @discardableResult
    private static func extend(
        _ key: CounterKey, by room: UInt32, to floor: UInt32, _ owner: Owner, in database: inout Database
    ) throws(StoreError) -> UInt32 {
        do {
            let ceiling = try database.transaction(.write) { (database) throws(StoreError) in
                let committed = try key.present(in: &database)
                let next = owner.leases.withLock {
                    $0.announce(key, room: room, floor: floor, committed: committed)
                }
                guard let next else { return committed }
                try key.commit(next, in: &database)
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
                _ = try Self.extend(
                    key, by: owner.leases.withLock { $0.length }, to: 0, owner, in: &database)
            }
        }
    }
}
