internal import RawOpenSSL
internal import Understudy

/// What is measured: one ready-made operation by its name.
struct Operation: Sendable {
    /// The name as `Scripts/bench` knows it.
    let name: String
    let run: @Sendable () async throws -> Void

    /// The floor: the same cryptography called from C.
    static let raw = [
        raw("c-import-sign", raw_import_sign),
        raw("c-keygen-sign", raw_keygen_sign),
        raw("c-import-verify", raw_import_verify),
    ]

    private static func raw(_ name: String, _ function: @escaping @Sendable () -> Int32) -> Operation {
        Operation(name: name) { if function() != 1 { throw BenchError.lost("OpenSSL") } }
    }

    /// The operations of a party whose store is in memory.
    static func all(of party: Party) -> [Operation] {
        [
            Operation(name: "assertion", run: party.assert),
            Operation(name: "creation-options") { try party.parseCreationOptions() },
            Operation(name: "request-options") { try party.parseRequestOptions() },
            Operation(name: "registration", run: party.register),
            Operation(name: "verification") { try party.verifyAssertion() },
            Operation(name: "report") { try party.reportAssertion() },
            Operation(name: "verify-registration") { try party.verifyRegistration() },
        ]
    }

    /// The operation with this name; those on a disk have a store of their own.
    static func named(_ name: String, in folder: Folder) async throws -> Operation {
        switch name {
        case "assertion-platform":
            let party = try await Party(model: "platform")
            return Operation(name: name, run: party.assert)
        case "assertion-subdomain":
            let party = try await Party(at: Server.subdomain)
            return Operation(name: name, run: party.assert)
        case "assertion-memory":
            let party = try await Party { _ in nil }
            return Operation(name: name, run: party.assert)
        case "assertion-sqlite", "registration-sqlite":
            let party = try await folder.party(.shared)
            return Operation(name: name, run: name == "assertion-sqlite" ? party.assert : party.register)
        case "assertion-leased":
            let party = try await folder.party(.owner)
            return Operation(name: name, run: party.assert)
        default:
            for operation in raw + all(of: try await Party()) where operation.name == name {
                return operation
            }
            throw BenchError.unknown(name)
        }
    }
}
