internal import Authenticator
internal import Bytes
internal import COSE
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// A credential as a row of the table.
enum CredentialRow {
    /// The values of an insertion, in the order of the statement.
    static func values(_ stored: StoredCredential, authenticator: Int64) -> [SQLValue] {
        let credential = stored.credential
        return [
            .integer(authenticator), .blob(credential.id.bytes), .text(credential.rpID),
            .blob(credential.user.id), .optional(credential.user.name),
            .optional(credential.user.displayName), .integer(Int64(credential.algorithm.rawValue)),
            .flag(credential.isDiscoverable), .integer(number(of: credential.backup)),
            .integer(credential.createdAt), .flag(credential.isSeeded), .integer(Int64(stored.signCount)),
            .blob(credential.key.storedForm), .integer(Int64(credential.extensions.protection.rawValue)),
            .optional(
                credential.extensions.randoms.map { $0.withUV.exposedBytes + $0.withoutUV.exposedBytes }),
            .optional(credential.extensions.blob),
            .optional(credential.extensions.largeBlobKey?.exposedBytes),
        ]
    }

    /// Reads all but the key.
    static func summary(_ row: Row) throws(StoreError) -> CredentialSummary {
        guard let id = CredentialID(try row.blob(0)) else { throw row.wrong(0, "is too long or empty") }
        return CredentialSummary(
            id: id, rpID: try row.text(1),
            user: UserEntity(
                id: try row.blob(2), name: try row.optionalText(3), displayName: try row.optionalText(4)),
            algorithm: COSEAlgorithm(rawValue: try row.integer(5, in: Int.min...Int.max)),
            isDiscoverable: try row.flag(6), backup: try backup(row), createdAt: try row.integer(8),
            isSeeded: try row.flag(9), signCount: try row.integer(10, in: 0...UInt32.max))
    }

    /// Reads all of it.
    static func stored(_ row: Row) throws(StoreError) -> StoredCredential {
        let summary = try summary(row)
        let key: PrivateKey
        let storedKey = try row.blob(11)
        do { key = try PrivateKey(storedForm: storedKey) } catch {
            throw row.wrong(11, "cannot be read (\(error))")
        }
        return StoredCredential(
            credential: Credential(
                id: summary.id, rpID: summary.rpID, user: summary.user, key: key,
                algorithm: summary.algorithm, isDiscoverable: summary.isDiscoverable,
                backup: summary.backup, createdAt: summary.createdAt, isSeeded: summary.isSeeded,
                extensions: try extensions(row)),
            signCount: summary.signCount)
    }

    private static func extensions(_ row: Row) throws(StoreError) -> CredentialExtensions {
        let level = try row.integer(12, in: 1...3)
        guard let protection = CredentialProtectionPolicy(rawValue: level) else {
            throw row.wrong(12, "is out of range")
        }
        var extensions = CredentialExtensions(protection: protection)
        if let both = try row.optionalBlob(13) {
            let length = CredentialExtensions.Randoms.length
            guard both.count == 2 * length else { throw row.wrong(13, "has a wrong length") }
            extensions.randoms = CredentialExtensions.Randoms(
                withUV: Secret(Array(both.prefix(length))), withoutUV: Secret(Array(both.suffix(length))))
        }
        extensions.blob = try row.optionalBlob(14)
        extensions.largeBlobKey = try row.optionalBlob(15).map { Secret($0) }
        return extensions
    }

    private static func number(of backup: CredentialBackup) -> Int64 {
        switch backup {
        case .notEligible: 0
        case .eligible(backedUp: false): 1
        case .eligible(backedUp: true): 2
        }
    }

    private static func backup(_ row: Row) throws(StoreError) -> CredentialBackup {
        switch try row.integer(7, in: 0...2) {
        case 0: .notEligible
        case 1: .eligible(backedUp: false)
        default: .eligible(backedUp: true)
        }
    }
}
