import Foundation
import JSON
import ProfileCatalog
import Testing

/// The published schema and the program name the same members.
@Suite struct SchemaTests {
    @Test func theSchemaNamesWhatIsRead() throws {
        let file = BuiltInProfilesTests.folder.appending(path: "schema/profile-1.schema.json")
        let schema = try JSONDocument(parsing: Array(Data(contentsOf: file))).root
        let forms = schema["$defs"]?["statement"]?["oneOf"]?.elements.map { $0["properties"] } ?? []
        func form(_ format: String) -> JSONElement? {
            forms.first { $0?["format"]?["const"]?.string == format } ?? nil
        }
        // An unknown member in each object makes the program list those it knows.
        let objects: [(path: String, schema: JSONElement?)] = [
            ("", schema["properties"]),
            ("/getInfo", schema["properties"]?["getInfo"]?["properties"]),
            ("/userVerification", schema["properties"]?["userVerification"]?["properties"]),
            ("/discoverable", schema["properties"]?["discoverable"]?["properties"]),
            ("/credentialId", schema["properties"]?["credentialId"]?["properties"]),
            ("/backup", schema["properties"]?["backup"]?["properties"]),
            ("/counter", schema["properties"]?["counter"]?["properties"]),
            ("/attestation/certificate", forms[1]?["certificate"]?["properties"]),
        ]
        for (path, properties) in objects {
            let named = try #require(properties, "\(path)").members.map(\.name)
            #expect(try Self.known(at: path) == named.sorted(), "\(path)")
        }
        let others = [
            ("/attestation/certificate", TPMProfileTests.text, form("tpm")?["certificate"]),
            ("/attestation/enterprise", AttestationProfileTests.enterprise, forms[1]?["enterprise"]),
            ("/attestation/answer", AttestationProfileTests.text, form("android-safetynet")?["answer"]),
        ]
        for (path, text, described) in others {
            let names = try #require(described?["properties"]).members.map(\.name).sorted()
            #expect(try Self.known(at: path, in: text) == names)
        }
    }

    private static func known(at path: String, in document: String? = nil) throws -> [String] {
        let text = try document ?? BuiltInProfiles.document(named: "yubikey-5").text
        var root = try JSONValue(parsing: text)
        root = inserting(into: root, path.split(separator: "/").map(String.init)[...])
        let violations = ProfileDocumentTests.violations(of: root.serialised())
        let violation = try #require(violations.first { $0.path == path + "/unknown" })
        return violation.remedy.dropFirst("one of ".count).split(separator: ", ").map(String.init).sorted()
    }

    private static func inserting(into value: JSONValue, _ path: ArraySlice<String>) -> JSONValue {
        guard case .object(var members) = value else { return value }
        guard let step = path.first else { return .object(members + [JSONMember("unknown", .null)]) }
        for place in members.indices where members[place].name == step {
            members[place].value = inserting(into: members[place].value, path.dropFirst())
        }
        return .object(members)
    }
}
