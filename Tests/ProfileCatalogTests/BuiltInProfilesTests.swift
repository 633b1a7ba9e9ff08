import Authenticator
import CBOR
import COSE
import CTAP
import Foundation
import ProfileCatalog
import Testing

/// Stands still.
struct StoppedClock: DeviceClock {
    func now() -> Int64 { 0 }
    func advance(milliseconds: Int64) {}
}

@Suite struct BuiltInProfilesTests {
    /// The folder that was built in.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Profiles").standardizedFileURL

    @Test func theFolderIsBuiltInAsItIs() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder, includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "json" }
        let names = files.map { $0.deletingPathExtension().lastPathComponent }.sorted()
        #expect(BuiltInProfiles.names == names)
        #expect(names.contains("platform") && names.contains("security-key"))
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            let document = try BuiltInProfiles.document(named: name)
            #expect(document.profile.name == name)
            #expect(document.text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
        }
    }

    @Test func anUnknownNameNamesTheKnownOnes() {
        #expect(throws: ProfileError.unknownName("yubikey-6", known: BuiltInProfiles.names)) {
            try BuiltInProfiles.profile(named: "yubikey-6")
        }
    }

    @Test func theGenericModelsDoAllAlgorithmsAndHideNothing() throws {
        for name in ["platform", "security-key"] {
            let profile = try BuiltInProfiles.profile(named: name)
            #expect(profile.algorithms == COSEAlgorithm.signable, "\(name)")
            #expect(profile.withheldClaims.isEmpty, "\(name)")
        }
    }

    @Test func aModelsOtherClaimsAreWithheld() throws {
        let withheld = try BuiltInProfiles.profile(named: "yubikey-5").withheldClaims
        #expect(
            withheld.map { "\($0.member): \($0.value)" } == [
                "versions: FIDO_2_1_PRE", "versions: FIDO_2_1",
                "extensions: minPinLength",
                "options: alwaysUv: false", "options: authnrCfg: true", "options: credMgmt: true",
                "options: credentialMgmtPreview: true", "options: setMinPINLength: true",
                "maxRPIDsForSetMinPINLength: 1",
            ])
    }

    struct Row {
        let name: String
        /// The response of a new device in diagnostic notation; what was read strictly is written in one way only.
        let getInfo: String
    }

    static let allAlgorithms = [
        -7, -8, -257, -35, -36, -47, -9, -51, -52, -19, -53, -37, -38, -39, -258, -259,
    ].map { #"{"alg": \#($0), "type": "public-key"}"# }.joined(separator: ", ")

    static let rows = [
        Row(
            name: "android-safetynet-era",
            getInfo: #"""
                {1: ["FIDO_2_0"], 3: h'b93fd961f2e6462fb12282002247de78', \#
                4: {"rk": false, "up": true, "uv": true, "plat": true}, 9: ["internal"], \#
                10: [{"alg": -7, "type": "public-key"}]}
                """#),
        Row(
            name: "compound-example",
            getInfo: #"""
                {1: ["FIDO_2_0"], 3: h'8e5c99ba7f9246309e022215b3f21cca', \#
                4: {"rk": true, "up": true, "plat": false, "clientPin": false}, 6: [2, 1], 9: ["usb"], \#
                10: [{"alg": -7, "type": "public-key"}, {"alg": -257, "type": "public-key"}, \#
                {"alg": -35, "type": "public-key"}, {"alg": -36, "type": "public-key"}], 13: 4}
                """#),
        Row(
            name: "icloud-keychain",
            getInfo: #"""
                {1: ["FIDO_2_0"], 2: ["prf", "largeBlob"], 3: h'fbfc3007154e4ecc8c0b6e020557d7bd', \#
                4: {"rk": true, "up": true, "uv": true, "plat": true}, 9: ["internal", "hybrid"], \#
                10: [{"alg": -7, "type": "public-key"}]}
                """#),
        Row(
            name: "platform",
            getInfo: #"""
                {1: ["FIDO_2_0"], 2: ["credProtect", "credBlob", "prf", "largeBlob"], \#
                3: h'9092c3da81584bae85ab0e9afe5bf935', \#
                4: {"rk": true, "up": true, "uv": true, "plat": true, "makeCredUvNotRqd": true}, \#
                9: ["internal", "hybrid"], 10: [\#(allAlgorithms)], 15: 32}
                """#),
        Row(
            name: "security-key",
            getInfo: #"""
                {1: ["FIDO_2_0"], \#
                2: ["credProtect", "hmac-secret", "largeBlobKey", "credBlob", "hmac-secret-mc"], \#
                3: h'6943e1098e1c4144b042ca7f6993b44f', \#
                4: {"rk": true, "up": true, "plat": false, "clientPin": false, "largeBlobs": true, \#
                "pinUvAuthToken": true, "makeCredUvNotRqd": true}, 5: 2048, 6: [2, 1], 7: 16, 8: 128, 9: ["usb", "nfc"], \#
                10: [\#(allAlgorithms)], 11: 4096, 13: 4, 14: 1, 15: 32, 20: 100, 22: ["packed"], 29: 63}
                """#),
        Row(
            name: "yubikey-5",
            getInfo: #"""
                {1: ["U2F_V2", "FIDO_2_0"], 2: ["credProtect", "hmac-secret", "largeBlobKey", "credBlob"], \#
                3: h'a25342c03cdc44148e46f4807fca511c', \#
                4: {"rk": true, "up": true, "plat": false, "clientPin": false, "largeBlobs": true, \#
                "pinUvAuthToken": true, "makeCredUvNotRqd": true}, 5: 1280, 6: [2, 1], 7: 8, 8: 128, 9: ["nfc", "usb"], \#
                10: [{"alg": -7, "type": "public-key"}, {"alg": -8, "type": "public-key"}, \#
                {"alg": -35, "type": "public-key"}], 11: 4096, 13: 4, 14: 329473, 15: 32, 20: 100}
                """#),
    ]

    @Test func aNewDeviceAnswersToGetInfo() async throws {
        for row in Self.rows {
            let device = VirtualAuthenticator(
                profile: try BuiltInProfiles.profile(named: row.name),
                environment: Environment(
                    clock: StoppedClock(), randomness: .system, user: GestureScript(), store: MemoryStore()))
            let answer = await device.process([CommandCode.getInfo.rawValue])
            #expect(answer.first == CTAPStatus.ok.rawValue)
            let value = try CBORDecoder.decode(Array(answer.dropFirst()), maximumDepth: 4)
            #expect(CBORDiagnostic.text(of: value) == row.getInfo, "\(row.name)")
            let decoded = try GetInfoResponse(decoding: Array(answer.dropFirst()))
            #expect(decoded.encoded == Array(answer.dropFirst()))
        }
    }
}
