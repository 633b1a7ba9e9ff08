internal import Authenticator

extension SQLiteCredentialStore {
    func state() throws(StoreError) -> AuthenticatorState {
        try store.read { (database) throws(StoreError) in try readState(in: &database) }
    }

    func updateState<Result>(
        _ change: (inout AuthenticatorState) -> Result
    ) throws(StoreError) -> Result {
        var outcome: Result?
        try store.write { (database) throws(StoreError) in
            let before = try readState(in: &database)
            var after = before
            outcome = change(&after)
            try write(after, over: before, in: &database)
        }
        guard let outcome else { throw .unavailable("the state was not changed") }
        return outcome
    }

    func largeBlobs() throws(StoreError) -> [UInt8]? {
        try store.read { (database) throws(StoreError) in
            try database.first(.readLargeBlobs, [.integer(authenticator)]) { (row) throws(StoreError) in
                try row.blob(0)
            }
        }
    }

    func setLargeBlobs(_ array: [UInt8]) throws(StoreError) {
        try store.write { (database) throws(StoreError) in
            try database.run(.writeLargeBlobs, [.integer(authenticator), .blob(array)])
        }
    }

    func nextOperation() throws(StoreError) -> UInt64 {
        let number = try store.write { (database) throws(StoreError) in
            try database.first(.nextOperation, [.integer(authenticator)]) { (row) throws(StoreError) in
                try row.integer(0, in: 1...UInt64.max)
            }
        }
        guard let number else { throw gone }
        return number
    }

    private func readState(in database: inout Database) throws(StoreError) -> AuthenticatorState {
        let state = try database.first(.readState, [.integer(authenticator)]) { (row) throws(StoreError) in
            try StateRow.state(row)
        }
        guard let state else { throw gone }
        return state
    }

    /// Writes what changed; a state that stays as it was costs no sync.
    private func write(
        _ after: AuthenticatorState, over before: AuthenticatorState, in database: inout Database
    ) throws(StoreError) {
        if (after.pin, after.pinRetries, after.uvRetries)
            != (before.pin, before.pinRetries, before.uvRetries)
        {
            try database.run(.writeState, StateRow.values(after, authenticator: authenticator))
        }
        guard after.attestation != before.attestation else { return }
        if let identity = after.attestation {
            try database.run(.writeAttestation, StateRow.values(identity, authenticator: authenticator))
        } else {
            try database.run(.deleteAttestation, [.integer(authenticator)])
        }
    }
}
