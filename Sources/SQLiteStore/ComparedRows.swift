internal import Authenticator
internal import Bytes
internal import COSE
internal import CTAP
internal import WebAuthnModel

/// A credential as far as it is compared: keys as bytes, which are never shown.
struct ComparedCredential {
    private let summary: CredentialSummary
    private let secrets: [[UInt8]?]
    private let protection: Int

    var id: CredentialID { summary.id }

    /// Reads a row of everything.
    init(_ row: Row) throws(StoreError) {
        summary = try CredentialRow.summary(row)
        secrets = [
            try row.blob(11), try row.optionalBlob(13), try row.optionalBlob(14), try row.optionalBlob(15),
        ]
        protection = try row.integer(12, in: 1...3)
    }

    /// What is otherwise there.
    func changes(to there: ComparedCredential) -> [StoreDifference.Change] {
        var changes = Changes()
        let (one, other) = (summary, there.summary)
        changes.compare("rpId", .text(one.rpID), .text(other.rpID))
        changes.compare("user.id", .bytes(one.user.id), .bytes(other.user.id))
        changes.compare("user.name", .optional(one.user.name), .optional(other.user.name))
        changes.compare(
            "user.displayName", .optional(one.user.displayName), .optional(other.user.displayName))
        changes.compare("alg", .number(one.algorithm.rawValue), .number(other.algorithm.rawValue))
        changes.compare("discoverable", .flag(one.isDiscoverable), .flag(other.isDiscoverable))
        for (name, flag) in [
            ("backupEligible", AuthenticatorFlags.backupEligible), ("backupState", .backupState),
        ] {
            changes.compare(
                name, .flag(one.backup.flags.contains(flag)), .flag(other.backup.flags.contains(flag)))
        }
        changes.compare("signCount", .number(Int(one.signCount)), .number(Int(other.signCount)))
        changes.compare("createdAt", .number(Int(one.createdAt)), .number(Int(other.createdAt)))
        changes.compare("seeded", .flag(one.isSeeded), .flag(other.isSeeded))
        changes.compare("credProtect", .number(protection), .number(there.protection))
        for (index, name) in ["key", "hmac-secret", "credBlob", "largeBlobKey"].enumerated() {
            changes.compareSilently(name, secrets[index], there.secrets[index])
        }
        return changes.found
    }
}

/// An authenticator and its state, as far as they are compared.
struct ComparedAuthenticator {
    let id: Int64
    let record: AuthenticatorRecord
    private let state: AuthenticatorState
    private let signCount: UInt32
    private let largeBlobs: [UInt8]?

    init(_ row: AuthenticatorRow, in database: inout Database) throws(StoreError) {
        id = row.id
        record = row.record
        let key: [SQLValue] = [.integer(row.id)]
        state =
            try database.first(.readState, key) { (row) throws(StoreError) in try StateRow.state(row) }
            ?? AuthenticatorState()
        signCount = try CounterKey(authenticator: row.id, counter: .device).present(in: &database)
        largeBlobs = try database.first(.readLargeBlobs, key) { (row) throws(StoreError) in try row.blob(0) }
    }

    /// What is otherwise there, but for its credentials.
    func changes(to there: ComparedAuthenticator) -> [StoreDifference.Change] {
        var changes = Changes()
        let (one, other) = (state, there.state)
        changes.compare("profile", .text(record.profile.name), .text(there.record.profile.name))
        changes.compareSilently(
            "profileDocument", record.profile.document, there.record.profile.document)
        changes.compare("seeded", .flag(record.isSeeded), .flag(there.record.isSeeded))
        changes.compare("signCount", .number(Int(signCount)), .number(Int(there.signCount)))
        changes.compare("pinSet", .flag(one.pin != nil), .flag(other.pin != nil))
        if let pin = one.pin, let otherPIN = other.pin {
            changes.compareSilently("pin", pin.hash.exposedBytes, otherPIN.hash.exposedBytes)
        }
        changes.compare("pinRetries", .number(one.pinRetries), .number(other.pinRetries))
        changes.compare("uvRetries", .number(one.uvRetries), .number(other.uvRetries))
        changes.compareSilently(
            "attestation", one.attestation?.certificate, other.attestation?.certificate)
        changes.compareSilently("largeBlobs", largeBlobs, there.largeBlobs)
        return changes.found
    }
}
