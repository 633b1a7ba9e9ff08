import CBOR
import RelyingParty
import Testing
import WebAuthnModel

/// The attestation object and format `none`.
@Suite struct AttestationObjectTests {
    static func member(_ code: String, _ name: String, _ variant: String, _ value: CBORValue?) -> Row {
        Row(
            "attestation.\(code).\(variant)", .packedSelf,
            registration: {
                $0.editObject = { pairs in
                    pairs.removeAll { $0.key == .text(name) }
                    if let value { pairs.append(CBORPair(.text(name), value)) }
                }
            })
    }

    static func bytes(
        _ variant: String, marks: String = "ffff", _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> Row {
        Row(
            "attestation.\(variant)", marks: marks, .packedSelf,
            registration: { $0.editObjectBytes = edit })
    }

    static let nested = (0..<16).reduce(CBORValue.array([])) { inner, _ in .array([inner]) }

    static let rows: [Row] = [
        bytes("notCBOR") { $0 = [0xFF] }, bytes("notMap") { $0 = [0x80] },
        bytes("trailingBytes") { $0 += [0, 0] }, bytes("truncated") { $0.removeLast() },
        bytes("truncated") { $0 = [0xA3] },
        bytes("indefiniteLength") {
            $0[0] = 0xBF
            $0.append(0xFF)
        },
        bytes("tag") { $0.insert(0xC1, at: 0) },
        bytes("duplicateKey") {
            $0[0] = 0xA4
            $0 += [0x63, 0x66, 0x6D, 0x74, 0x00]
        },
        bytes("nonShortestLength", marks: "wwfw") { $0.replaceSubrange(0..<1, with: [0xB8, 3]) },
        Row(
            "attestation.keyOrder", marks: "wwfw", .packedSelf,
            registration: {
                $0.objectAsWritten = true
                $0.editObject = { $0.reverse() }
            }),
        Row(
            "attestation.tooDeep", .packedSelf,
            registration: { $0.editStatement = { $0 = .map([CBORPair("alg", nested)]) } }),
        member("fmt", "fmt", "missing", nil), member("fmt", "fmt", "notText", 1),
        member("fmt", "fmt", "unknown", "packed2"), member("fmt", "fmt", "unknown", "Packed"),
        member("attStmt", "attStmt", "missing", nil), member("attStmt", "attStmt", "notMap", []),
        member("authData", "authData", "missing", nil), member("authData", "authData", "notBytes", "x"),
        member("authData", "authData", "empty", .bytes([])),
        Row(
            "none.attStmt.notEmpty",
            registration: { $0.editStatement = { $0 = ["alg": -7] } }),
        // A packed statement that is called none.
        Row(
            "none.attStmt.notEmpty", .packedSelf,
            registration: {
                $0.editObject = { pairs in
                    pairs.removeAll { $0.key == "fmt" }
                    pairs.append(CBORPair("fmt", "none"))
                }
            }),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow("packed, self", .packedSelf, registration: { _ in }),
        GoodRow("packed, certified", .packedCertified, registration: { _ in }),
        GoodRow(
            "none with any AAGUID",
            registration: {
                $0.data.attestedCredentialData?.aaguid = AAGUID([UInt8](repeating: 3, count: 16)) ?? .zero
            }),
        GoodRow(
            "unknown members in the object and the statement", .packedSelf,
            registration: {
                $0.editObject = { $0.append(CBORPair("zzzzzzzzz", [1, 2])) }
                $0.editStatement = { value in
                    if case .map(let pairs) = value { value = .map(pairs + [CBORPair("zzzz", true)]) }
                }
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// A wrong member of the statement is shown where it stands in the object.
    @Test func placesAreThoseOfTheBytes() throws {
        var recipe = try RegistrationRecipe(.packedSelf)
        recipe.editSignature = { $0[10] ^= 1 }
        let object = try recipe.object()
        let finding = try recipe.report(.level3).findings.first { $0.code == .packedSignature }
        let location = try #require(finding?.location)
        let start = try #require(location.offset)
        #expect(location.field == .attestationObject && location.path == "attStmt.sig")
        #expect(object[start] == 0x58 && object[start + 2] == 0x30)
    }
}
