internal import Authenticator
internal import Bytes
internal import COSE
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// Looks at a whole store: first the file as SQLite sees it, then every row by what it means.
struct StoreChecker {
    private var found = StoreCheck()
    /// Past this many, more of them say nothing new.
    private static let most = 100
    private static let page: Int64 = 500

    /// Checks all of it in one state that does not move.
    static func check(_ database: inout Database) throws(StoreError) -> StoreCheck {
        var checker = StoreChecker()
        do {
            try database.transaction(.read) { (database) throws(StoreError) in
                try checker.checkFile(&database)
                guard checker.found.problems.isEmpty else { return }
                try checker.checkAuthenticators(&database)
            }
        } catch {
            // What stops the check is what it was looking for.
            guard case .damaged(let text) = error else { throw error }
            checker.add(text)
        }
        if let problem = checker.found.problems.first { database.note(.damaged(problem)) }
        return checker.found
    }

    /// The first thing that is wrong with the file or its tables; rows are not looked at one by one.
    static func fileProblem(_ database: inout Database) throws(StoreError) -> String? {
        var checker = StoreChecker()
        try checker.checkFile(&database)
        return checker.found.problems.first
    }

    private mutating func add(_ problem: String) {
        if found.problems.count < Self.most { found.problems.append(problem) }
    }

    private mutating func checkFile(_ database: inout Database) throws(StoreError) {
        let report = try database.rows(.integrityCheck) { (row) throws(StoreError) in try row.text(0) }
        if report != ["ok"] {
            // A report may have several lines, each one a finding.
            for line in report.joined(separator: "\n").split(separator: "\n") { add("SQLite: \(line)") }
            return
        }
        let orphans = try database.rows(.foreignKeyCheck) { (row) throws(StoreError) in try row.text(0) }
        for table in orphans { add("a row of \(table) belongs to no authenticator") }
        if try Self.schema(of: &database) != Self.expectedSchema() {
            add("the tables and indexes are not those of schema \(Schema.current.version)")
        }
    }

    private static func schema(of database: inout Database) throws(StoreError) -> [[String?]] {
        try database.rows(.schema) { (row) throws(StoreError) in
            [try row.text(0), try row.text(1), try row.optionalText(2)]
        }
    }

    /// What the steps of this version lead to.
    private static func expectedSchema() throws(StoreError) -> [[String?]] {
        var fresh = try Database(opening: ":memory:", patience: 0, health: Health())
        for step in Schema.current.steps { try fresh.execute(step) }
        return try schema(of: &fresh)
    }

    private mutating func checkAuthenticators(_ database: inout Database) throws(StoreError) {
        let rows = try database.rows(.listAuthenticators) { (row) throws(StoreError) in
            try AuthenticatorRow(row)
        }
        if let count = try database.first(
            .countAuthenticators, [],
            { (row) throws(StoreError) in
                try row.integer(0, in: 0...Int.max)
            }), count != rows.count
        {
            add("\(count - rows.count) authenticators have no state")
        }
        for row in rows {
            found.authenticators += 1
            let name = row.record.name
            do { try AuthenticatorRecord.checkName(name) } catch { add("\(error)") }
            checkState(of: name, row.id, &database)
            try checkCredentials(of: row, &database)
        }
    }

    private mutating func checkState(of name: String, _ id: Int64, _ database: inout Database) {
        do {
            let state = try database.first(.readState, [.integer(id)]) { (row) throws(StoreError) in
                try StateRow.state(row)
            }
            if let pin = state?.pin {
                if pin.hash.count != 16 { add("\(name): the PIN's hash has \(pin.hash.count) bytes, not 16") }
                if !(1...PIN.maximumBytes).contains(pin.codePoints)
                    || !(1...PIN.maximumBytes).contains(pin.remembered.count)
                {
                    add("\(name): the PIN's length makes no sense")
                }
            }
            guard let identity = state?.attestation else { return }
            for (key, certificate) in [
                (identity.key, identity.certificate), (identity.rootKey, identity.root),
            ] where !Self.belongs(key.exposedBytes, to: certificate) {
                add("\(name): a key and a certificate of its attestation do not belong together")
            }
        } catch { add("\(name): \(error)") }
    }

    private static func belongs(_ storedKey: [UInt8], to certificate: [UInt8]) -> Bool {
        guard let key = try? PrivateKey(storedForm: storedKey),
            let certificate = try? X509Certificate(der: certificate)
        else { return false }
        return certificate.publicKey == key.publicKey
    }

    private mutating func checkCredentials(
        of row: AuthenticatorRow, _ database: inout Database
    ) throws(StoreError) {
        var last: [UInt8] = []
        var credentials = 0
        var discoverable = 0
        while true {
            // A row that cannot be read must not hide those behind it: its ID, at least, is always there.
            let page = try database.rows(
                .listEverything, [.integer(row.id), .blob(last), .integer(Self.page)]
            ) { (line) throws(StoreError) in
                (
                    id: try line.blob(0),
                    credential: Result { () throws(StoreError) in try CredentialRow.stored(line) }
                )
            }
            for (id, credential) in page {
                credentials += 1
                switch credential {
                case .success(let stored):
                    if stored.credential.isDiscoverable { discoverable += 1 }
                    for problem in Self.problems(of: stored) {
                        add("\(row.record.name), credential \(stored.credential.id): \(problem)")
                    }
                case .failure(let error):
                    add("\(row.record.name), credential \(Base64URL.encode(id)): \(error)")
                }
                last = id
            }
            guard page.count == Self.page else { break }
        }
        found.credentials += credentials
        if (credentials, discoverable) != (row.record.credentialCount, row.record.discoverableCount) {
            add(
                "\(row.record.name): \(credentials) credentials, \(discoverable) of them discoverable, are counted as"
                    + " \(row.record.credentialCount) and \(row.record.discoverableCount)")
        }
    }

    private static func problems(of stored: StoredCredential) -> [String] {
        let credential = stored.credential
        var problems: [String] = []
        if UserHandle(credential.user.id) == nil {
            problems.append("its user handle has \(credential.user.id.count) bytes; 1 to 64 are allowed")
        }
        if credential.rpID.isEmpty { problems.append("it has no RP ID") }
        guard let scheme = credential.algorithm.scheme, credential.algorithm.canSign else {
            return problems + ["nothing can be signed with its algorithm \(credential.algorithm.rawValue)"]
        }
        guard kind(of: credential.key) == credential.algorithm.keyKind else {
            return problems + ["its key is not one of its algorithm \(credential.algorithm)"]
        }
        // The one proof that the halves of a key belong together.
        let message = credential.id.bytes
        guard let signature = try? credential.key.signature(for: message, scheme: scheme),
            (try? credential.key.publicKey.isValidSignature(signature, for: message, scheme: scheme)) == true
        else { return problems + ["its key does not sign what its public half verifies"] }
        return problems
    }

    private static func kind(of key: PrivateKey) -> COSEAlgorithm.KeyKind {
        switch key {
        case .ec(let key): .ec2(key.curve)
        case .edwards(let key): .okp(key.curve)
        case .rsa: .rsa
        }
    }
}
