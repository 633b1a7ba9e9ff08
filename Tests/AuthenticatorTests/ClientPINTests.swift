import Authenticator
import Bytes
import CTAP
import Cryptography
import TestSupport
import Testing
import WebAuthnModel

@Suite struct ClientPINTests {
    private func device() -> TestDevice { TestDevice(.clientPIN(minimumLength: 4)) }

    private func status(_ body: () async throws -> Void) async -> CTAPStatus? {
        do {
            try await body()
            return nil as CTAPStatus?
        } catch { return (error as? DeviceFailure)?.status }
    }

    @Test(arguments: PINUVAuthProtocol.allCases) func aPINVerifiesItsUser(
        version: PINUVAuthProtocol
    ) async throws {
        let test = device()
        let platform = Platform(version: version, device: test.device)
        #expect(try await test.device.getInfo().options["clientPin"] == false)
        try await platform.setPIN("1234")
        #expect(try await test.device.getInfo().options["clientPin"] == true)
        // Protected now: without a token nothing is made.
        #expect(await status { _ = try await test.device.makeCredential(request()) } == .puatRequired)
        let token = try await platform.token("1234")
        let response = try await test.device.makeCredential(
            request(authorization: platform.parameters(token)))
        #expect(
            try AuthenticatorData.decode(response.attestation.authenticatorData).data.flags
                == [.userPresent, .userVerified, .attestedCredentialData])
        // A touch uses the token up.
        #expect(
            await status {
                _ = try await test.device.makeCredential(request(authorization: platform.parameters(token)))
            }
                == .pinAuthInvalid)
    }

    @Test func tokensAreBound() async throws {
        let test = device()
        let platform = Platform(version: .two, device: test.device)
        try await platform.setPIN("1234")
        let other = try await platform.token("1234", rpID: "example.com")
        #expect(
            await status {
                _ = try await test.device.makeCredential(request(authorization: platform.parameters(other)))
            }
                == .pinAuthInvalid)
        let onlyGet = try await platform.token("1234", permissions: 2)
        #expect(
            await status {
                _ = try await test.device.makeCredential(request(authorization: platform.parameters(onlyGet)))
            }
                == .pinAuthInvalid)
        let legacy = try await platform.token("1234", permissions: nil)
        _ = try await test.device.makeCredential(request(authorization: platform.parameters(legacy)))
        let late = try await platform.token("1234")
        test.clock.advance(milliseconds: 30_000)
        #expect(
            await status {
                _ = try await test.device.makeCredential(request(authorization: platform.parameters(late)))
            }
                == .pinAuthInvalid)
        #expect(await status { _ = try await platform.token("1234", permissions: 0) } == .invalidParameter)
        #expect(
            await status { _ = try await platform.token("1234", permissions: 4) } == .unauthorizedPermission)
        #expect(await status { _ = try await platform.token("1234", rpID: nil) } == .missingParameter)
    }

    /// As clients do that look for the credential first.
    @Test func aSilentLookLeavesTheTokenAsItIs() async throws {
        let test = device()
        let platform = Platform(version: .two, device: test.device)
        try await platform.setPIN("1234")
        let making = try await platform.token("1234")
        let made = try await test.device.makeCredential(request(authorization: platform.parameters(making)))
        let id = try #require(
            try AuthenticatorData.decode(made.attestation.authenticatorData).data.attestedCredentialData?
                .credentialID)
        let token = try await platform.token("1234")
        func get(userPresence: Bool?) async -> CTAPStatus? {
            await status {
                _ = try await test.device.getAssertion(
                    GetAssertionRequest(
                        rpID: "example.org", clientDataHash: clientDataHash,
                        allowList: [PublicKeyCredentialDescriptor(id: id)],
                        options: AuthenticatorOptions(userPresence: userPresence),
                        authorization: platform.parameters(token)))
            }
        }
        #expect(await get(userPresence: false) == nil)
        #expect(await get(userPresence: nil) == nil)
        #expect(await get(userPresence: nil) == .pinAuthInvalid)
    }

    @Test func threeMissesNeedARestartAndEightBlock() async throws {
        let test = device()
        var platform = Platform(version: .two, device: test.device)
        try await platform.setPIN("1234")
        var statuses: [CTAPStatus?] = []
        for _ in 0..<4 { statuses.append(await status { _ = try await platform.token("0000") }) }
        #expect(statuses == [.pinInvalid, .pinInvalid, .pinAuthBlocked, .pinAuthBlocked])
        #expect(await status { _ = try await platform.token("1234") } == .pinAuthBlocked)
        let retries = try await test.device.clientPIN(.init(protocolNumber: nil, subcommand: 1))
        #expect(retries.pinRetries == 5 && retries.powerCycleState == true)

        // The right PIN after a restart gives all tries back.
        platform = Platform(version: .two, device: test.restarted())
        _ = try await platform.token("1234")
        #expect(try test.store.state().pinRetries == 8)

        for round in 0..<3 {
            platform = Platform(version: .two, device: test.restarted())
            for _ in 0..<3 where try test.store.state().pinRetries > 0 {
                _ = await status { _ = try await platform.token("0000") }
            }
            #expect(try test.store.state().pinRetries == [5, 2, 0][round])
        }
        platform = Platform(version: .two, device: test.restarted())
        #expect(await status { _ = try await platform.token("1234") } == .pinBlocked)
        #expect(await status { try await platform.changePIN("1234", to: "5678") } == .pinBlocked)
    }

    @Test func changingThePIN() async throws {
        let test = device()
        let platform = Platform(version: .one, device: test.device)
        #expect(await status { try await platform.changePIN("1234", to: "5678") } == .pinNotSet)
        try await platform.setPIN("1234")
        #expect(await status { try await platform.setPIN("9999") } == .pinAuthInvalid)
        let token = try await platform.token("1234")
        try await platform.changePIN("1234", to: "5678")
        #expect(
            await status {
                _ = try await test.device.makeCredential(request(authorization: platform.parameters(token)))
            }
                == .pinAuthInvalid)
        #expect(await status { _ = try await platform.token("1234") } == .pinInvalid)
        _ = try await platform.token("5678")
        #expect(await status { try await platform.changePIN("5678", to: "1") } == .pinPolicyViolation)
    }

    @Test(arguments: ["123", "", "éé"]) func shortPINsAreRefused(pin: String) async {
        let test = device()
        #expect(
            await status { try await Platform(version: .two, device: test.device).setPIN(pin) }
                == .pinPolicyViolation)
    }

    @Test func pinsAreCountedInCodePoints() async throws {
        let test = device()
        try await Platform(version: .two, device: test.device).setPIN("éééé")
        #expect(try test.store.state().pin?.codePoints == 4)
    }

    @Test func subcommandsThatAModelLacks() async {
        let test = TestDevice(.none)
        for subcommand in [1, 2, 3, 4, 5, 7, 9, 42] {
            #expect(
                await status {
                    _ = try await test.device.clientPIN(.init(protocolNumber: 2, subcommand: subcommand))
                } == .invalidSubcommand)
        }
        #expect(
            await status { _ = try await test.device.clientPIN(.init(protocolNumber: 2, subcommand: 6)) }
                == .notAllowed)
    }

    @Test func resetForgetsThePINWithinItsWindow() async throws {
        let test = device()
        let platform = Platform(version: .two, device: test.device)
        try await platform.setPIN("1234")
        test.clock.advance(milliseconds: 10_001)
        #expect(await status { try await test.device.reset() } == .notAllowed)
        try await test.restarted().reset()
        #expect(try test.store.state().pin == nil)
    }

    @Test func aDeviceAnswersOnlyWhatWorks() async throws {
        let info = try await device().device.getInfo()
        #expect(
            info.versions == ["FIDO_2_0"]
                && info.extensions == ["credProtect", "hmac-secret", "hmac-secret-mc"]
                && info.options["credMgmt"] == nil)
        let withheld = device().device.profile.withheldClaims
        #expect(
            withheld.map { "\($0.member) \($0.value)" } == [
                "versions U2F_V2", "versions FIDO_2_1", "options credMgmt: true",
            ])
    }
}
