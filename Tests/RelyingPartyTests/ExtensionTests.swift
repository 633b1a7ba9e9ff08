import Bytes
import CBOR
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// Extension outputs of clients and of authenticators.
@Suite struct ExtensionTests {
    static let bytes32 = [UInt8](repeating: 0xA5, count: 32)
    static let text32 = JSONValue.string(Base64URL.encode(bytes32))
    static let text31 = JSONValue.string(Base64URL.encode(bytes32.dropLast()))

    /// A registration with outputs of the client, of the authenticator, or of both.
    static func creation(
        _ client: JSONValue? = nil, _ authenticator: CBORValue? = nil, asked: ExtensionInputs? = nil
    ) -> @Sendable (inout RegistrationRecipe) -> Void {
        {
            $0.expectation.requestedExtensions = asked
            if let client { $0.editResponse = { $0["clientExtensionResults"] = client } }
            if let authenticator {
                $0.data.flags.insert(.extensionData)
                $0.data.extensions = CBOREncoder.encode(authenticator)
            }
        }
    }

    /// The same of an authentication.
    static func request(
        _ client: JSONValue? = nil, _ authenticator: CBORValue? = nil, asked: ExtensionInputs? = nil
    ) -> @Sendable (inout AuthenticationRecipe) -> Void {
        {
            $0.expectation.requestedExtensions = asked
            if let client { $0.editResponse = { $0["clientExtensionResults"] = client } }
            if let authenticator {
                $0.data.flags.insert(.extensionData)
                $0.data.extensions = CBOREncoder.encode(authenticator)
            }
        }
    }

    /// A warning under every policy.
    static func create(
        _ fault: String, _ client: JSONValue? = nil, _ authenticator: CBORValue? = nil,
        asked: ExtensionInputs? = nil
    ) -> Row {
        Row(
            "extensions.\(fault)", marks: "wwww", .none,
            registration: creation(client, authenticator, asked: asked))
    }

    static func get(
        _ fault: String, _ client: JSONValue? = nil, _ authenticator: CBORValue? = nil,
        asked: ExtensionInputs? = nil
    ) -> Row {
        Row(
            "extensions.\(fault)", marks: "wwww", authentication: request(client, authenticator, asked: asked)
        )
    }

    static let rows: [Row] =
        wrongTypes + otherCeremonies + contradictions + [
            create("prf.length", ["prf": ["enabled": true, "results": ["first": text31]]]),
            get("prf.length", ["prf": ["results": ["first": text32, "second": text31]]]),
            get("prf.cleartext", ["prf": ["results": ["first": text32]]], ["hmac-secret": .bytes(bytes32)]),
            create("prf.resultsWithoutEnabled", ["prf": ["results": ["first": text32]]]),
            create(
                "largeBlob.notSupported", ["largeBlob": ["supported": false]],
                asked: ExtensionInputs(largeBlob: LargeBlobInput(support: "required"))),
            get(
                "largeBlob.unrequested", ["largeBlob": ["blob": text32]],
                asked: ExtensionInputs(largeBlob: LargeBlobInput(write: [1]))),
            get(
                "largeBlob.unrequested", ["largeBlob": ["written": true]],
                asked: ExtensionInputs(largeBlob: LargeBlobInput(read: true))),
            create(
                "credProtect.weaker", nil, ["credProtect": 1],
                asked: ExtensionInputs(credentialProtectionPolicy: .userVerificationRequired)),
            create("minPinLength.outOfRange", nil, ["minPinLength": 3]),
            create("minPinLength.outOfRange", nil, ["minPinLength": 64]),
            get("hmacSecret.length", nil, ["hmac-secret": .bytes([1, 2, 3])]),
            create("hmacSecret.length", nil, ["hmac-secret": true, "hmac-secret-mc": .bytes([])]),
            Row(
                "extensions.credProps.notDiscoverable", marks: "wwww",
                registration: {
                    creation(["credProps": ["rk": false]])(&$0)
                    $0.expectation.residentKey = .required
                }),
        ] + appIDs + unsolicited

