internal import Authenticator
internal import Bytes

/// An authenticator's state as its rows.
enum StateRow {
    static func state(_ row: Row) throws(StoreError) -> AuthenticatorState {
        var state = AuthenticatorState()
        if let hash = try row.optionalBlob(0) {
            state.pin = AuthenticatorState.PINRecord(
                hash: Secret(hash), codePoints: try row.integer(1, in: 0...Int.max),
                remembered: Secret(try row.blob(2)))
        }
        state.pinRetries = try row.integer(3, in: 0...AuthenticatorState.maximumPINRetries)
        state.uvRetries = try row.integer(4, in: 0...AuthenticatorState.maximumUVRetries)
        if let key = try row.optionalBlob(5) {
            state.attestation = AuthenticatorState.AttestationIdentity(
                key: Secret(key), certificate: try row.blob(6), rootKey: Secret(try row.blob(7)),
                root: try row.blob(8))
        }
        return state
    }

    /// The values of the state's own row, in the order of the statement.
    static func values(_ state: AuthenticatorState, authenticator: Int64) -> [SQLValue] {
        [
            .integer(authenticator), .optional(state.pin?.hash.exposedBytes),
            state.pin.map { .integer(Int64($0.codePoints)) } ?? .null,
            .optional(state.pin?.remembered.exposedBytes),
            .integer(Int64(state.pinRetries)), .integer(Int64(state.uvRetries)),
        ]
    }

    /// The values of the attestation identity's row, in the order of the statement.
    static func values(
        _ identity: AuthenticatorState.AttestationIdentity, authenticator: Int64
    ) -> [SQLValue] {
        [
            .integer(authenticator), .blob(identity.key.exposedBytes), .blob(identity.certificate),
            .blob(identity.rootKey.exposedBytes), .blob(identity.root),
        ]
    }
}
