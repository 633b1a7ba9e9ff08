/// The steps that lead from an empty file to the schema of this version.
///
/// A step is never changed once a version with it is out: a file may have stopped at any of them. A new one goes to the
/// end; its place is the schema's number.
package struct Schema: Sendable {
    /// The SQL of each step; the first makes schema 1.
    package let steps: [String]

    /// Takes the steps.
    package init(steps: [String]) { self.steps = steps }

    /// The highest schema that is understood.
    package var version: Int { steps.count }

    /// The schema of this version.
    package static let current = Schema(steps: [first, deviceCounter, extensions])

    /// What tells a store from other programs' files (sqlite.org/pragma.html#pragma_application_id): "USDY".
    package static let applicationID: UInt32 = 0x5553_4459

    // What changes often is kept apart from what is large: a row is always written whole.
    //
    // `sequence` tells which of two credentials of the same time is the newer one: it is above that of all others when
    // a credential is saved. It ends the index of discoverable credentials, as the rowid ends every index.
    private static let first = """
        CREATE TABLE authenticator (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            profile_name TEXT NOT NULL,
            profile_document TEXT NOT NULL,
            profile_built_in INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE authenticator_state (
            authenticator INTEGER PRIMARY KEY REFERENCES authenticator (id) ON DELETE CASCADE,
            seeded INTEGER NOT NULL DEFAULT 0,
            operation INTEGER NOT NULL DEFAULT 0,
            credential_count INTEGER NOT NULL DEFAULT 0,
            discoverable_count INTEGER NOT NULL DEFAULT 0,
            pin_hash BLOB,
            pin_code_points INTEGER,
            pin BLOB,
            pin_retries INTEGER NOT NULL,
            uv_retries INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE attestation_identity (
            authenticator INTEGER PRIMARY KEY REFERENCES authenticator (id) ON DELETE CASCADE,
            private_key BLOB NOT NULL,
            certificate BLOB NOT NULL,
            root_private_key BLOB NOT NULL,
            root_certificate BLOB NOT NULL
        ) STRICT;

        CREATE TABLE credential (
            sequence INTEGER PRIMARY KEY,
            authenticator INTEGER NOT NULL REFERENCES authenticator (id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            rp_id TEXT NOT NULL,
            user_id BLOB NOT NULL,
            user_name TEXT,
            user_display_name TEXT,
            algorithm INTEGER NOT NULL,
            discoverable INTEGER NOT NULL,
            backup INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            seeded INTEGER NOT NULL,
            sign_count INTEGER NOT NULL,
            private_key BLOB NOT NULL
        ) STRICT;

        CREATE UNIQUE INDEX credential_by_id ON credential (authenticator, id);
        CREATE INDEX credential_by_rp ON credential (authenticator, rp_id, created_at) WHERE discoverable = 1;
        CREATE UNIQUE INDEX credential_by_account ON credential (authenticator, rp_id, user_id)
            WHERE discoverable = 1;
        """

    // Models that have one signature counter for all their credentials.
    private static let deviceCounter = """
        ALTER TABLE authenticator_state ADD COLUMN sign_count INTEGER NOT NULL DEFAULT 0;
        """

    // What the extensions of CTAP keep with a credential: the level of credProtect, both secrets of hmac-secret in one,
    // credBlob and largeBlobKey; and the large-blob array of an authenticator.
    private static let extensions = """
        ALTER TABLE credential ADD COLUMN protection INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE credential ADD COLUMN randoms BLOB;
        ALTER TABLE credential ADD COLUMN blob BLOB;
        ALTER TABLE credential ADD COLUMN large_blob_key BLOB;

        CREATE TABLE large_blob_array (
            authenticator INTEGER PRIMARY KEY REFERENCES authenticator (id) ON DELETE CASCADE,
            content BLOB NOT NULL
        ) STRICT;
        """
}