    static let wrongTypes: [Row] = [
        create("appidExclude.wrongType", ["appidExclude": "yes"]), get("appid.wrongType", ["appid": 1]),
        create("credProps.wrongType", ["credProps": true]),
        create("credProps.wrongType", ["credProps": ["rk": "true"]]),
        create("prf.wrongType", ["prf": []]), create("prf.wrongType", ["prf": ["enabled": 1]]),
        get("prf.wrongType", ["prf": ["results": ["first": [1, 2]]]]),
        get("prf.wrongType", ["prf": ["results": [:]]]),
        create("largeBlob.wrongType", ["largeBlob": ["supported": "preferred"]]),
        get("largeBlob.wrongType", ["largeBlob": ["blob": "a+b/"]]),
        create("credProtect.wrongType", nil, ["credProtect": 0]),
        create("credProtect.wrongType", nil, ["credProtect": "userVerificationRequired"]),
        create("credBlob.wrongType", ["credBlob": 1]), create("credBlob.wrongType", nil, ["credBlob": "x"]),
        get("credBlob.wrongType", ["getCredBlob": true]),
        create("minPinLength.wrongType", nil, ["minPinLength": "4"]),
        create("hmacSecret.wrongType", ["hmacCreateSecret": "x"]),
        create("hmacSecret.wrongType", nil, ["hmac-secret": 1]),
        get("uvm.wrongType", ["uvm": [[1, 2]]]), get("uvm.wrongType", ["uvm": []]),
        get("uvm.wrongType", nil, ["uvm": [[1, 2, "x"]]]),
        get("payment.wrongType", ["payment": true]),
        get("payment.wrongType", ["payment": ["browserBoundSignature": [:]]]),
        get("payment.wrongType", nil, ["thirdPartyPayment": 1]),
    ]

    static let otherCeremonies: [Row] = [
        create("appid.otherCeremony", ["appid": false]),
        get("appidExclude.otherCeremony", ["appidExclude": true]),
        get("credProps.otherCeremony", ["credProps": ["rk": true]]),
        get("prf.otherCeremony", ["prf": ["enabled": true]]),
        get("largeBlob.otherCeremony", ["largeBlob": ["supported": true]]),
        create("largeBlob.otherCeremony", ["largeBlob": ["blob": text32]]),
        create("largeBlob.otherCeremony", ["largeBlob": ["written": true]]),
        get("credProtect.otherCeremony", nil, ["credProtect": 2]),
        create("credBlob.otherCeremony", ["getCredBlob": text32]),
        get("credBlob.otherCeremony", ["credBlob": true]),
        create("credBlob.otherCeremony", nil, ["credBlob": .bytes([1])]),
        get("minPinLength.otherCeremony", nil, ["minPinLength": 4]),
        get("hmacSecret.otherCeremony", ["hmacCreateSecret": true]),
        create("hmacSecret.otherCeremony", nil, ["hmac-secret": .bytes(bytes32)]),
        get("hmacSecret.otherCeremony", nil, ["hmac-secret": true]),
    ]

    static let contradictions: [Row] = [
        create("prf.contradicts", ["prf": ["enabled": true]], ["hmac-secret": false]),
        create("prf.contradicts", ["prf": ["enabled": false]], ["hmac-secret": true]),
        create("hmacSecret.contradicts", ["hmacCreateSecret": false], ["hmac-secret": true]),
        create("credBlob.contradicts", ["credBlob": true], ["credBlob": false]),
        get("credBlob.contradicts", ["getCredBlob": text32], ["credBlob": .bytes([1])]),
        get("uvm.contradicts", ["uvm": [[2, 4, 2]]], ["uvm": [[4, 1, 1]]]),
    ]

    // MARK: AppID

    static let appID = "https://example.org/app-id.json"
    static let asksAppID = ExtensionInputs(appid: appID)

    static func hashed(
        _ text: String, _ client: JSONValue, asked: ExtensionInputs?
    ) -> @Sendable (inout AuthenticationRecipe) -> Void {
        {
            request(client, asked: asked)(&$0)
            $0.data.rpIDHash = RPIDHash(of: text).bytes
        }
    }

    static let appIDs: [Row] = [
        Row(
            "extensions.appid.trueUnrequested",
            authentication: request(["appid": true], asked: ExtensionInputs.none)),
        Row(
            "extensions.appid.trueUnrequested", also: ["authData.rpIdHash.ofAppId": "ffff"],
            authentication: hashed(appID, ["appid": true], asked: ExtensionInputs.none)),
        Row("authData.rpIdHash.ofAppId", authentication: hashed(appID, ["appid": false], asked: asksAppID)),
        Row("authData.rpIdHash.ofAppId", authentication: hashed(appID, [:], asked: asksAppID)),
        Row(
            "authData.rpIdHash.other",
            authentication: hashed("https://other.example", ["appid": true], asked: asksAppID)),
        Row(
            "authData.rpIdHash.ofOrigin",
            authentication: hashed(ClientDataRecipe.origin, [:], asked: nil)),
        Row(
            "authData.rpIdHash.ofOrigin",
            registration: { $0.data.rpIDHash = RPIDHash(of: ClientDataRecipe.origin).bytes }),
        get("appid.contradicts", ["appid": true], asked: asksAppID),
    ]

