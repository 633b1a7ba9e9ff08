import Bytes
import CBOR
import COSE
import CTAP
import Cryptography
import JSON
import Testing
import WebAuthnClient
import WebAuthnModel

@Suite struct CreateCeremonyTests {
    struct Row: CustomTestStringConvertible {
        let what: String
        var attachment = AuthenticatorAttachment.crossPlatform
        var options: [String: Bool] = [:]
        var isAlwaysDiscoverable = false
        var mediation = Mediation.optional
        var ancestry = CallerContext.Ancestry.sameOrigin
        var info: @Sendable (inout GetInfoResponse) -> Void = { _ in }
        let ask: @Sendable (inout CreationOptions) -> Void
        var exception: ExceptionName?
        /// `rk` of the request and of credProps.
        var rk: Bool?
        var uv: Bool?
        var algorithms: [Int]?
        var testDescription: String { what }
    }

    static func select(
        _ attachment: AuthenticatorAttachment? = nil, rk: ResidentKeyRequirement = .discouraged,
        uv: UserVerificationRequirement = .discouraged
    ) -> @Sendable (inout CreationOptions) -> Void {
        {
            $0.authenticatorSelection = AuthenticatorSelectionCriteria(
                authenticatorAttachment: attachment, residentKey: rk, userVerification: uv)
        }
    }
    static let rows: [Row] = [
        Row(what: "user.id empty", ask: { $0.user.id = [] }, exception: .type),
        Row(what: "user.id of 64 bytes", ask: { $0.user.id = [UInt8](repeating: 1, count: 64) }),
        Row(
            what: "user.id of 65 bytes", ask: { $0.user.id = [UInt8](repeating: 1, count: 65) },
            exception: .type),
        Row(what: "no parameters", ask: { $0.pubKeyCredParams = [] }, algorithms: [-7, -257]),
        Row(
            what: "parameters of another type among others",
            ask: {
                $0.pubKeyCredParams = [
                    CreationOptions.Parameters(type: "future", algorithm: .es256),
                    CreationOptions.Parameters(algorithm: .edDSA),
                ]
            }, algorithms: [-8]),
        Row(
            what: "parameters of other types only",
            ask: { $0.pubKeyCredParams = [CreationOptions.Parameters(type: "future", algorithm: .es256)] },
            exception: .notSupported),

        Row(what: "the right attachment", ask: select(.crossPlatform)),
        Row(what: "the wrong attachment", ask: select(.platform), exception: .notAllowed),
        Row(what: "rk required of one that cannot", ask: select(rk: .required), exception: .constraint),
        Row(what: "rk required of one that can", options: ["rk": true], ask: select(rk: .required), rk: true),
        Row(what: "rk preferred of one that cannot", ask: select(rk: .preferred), rk: false),
        Row(
            what: "rk preferred of one that can", options: ["rk": true], ask: select(rk: .preferred), rk: true
        ),
        Row(
            what: "rk preferred of a full one", options: ["rk": true],
            info: { $0.remainingDiscoverableCredentials = 0 }, ask: select(rk: .preferred), rk: false),
        Row(what: "rk discouraged", options: ["rk": true], ask: select(rk: .discouraged), rk: false),

        Row(what: "uv required of one that cannot", ask: select(uv: .required), exception: .constraint),
        Row(what: "uv preferred of one that cannot", ask: select(uv: .preferred)),
        Row(what: "uv required, built in", options: ["uv": true], ask: select(uv: .required), uv: true),
        Row(what: "uv preferred, built in", options: ["uv": true], ask: select(uv: .preferred), uv: true),
        Row(
            what: "uv discouraged, built in, and the device can do without",
            options: ["uv": true, "makeCredUvNotRqd": true], ask: select(uv: .discouraged)),
        Row(
            what: "uv discouraged, built in, and the device cannot do without", options: ["uv": true],
            ask: select(uv: .discouraged), uv: true),
        Row(
            what: "uv discouraged with rk", options: ["uv": true, "makeCredUvNotRqd": true, "rk": true],
            ask: select(rk: .required, uv: .discouraged), rk: true, uv: true),
        Row(
            what: "uv discouraged with rk on a device that makes no others",
            options: ["uv": true, "makeCredUvNotRqd": true, "rk": true], isAlwaysDiscoverable: true,
            ask: select(rk: .required, uv: .discouraged), rk: true),
        Row(
            what: "uv discouraged, alwaysUv",
            options: ["uv": true, "makeCredUvNotRqd": true, "alwaysUv": true],
            ask: select(uv: .discouraged), uv: true),
        Row(
            what: "built-in verification that is not set up", options: ["uv": false],
            ask: select(uv: .required), exception: .constraint),

        Row(
            what: "conditional, verification preferred", options: ["uv": true, "makeCredUvNotRqd": true],
            mediation: .conditional, ask: select(uv: .preferred)),
        Row(
            what: "conditional, verification required", options: ["uv": true], mediation: .conditional,
            ask: select(uv: .required), uv: true),
        Row(
            what: "conditional, verification required and impossible", mediation: .conditional,
            ask: select(uv: .required), exception: .constraint),
        Row(
            what: "conditional in a cross-origin frame", mediation: .conditional,
            ancestry: .crossOrigin(topOrigin: nil), ask: { _ in }, exception: .notAllowed),
        Row(what: "modal in a cross-origin frame", ancestry: .crossOrigin(topOrigin: nil), ask: { _ in }),
        Row(what: "immediate", mediation: .immediate, ask: { _ in }, exception: .type),
        Row(what: "silent", mediation: .silent, ask: { _ in }),
        Row(what: "required", mediation: .required, ask: { _ in }),
    ]

