import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Authenticator data.
@Suite struct AuthenticatorDataTests {
    /// In both ceremonies alike.
    static func both(
        _ fault: String, marks: String = "ffff",
        _ edit: @escaping @Sendable (inout AuthenticatorData) -> Void
    ) -> [Row] {
        [
            Row(fault, marks: marks, registration: { edit(&$0.data) }),
            Row(fault, marks: marks, .packedCertified, registration: { edit(&$0.data) }),
            Row(fault, marks: marks, authentication: { edit(&$0.data) }),
        ]
    }

    static func bytes(
        _ fault: String, marks: String = "ffff", _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> [Row] {
        [
            Row(fault, marks: marks, registration: { $0.editData = edit }),
            Row(fault, marks: marks, authentication: { $0.editData = edit }),
        ]
    }

    static func extensions(_ variant: String, _ bytes: [UInt8]) -> [Row] {
        both("authData.extensions.\(variant)") {
            $0.flags.insert(.extensionData)
            $0.extensions = bytes
        }
    }

    static let output = CBOREncoder.encode(["credProtect": 2])

    static func id(
        _ variant: String, marks: String = "ffff", _ id: [UInt8], also: [String: String] = [:]
    ) -> Row {
        Row(
            "authData.credentialId.\(variant)", marks: marks, also: also,
            registration: { $0.data.attestedCredentialData?.credentialID = id })
    }

    static let rows: [Row] = structure + flags + identity

    static let structure: [Row] =
        (1..<37).flatMap { count in bytes("authData.short") { $0.removeLast($0.count - count) } }
        + bytes("authData.trailingBytes") { $0 += [0xFF, 0xFF] }
        + both("authData.rpIdHash.other") { $0.rpIDHash = RPIDHash(of: "evil.example").bytes }
        + both("authData.rpIdHash.zero") { $0.rpIDHash = [UInt8](repeating: 0, count: 32) }
        + extensions("notMap", [0x01]) + extensions("notMap", [0xA1, 0x01, 0x02])
        + extensions("notCBOR", [0xFF]) + extensions("notCBOR", [0xA1, 0x61])
        + extensions("trailing", output + [0x00])
        + extensions("keyOrder", [0xA2, 0x62, 0x61, 0x61, 0x01, 0x61, 0x62, 0x02])
        + extensions("nonShortestLength", [0xB8, 0x01, 0x61, 0x61, 0x01])
        + [
            Row(
                "authData.aaguid.truncated",
                registration: { $0.editData = { $0.removeLast($0.count - 45) } }),
            Row(
                "authData.credentialId.lengthOverruns",
                registration: { $0.editData = { $0.removeLast($0.count - 54) } }),
            Row("authData.credentialId.lengthOverruns", registration: { $0.editData = { $0[53] = 0xFF } }),
        ]

    static let flags: [Row] =
        both("authData.flags.UP.clear") { $0.flags.remove(.userPresent) }
        + both("authData.flags.UV.clear") { $0.flags.remove(.userVerified) }
        + both("authData.flags.BS.withoutBE", marks: "fnff") { $0.flags.insert(.backupState) }
        + both("authData.flags.reservedBits", marks: "wwww") { $0.flags.insert(.reserved1) }
        + both("authData.flags.reservedBits", marks: "wwww") { $0.flags.insert(.reserved2) }
        + both("authData.flags.ED.setWithoutData") { $0.flags.insert(.extensionData) }
        + both("authData.flags.ED.clearWithData") { $0.extensions = output }
        + [
            Row(
                "authData.flags.UP.clearInConditionalCreate", marks: "pfpp",
                registration: {
                    $0.expectation.isConditional = true
                    $0.data.flags.remove(.userPresent)
                }),
            Row(
                "authData.flags.AT.clearWithData",
                registration: { $0.data.flags.remove(.attestedCredentialData) }),
            Row(
                "authData.flags.AT.clearWithoutData",
                registration: {
                    $0.data.flags.remove(.attestedCredentialData)
                    $0.editData = { $0.removeLast($0.count - 37) }
                }),
            Row(
                "authData.flags.AT.setWithoutData",
                registration: { $0.editData = { $0.removeLast($0.count - 37) } }),
            Row(
                "authData.flags.AT.setWithoutData",
                authentication: { $0.data.flags.insert(.attestedCredentialData) }),
            Row(
                "authData.flags.AT.setWithoutData",
                authentication: {
                    $0.data.flags.formUnion([.attestedCredentialData, .extensionData])
                    $0.data.extensions = output
                }),
            Row(
                "authData.flags.AT.setInAssertion", marks: "wwfw",
                authentication: { recipe in
                    recipe.data.flags.insert(.attestedCredentialData)
                    recipe.data.attestedCredentialData = AttestedCredentialData(
                        aaguid: .zero, credentialID: [1],
                        credentialPublicKey: recipe.expectation.credential.publicKey)
                }),
            Row(
                "key.changedSinceRegistration", also: ["authData.flags.AT.setInAssertion": "wwfw"],
                authentication: { recipe in
                    let other = COSEKey(try TestKeys.stranger().publicKey, algorithm: .es256)
                    recipe.data.flags.insert(.attestedCredentialData)
                    recipe.data.attestedCredentialData = AttestedCredentialData(
                        aaguid: .zero, credentialID: [1], credentialPublicKey: other.encoded)
                }),
            Row(
                "authData.flags.BE.changed", marks: "fnfw",
                authentication: { $0.data.flags.insert(.backupEligible) }
            ),
            Row(
                "authData.flags.BS.changed", marks: "pnpp",
                authentication: {
                    $0.expectation.credential.backupEligible = true
                    $0.data.flags.formUnion([.backupEligible, .backupState])
                }),
            Row(
                "authData.flags.BE.changed", marks: "fnfw",
                authentication: { $0.expectation.credential.backupEligible = true }),
        ]

    static let identity: [Row] = [
        Row("authData.counter.equal", marks: "fffw", authentication: { $0.data.signCount = 7 }),
        Row("authData.counter.lower", marks: "fffw", authentication: { $0.data.signCount = 3 }),
        Row("authData.counter.zeroAfterNonZero", marks: "fffw", authentication: { $0.data.signCount = 0 }),
        id("tooLong", [UInt8](repeating: 1, count: 1024)),
        id("empty", [], also: ["envelope.rawId.empty": "ffff"]),
        id("short", marks: "wwww", [1, 2, 3]),
        Row(
            "authData.credentialId.ofAnotherUser",
            registration: { $0.expectation.registeredCredentialIDs = [[1], RegistrationRecipe.credentialID] }),
        Row(
            "authData.credentialId.notAllowed",
            authentication: { $0.expectation.allowCredentials = [[1], [2]] }),
        Row(
            "authData.aaguid.zero", marks: "pppp",
            registration: { $0.data.attestedCredentialData?.aaguid = .zero }),
        Row(
            "authData.aaguid.notAllowed",
            registration: {
                $0.expectation.acceptedAAGUIDs = [AAGUID([UInt8](repeating: 9, count: 16)) ?? .zero]
            }),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow(
            "UV though nobody asks",
            registration: { $0.expectation.userVerification = .discouraged },
            authentication: { $0.expectation.userVerification = .discouraged }),
        GoodRow(
            "no UV where it is preferred",
            registration: {
                $0.expectation.userVerification = .preferred
                $0.data.flags.remove(.userVerified)
            },
            authentication: {
                $0.expectation.userVerification = .preferred
                $0.data.flags.remove(.userVerified)
            }),
        GoodRow(
            "extension outputs", .packedSelf,
            registration: {
                $0.data.flags.insert(.extensionData)
                $0.data.extensions = output
            },
            authentication: {
                $0.data.flags.insert(.extensionData)
                $0.data.extensions = CBOREncoder.encode(["credBlob": .bytes([1])])
            }),
        GoodRow(
            "backed up",
            registration: { $0.data.flags.formUnion([.backupEligible, .backupState]) },
            authentication: {
                $0.expectation.credential.backupEligible = true
                $0.data.flags.formUnion([.backupEligible, .backupState])
            }),
        GoodRow("a counter that jumps", authentication: { $0.data.signCount = .max }),
        GoodRow(
            "a counter that stays zero",
            authentication: {
                $0.expectation.credential.signCount = 0
                $0.data.signCount = 0
            }),
        GoodRow(
            "the longest credential ID",
            registration: {
                $0.data.attestedCredentialData?.credentialID = [UInt8](repeating: 1, count: 1023)
            }),
        GoodRow("conditional with UP", registration: { $0.expectation.isConditional = true }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }
}