    static let unsolicited: [Row] = [
        Row(
            "extensions.unsolicited", marks: "pppp",
            registration: creation(["credProps": ["rk": true]], asked: ExtensionInputs.none)),
        Row(
            "extensions.unsolicited", marks: "pppp",
            authentication: request(["somebody_else": 1], asked: asksAppID)),
        Row(
            "authData.extensions.unsolicited", marks: "pppp",
            registration: creation(nil, ["credProtect": 2], asked: ExtensionInputs(credProps: true))),
        Row(
            "authData.extensions.unsolicited", marks: "pppp",
            authentication: request(nil, ["example_extension": 1], asked: ExtensionInputs.none)),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow(
            "asked and not answered", registration: creation(asked: everything),
            authentication: request(asked: everything)),
        GoodRow("AppID used", authentication: hashed(appID, ["appid": true], asked: asksAppID)),
        GoodRow("AppID not used", authentication: request(["appid": false], asked: asksAppID)),
        GoodRow(
            "everything answered",
            registration: creation(
                [
                    "appidExclude": true, "credProps": ["rk": true], "credBlob": true,
                    "hmacCreateSecret": true, "largeBlob": ["supported": true],
                    "prf": ["enabled": true, "results": ["first": text32, "second": text32]],
                    "uvm": [[2, 4, 2]],
                ],
                [
                    "uvm": [[2, 4, 2]], "credBlob": true, "credProtect": 3, "hmac-secret": true,
                    "minPinLength": 6, "hmac-secret-mc": .bytes([UInt8](repeating: 7, count: 64)),
                ], asked: everything),
            authentication: request(
                [
                    "getCredBlob": .string(Base64URL.encode([1, 2])), "largeBlob": ["blob": ""],
                    "prf": ["results": ["first": text32]],
                ], ["credBlob": .bytes([1, 2]), "hmac-secret": .bytes([UInt8](repeating: 1, count: 48))],
                asked: everything)),
        GoodRow(
            "a function with no hmac-secret below it",
            registration: creation(["prf": ["enabled": true]], asked: everything)),
        GoodRow(
            "nobody says what was asked",
            registration: creation(["credProps": [:], "unheard_of": 1], ["credProtect": 1])),
    ]

    static let everything = ExtensionInputs(
        appid: appID, appidExclude: appID, credProps: true, credBlob: [1, 2], getCredBlob: true,
        credentialProtectionPolicy: .userVerificationOptionalWithCredentialIDList, hmacCreateSecret: true,
        largeBlob: LargeBlobInput(support: "preferred", read: true), minPinLength: true, payment: true,
        prf: PRFInput(eval: PRFValues(first: [1])), uvm: true)

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    /// The report hands on what was answered, but not the secrets among it.
    @Test func theReportCarriesTheOutputs() throws {
        var recipe = try RegistrationRecipe(.none)
        Self.creation(
            ["prf": ["enabled": true, "results": ["first": Self.text32]]],
            ["credProtect": 2, "hmac-secret": true])(&recipe)
        let report = try recipe.report(.level3)
        let outputs = try #require(report.extensions)
        #expect(outputs.client.prf?.results?.first == Self.bytes32)
        #expect(
            outputs.authenticator.credProtect == .userVerificationOptionalWithCredentialIDList
                && outputs.authenticator.hmacSecret == .flag(true))
        let json = try JSONValue(parsing: report.json(toolVersion: "1"))
        #expect(
            json["extensions"] == [
                "client": ["prf": ["enabled": true]],
                "authenticator": ["credProtect": 2, "hmac-secret": true],
            ])
        recipe.client.value["origin"] = "https://example.net"
        #expect(try recipe.report(.level3).extensions == nil)
        #expect(try RegistrationRecipe(.none).report(.level3).extensions == nil)
    }

    /// A policy can insist that nothing comes that was not asked for.
    @Test func unsolicitedOutputsCanBeRefused() throws {
        var recipe = try RegistrationRecipe(.none)
        Self.creation(["credProps": ["rk": true]], asked: ExtensionInputs.none)(&recipe)
        let strict = Policy.level3.deciding(FaultID(.extensions, "unsolicited"), as: .fail)
        #expect(
            try recipe.report(strict).findings(.fail).map(\.fault) == [FaultID(.extensions, "unsolicited")])
    }
}