    @Test(arguments: rows) func readsTheOptions(row: Row) async throws {
        let scene = try Scene(
            attachment: row.attachment, isAlwaysDiscoverable: row.isAlwaysDiscoverable, options: row.options,
            info: row.info)
        var options = Options.create { $0.extensions.credProps = true }
        row.ask(&options)
        var response: JSONDocument?
        let error = try await scene.failure {
            let document = try await scene.create(options, mediation: row.mediation, ancestry: row.ancestry)
            response = document
            return document
        }
        #expect(error?.exception == row.exception, "\(error?.cause ?? "")")
        guard row.exception == nil else {
            #expect(scene.device.now.makes.isEmpty)
            return
        }
        let request = try #require(scene.device.now.makes.first)
        #expect(request.options.userVerification == row.uv)
        #expect(request.options.userPresence == nil)
        if let rk = row.rk {
            #expect(request.options.residentKey == (rk ? true : nil))
            #expect(response?.root["clientExtensionResults"]?["credProps"]?["rk"]?.bool == rk)
        }
        if let algorithms = row.algorithms {
            #expect(request.pubKeyCredParams.map(\.algorithm.rawValue) == algorithms)
        }
    }

    @Test func aDeviceOfDiscoverableCredentialsOnlyMakesOneUnasked() async throws {
        let scene = try Scene(isAlwaysDiscoverable: true)
        let response = try await scene.create(Options.create { $0.extensions.credProps = true })
        #expect(scene.device.now.makes.first?.options.residentKey == nil)
        #expect(response.root["clientExtensionResults"]?["credProps"]?["rk"]?.bool == true)
    }

