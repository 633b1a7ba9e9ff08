/// How a transaction begins.
enum TransactionMode {
    /// One look at a state that does not move.
    case read
    /// The right to write, at once, so that nothing that is read can be outdated when it is written.
    case write
    /// The right to write, and nobody reads either as long as the file has no write-ahead log.
    case exclusive
}

/// Every statement that runs in ordinary work; each is prepared once for a connection.
///
/// Columns come in the order in which ``CredentialRow`` and ``StateRow`` read them. Keys are read where one credential
/// is asked for, never for a listing.
enum SQL: String, CaseIterable, Sendable {
    case beginRead = "BEGIN"
    case beginWrite = "BEGIN IMMEDIATE"
    case beginExclusive = "BEGIN EXCLUSIVE"
    case commit = "COMMIT"

    case userVersion = "PRAGMA user_version"
    case writeAheadLog = "PRAGMA journal_mode = WAL"
    case vacuumInto = "VACUUM INTO ?1"
    case integrityCheck = "PRAGMA integrity_check(100)"
    case foreignKeyCheck = "PRAGMA foreign_key_check"
    case schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"

    case listAuthenticators = """
        SELECT a.id, a.name, a.profile_name, a.profile_document, a.profile_built_in,
            s.seeded, s.credential_count, s.discoverable_count
        FROM authenticator a JOIN authenticator_state s ON s.authenticator = a.id ORDER BY a.name
        """
    case countAuthenticators = "SELECT count(*) FROM authenticator"
    case findAuthenticator = """
        SELECT a.id, a.name, a.profile_name, a.profile_document, a.profile_built_in,
            s.seeded, s.credential_count, s.discoverable_count
        FROM authenticator a JOIN authenticator_state s ON s.authenticator = a.id WHERE a.name = ?1
        """
    case insertAuthenticator = """
        INSERT INTO authenticator (name, profile_name, profile_document, profile_built_in)
        VALUES (?1, ?2, ?3, ?4) RETURNING id
        """
    case insertState = """
        INSERT INTO authenticator_state (authenticator, pin_retries, uv_retries) VALUES (?1, ?2, ?3)
        """

    case readState = """
        SELECT s.pin_hash, s.pin_code_points, s.pin, s.pin_retries, s.uv_retries,
            a.private_key, a.certificate, a.root_private_key, a.root_certificate
        FROM authenticator_state s LEFT JOIN attestation_identity a ON a.authenticator = s.authenticator
        WHERE s.authenticator = ?1
        """
    case writeState = """
        UPDATE authenticator_state
        SET pin_hash = ?2, pin_code_points = ?3, pin = ?4, pin_retries = ?5, uv_retries = ?6
        WHERE authenticator = ?1
        """
    case writeAttestation = """
        INSERT OR REPLACE INTO attestation_identity
            (authenticator, private_key, certificate, root_private_key, root_certificate)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """
    case deleteAttestation = "DELETE FROM attestation_identity WHERE authenticator = ?1"
    case readLargeBlobs = "SELECT content FROM large_blob_array WHERE authenticator = ?1"
    case writeLargeBlobs = "INSERT OR REPLACE INTO large_blob_array (authenticator, content) VALUES (?1, ?2)"
    case deleteLargeBlobs = "DELETE FROM large_blob_array WHERE authenticator = ?1"
    case nextOperation = """
        UPDATE authenticator_state SET operation = operation + 1, seeded = 1
        WHERE authenticator = ?1 RETURNING operation
        """
    case discoverableCount = "SELECT discoverable_count FROM authenticator_state WHERE authenticator = ?1"
    case addCounts = """
        UPDATE authenticator_state SET credential_count = credential_count + ?2,
            discoverable_count = discoverable_count + ?3, seeded = max(seeded, ?4)
        WHERE authenticator = ?1
        """
    case clearCounts = """
        UPDATE authenticator_state SET credential_count = 0, discoverable_count = 0 WHERE authenticator = ?1
        """

    case findCredential = """
        SELECT id, rp_id, user_id, user_name, user_display_name, algorithm, discoverable, backup, created_at,
            seeded, sign_count, private_key, protection, randoms, blob, large_blob_key
        FROM credential WHERE authenticator = ?1 AND id = ?2 AND rp_id = ?3
        """
    case findDiscoverable = """
        SELECT id, rp_id, user_id, user_name, user_display_name, algorithm, discoverable, backup, created_at,
            seeded, sign_count, private_key, protection, randoms, blob, large_blob_key
        FROM credential WHERE authenticator = ?1 AND rp_id = ?2 AND discoverable = 1
        ORDER BY created_at DESC, sequence DESC
        """
    case findSummary = """
        SELECT id, rp_id, user_id, user_name, user_display_name, algorithm, discoverable, backup, created_at,
            seeded, sign_count
        FROM credential WHERE authenticator = ?1 AND id = ?2
        """
    case listSummaries = """
        SELECT id, rp_id, user_id, user_name, user_display_name, algorithm, discoverable, backup, created_at,
            seeded, sign_count
        FROM credential WHERE authenticator = ?1 AND id > ?2 ORDER BY id LIMIT ?3
        """
    case listEverything = """
        SELECT id, rp_id, user_id, user_name, user_display_name, algorithm, discoverable, backup, created_at,
            seeded, sign_count, private_key, protection, randoms, blob, large_blob_key
        FROM credential WHERE authenticator = ?1 AND id > ?2 ORDER BY id LIMIT ?3
        """
    case insertCredential = """
        INSERT INTO credential
            (authenticator, id, rp_id, user_id, user_name, user_display_name, algorithm, discoverable, backup,
            created_at, seeded, sign_count, private_key, protection, randoms, blob, large_blob_key)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
        """
    case deleteCredential = """
        DELETE FROM credential WHERE authenticator = ?1 AND id = ?2 RETURNING id, discoverable
        """
    case deleteAccount = """
        DELETE FROM credential WHERE authenticator = ?1 AND rp_id = ?2 AND user_id = ?3 AND discoverable = 1
        RETURNING id, discoverable
        """
    case deleteCredentials = "DELETE FROM credential WHERE authenticator = ?1"
    case readSignCount = "SELECT sign_count FROM credential WHERE authenticator = ?1 AND id = ?2"
    case writeSignCount = "UPDATE credential SET sign_count = ?2 WHERE authenticator = ?1 AND id = ?3"
    case readDeviceSignCount = "SELECT sign_count FROM authenticator_state WHERE authenticator = ?1"
    case writeDeviceSignCount = "UPDATE authenticator_state SET sign_count = ?2 WHERE authenticator = ?1"
}
