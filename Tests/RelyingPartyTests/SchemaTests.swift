import CBOR
import Foundation
import JSON
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// The published schemas say what the program writes and reads.
@Suite struct SchemaTests {
    private static func schema(_ name: String) throws -> JSONSchema {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Sources/RelyingParty/Schemas/\(name).schema.json")
        return JSONSchema(try JSONValue(parsing: [UInt8](Data(contentsOf: file))))
    }

    /// Reports in which every status and every member occurs.
    private static func reports() throws -> [JSONValue] {
        var good = try RegistrationRecipe(.packedCertified)
        good.expectation.userHandle = [1]
        good.certificates.certify(firmware: 5)
        good.certificates.certify(serialNumber: [1])
        try MetadataTests.install({ _, _ in }, in: &good)
        ExtensionTests.creation(["credProps": ["rk": true]], ["credProtect": 2])(&good)
        var wrong = try AuthenticationRecipe()
        wrong.client.value["origin"] = "https://example.org/"
        wrong.data.rpIDHash = [UInt8](repeating: 1, count: 32)
        wrong.data.flags.insert(.reserved1)
        var unsupported = try RegistrationRecipe(.none)
        unsupported.expectation.offeredAlgorithms = nil
        unsupported.editKey = { pairs in
            pairs = pairs.map { $0.key == 3 ? CBORPair(3, -65_000) : $0 }
        }
        var altered = try AuthenticationRecipe()
        altered.editSignedData = { $0[36] ^= 1 }
        var raw = try AuthenticationRecipe()
        raw.editSignature = { $0 = SignatureTests.numbers($0).flatMap { $0 } }
        var empty = try RegistrationRecipe(.none)
        empty.editText = { $0 = [] }
        let compared = try wrong.report(.level3)
        return try [
            good.report(.level3).json(toolVersion: "1"), unsupported.report(.level3).json(toolVersion: "1"),
            empty.report(.lenient).json(toolVersion: "1"), altered.report(.level3).json(toolVersion: "1"),
            raw.report(.level3).json(toolVersion: "1"),
            compared.json(
                toolVersion: "1",
                comparison: ReportComparison(of: compared, with: try wrong.report(.fidoConformance))),
        ].map { try JSONValue(parsing: $0) }
    }

    @Test func reportsAreAsTheSchemaSays() throws {
        let schema = try Self.schema("report-1")
        let reports = try Self.reports()
        for report in reports { #expect(schema.problems(with: report) == []) }
        let findings = reports.flatMap { $0["findings"]?.arrayValue ?? [] }
        #expect(Set(findings.compactMap { $0["status"]?.stringValue }).count == 6)

        // Each member that is written is in the schema, and each in the schema is written.
        func names(_ values: [JSONValue?]) -> Set<String> {
            Set(values.flatMap { $0?.objectValue ?? [] }.map(\.name))
        }
        #expect(names(reports) == schema.names())
        #expect(names(findings) == schema.names("$defs", "finding"))
        #expect(
            names(findings.map { $0["rule"] }) == schema.names("$defs", "finding", "properties", "rule"))
        #expect(names(findings.map { $0["at"] }) == schema.names("$defs", "finding", "properties", "at"))
        let diagnoses = reports.flatMap { $0["diagnosis"]?.arrayValue ?? [] }
        #expect(names(diagnoses) == schema.names("$defs", "diagnosis"))
        let trust = reports.map { $0["trust"] }
        #expect(names(trust) == schema.names("$defs", "trust"))
        #expect(
            names(trust.map { $0?["metadata"] }) == schema.names("$defs", "trust", "properties", "metadata"))
        #expect(names(reports.map { $0["credential"] }) == schema.names("$defs", "credential"))
        #expect(names(reports.map { $0["comparison"] }) == schema.names("$defs", "comparison"))
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let edit: @Sendable (inout JSONValue) -> Void
        init(_ problem: String, _ edit: @escaping @Sendable (inout JSONValue) -> Void) {
            testDescription = problem
            self.edit = edit
        }
    }

    /// A schema that everything fits would say nothing.
    @Test(arguments: [
        Damage("/schema: const") { $0["schema"] = 2 }, Damage("/verdict: enum") { $0["verdict"] = "maybe" },
        Damage(": trust is missing") { $0["trust"] = nil },
        Damage("/findings/0/status: enum") { $0["findings"] = [["code": "a", "status": "failed"]] },
        Damage("/findings/0: level is missing") { $0["findings"] = [["code": "a", "status": "pass"]] },
        Damage("/credential/id: type") { $0["credential"]?["id"] = "AQ" },
        Damage("/credential/signCount: minimum") { $0["credential"]?["signCount"] = -1 },
    ])
    func damageIsNoticed(_ row: Damage) throws {
        var report = try #require(try Self.reports().first)
        row.edit(&report)
        #expect(try Self.schema("report-1").problems(with: report).contains(row.testDescription))
    }

    @Test(arguments: ["ceremonies", "ceremonies-tpm", "safetynet"])
    func theCorporaAreAsTheSchemaSays(_ name: String) throws {
        let url = Bundle.module.bundleURL.appending(path: "Data/\(name).json")
        let file = try JSONValue(
            parsing: [UInt8](Data(contentsOf: url)), limits: JSONLimits(maximumBytes: 1 << 28))
        let schema = try Self.schema("case-file-1")
        #expect(schema.problems(with: file) == [])
        #expect(file["records"]?.arrayValue?.isEmpty == false)
    }

    /// What the schema refuses the program refuses too, and the other way round.
    @Test(arguments: [
        #"[]"#, #"{"records":[]}"#, #"{}"#, #"7"#, #"[{"id":"a"}]"#,
        #"[{"id":"a","kind":"poem","expected":"accept"}]"#,
        #"[{"id":"a","kind":"registration","expected":"accept"}]"#,
        #"[{"id":"a","kind":"authData-structure","expected":"accept","authenticatorData":"AQ"}]"#,
        #"[{"id":"a","kind":"authData-structure","expected":"accept","authenticatorData":1}]"#,
        #"[{"id":"a","kind":"attestationObject-parse-only","expected":"parses"}]"#,
        #"[{"id":"a","kind":"assertion","expected":"accept","options":{"challenge":"AQ","rpId":"x","origin":"y"},"clientDataJSON":"AQ","authenticatorData":"AQ","signature":"AQ","publicKeyCOSE":"AQ","storedSignCount":-1}]"#,
        #"[{"id":"a","kind":"assertion","expected":"accept","options":{"challenge":"AQ","rpId":"x","origin":"y"},"clientDataJSON":"AQ","authenticatorData":"AQ","signature":"AQ","publicKeyCOSE":"AQ"}]"#,
        #"[{"id":"a","kind":"assertion","expected":"accept","options":{"challenge":"AQ","rpId":"x","origin":"y"},"clientDataJSON":"AQ","authenticatorData":"AQ","signature":"AQ","publicKeyCOSE":"AQ","userHandle":null}]"#,
        #"[{"id":"a","kind":"assertion","expected":"accept","options":{"challenge":"AQ","rpId":"x","origin":"y"},"clientDataJSON":"AQ","authenticatorData":"AQ","signature":"AQ","publicKeyCOSE":"AQ","userHandle":7}]"#,
    ])
    func schemaAndProgramAgree(_ text: String) throws {
        let isRead = (try? CaseFile(json: Array(text.utf8))) != nil
        let problems = try Self.schema("case-file-1").problems(with: JSONValue(parsing: text))
        #expect(isRead == problems.isEmpty, "\(problems)")
    }
}