    @Test func theResponseHasAllMembers() async throws {
        let scene = try Scene(options: ["rk": true])
        let root = try await scene.create(Options.create(rpID: "example.com")).root
        #expect(
            root.members.map(\.name)
                == ["id", "rawId", "type", "authenticatorAttachment", "response", "clientExtensionResults"])
        #expect(root.bytes("rawId") == Sample.credentialID)
        #expect(root["authenticatorAttachment"]?.string == "cross-platform")
        #expect(root["clientExtensionResults"]?.count == 0)
        let response = try #require(root["response"])
        #expect(response["transports"]?.elements.compactMap(\.string) == ["nfc", "usb"])
        #expect(response["publicKeyAlgorithm"]?.int == -7)
        let data = Sample.authenticatorData(rpID: "example.com")
        #expect(response.bytes("authenticatorData") == data)
        let (object, forgiven) = try AttestationObject.decode(response.bytes("attestationObject") ?? [])
        #expect(forgiven.isEmpty)
        #expect(object.authenticatorData == data)
        // SEC 1's name for the curve in front of the point of the sample key.
        let prefix = try Hex.decode("3059301306072a8648ce3d020106082a8648ce3d030107034200046b17d1f2")
        #expect(response.bytes("publicKey")?.starts(with: prefix) == true)
        let request = try #require(scene.device.now.makes.first)
        #expect(request.user == UserEntity(id: Sample.userID, name: "alice", displayName: "Alice"))
        #expect(request.rp == RelyingPartyEntity(id: "example.com", name: "Example"))
    }

    struct Data: Sendable {
        let what: String
        let data: [UInt8]
        /// Nil when the client cannot go on.
        var algorithm: Int?
        var hasKey = false
    }
    static let good = Sample.authenticatorData(rpID: "login.example.com")
    static let datas: [Data] = [
        Data(what: "whole", data: good, algorithm: -7, hasKey: true),
        Data(
            what: "without the AT flag", data: good.prefix(32) + [1] + good.dropFirst(33), algorithm: -7,
            hasKey: true),
        Data(what: "with bytes after the key", data: good + [0], algorithm: -7, hasKey: true),
        Data(what: "with half a key", data: Array(good.dropLast()), algorithm: 0),
        Data(what: "without a key", data: Array(good.prefix(55 + 20)), algorithm: 0),
        Data(what: "with half an ID", data: Array(good.prefix(55 + 10))),
        Data(what: "of 54 bytes", data: Array(good.prefix(54))),
        Data(what: "empty", data: []),
        Data(
            what: "with a key of an unknown kind",
            data: Sample.authenticatorData(rpID: "x", key: [0xA2, 1, 9, 3, 0x39, 0x03, 0xE7]),
            algorithm: -1000),
        Data(
            what: "with a key off the curve",
            data: Sample.authenticatorData(rpID: "x", key: Sample.es256Key.dropLast() + [0]), algorithm: -7),
        Data(
            what: "with a key whose members are out of order",
            data: Sample.authenticatorData(
                rpID: "x", key: [0xA5, 3, 0x26, 1, 2] + Sample.es256Key.dropFirst(5)), algorithm: -7,
            hasKey: true),
    ]
    @Test(arguments: datas) func passesOnWhateverTheDeviceMade(row: Data) async throws {
        let scene = try Scene()
        scene.device.set {
            $0.make = { (_) throws(DeviceFailure) in
                MakeCredentialResponse(
                    attestation: AttestationObject(
                        format: "none", statement: .map([]), authenticatorData: row.data))
            }
        }
        var document: JSONDocument?
        let error = try await scene.failure {
            let made = try await scene.create()
            document = made
            return made
        }
        #expect(
            error == (row.algorithm == nil ? .malformedAnswer(.noCredentialID(length: row.data.count)) : nil))
        let response = document?.root["response"]
        #expect(response?["publicKeyAlgorithm"]?.int == row.algorithm)
        #expect((response?["publicKey"] != nil) == row.hasKey)
        if row.algorithm != nil { #expect(response?.bytes("authenticatorData") == row.data) }
    }

    struct Key: Sendable { let algorithm: COSEAlgorithm, key: PublicKey }
    static func keys() throws -> [Key] {
        let ed25519 = try EdwardsPrivateKey(curve: .ed25519, seed: [UInt8](repeating: 9, count: 32)).publicKey
        let ed448 = try EdwardsPrivateKey(curve: .ed448, seed: [UInt8](repeating: 9, count: 57)).publicKey
        func ec(_ curve: EllipticCurve) throws -> PublicKey {
            let one = [UInt8](repeating: 0, count: curve.coordinateLength - 1) + [1]
            return .ec(try ECPrivateKey(curve: curve, scalar: one).publicKey)
        }
        let modulus = [0xC1] + [UInt8](repeating: 0xA5, count: 254) + [0x01]
        return [
            Key(algorithm: .es256, key: try ec(.p256)), Key(algorithm: .es384, key: try ec(.p384)),
            Key(algorithm: .es512, key: try ec(.p521)), Key(algorithm: .es256k, key: try ec(.secp256k1)),
            Key(algorithm: .edDSA, key: .edwards(ed25519)), Key(algorithm: .ed448, key: .edwards(ed448)),
            Key(algorithm: .rs256, key: .rsa(try RSAPublicKey(modulus: modulus, exponent: [1, 0, 1]))),
        ]
    }
    @Test func expressesEachKindOfKey() async throws {
        for row in try Self.keys() {
            let scene = try Scene()
            let data = Sample.authenticatorData(
                rpID: "x", key: COSEKey(row.key, algorithm: row.algorithm).encoded)
            scene.device.set {
                $0.make = { (_) throws(DeviceFailure) in
                    MakeCredentialResponse(
                        attestation: AttestationObject(
                            format: "none", statement: .map([]), authenticatorData: data))
                }
            }
            let response = try #require(try await scene.create().root["response"])
            #expect(response["publicKeyAlgorithm"]?.int == row.algorithm.rawValue)
            let spki = try #require(response.bytes("publicKey"))
            #expect(try PublicKey(subjectPublicKeyInfo: spki) == row.key)
        }
    }

    @Test func transportsComeFromTheDeviceWhereTheClientKnowsNone() async throws {
        var scene = try Scene { $0.transports = [.usb, .ble, .nfc, .ble] }
        scene.client.facts = ClientFacts(attachment: .platform)
        let root = try await scene.create().root
        #expect(root["response"]?["transports"]?.elements.compactMap(\.string) == ["ble", "nfc", "usb"])
        #expect(root["authenticatorAttachment"]?.string == "platform")
    }
}
