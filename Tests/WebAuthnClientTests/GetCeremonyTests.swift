import CTAP
import JSON
import TestSupport
import Testing
import WebAuthnClient
import WebAuthnModel

@Suite struct GetCeremonyTests {
    static func descriptor(_ id: [UInt8], type: String = "public-key") -> PublicKeyCredentialDescriptor {
        PublicKeyCredentialDescriptor(type: type, id: id)
    }

    @Test func theResponseHasAllMembers() async throws {
        let scene = try Scene()
        let root = try await scene.get(Options.get(rpID: "example.com")).root
        #expect(
            root.members.map(\.name)
                == ["id", "rawId", "type", "authenticatorAttachment", "response", "clientExtensionResults"])
        #expect(root.bytes("rawId") == Sample.credentialID)
        let response = try #require(root["response"])
        #expect(
            response.members.map(\.name) == [
                "clientDataJSON", "authenticatorData", "signature", "userHandle",
            ])
        #expect(response.bytes("userHandle") == Sample.userID)
        #expect(response.bytes("signature") == [0x30, 0x00])
    }

    @Test func theEnvelopeHasTheLastWord() async throws {
        struct Crossed: ResponseEnvelopeMaker {
            func make(_ response: [UInt8], of ceremony: ClientDataType) -> [UInt8] {
                Array("{\"was\":\(response.count),\"of\":\"\(ceremony.rawValue)\"}".utf8)
            }
        }
        var scene = try Scene()
        let plain = try await scene.get().bytes
        scene.client.envelope = Crossed()
        let root = try await scene.get().root
        #expect(root["was"]?.int == plain.count)
        #expect(root["of"]?.string == "webauthn.get")
        #expect(try await scene.create().root["of"]?.string == "webauthn.create")
    }

    struct Row: CustomTestStringConvertible {
        let what: String
        var allow: [PublicKeyCredentialDescriptor] = []
        var hasUser = true
        var info: @Sendable (inout GetInfoResponse) -> Void = { _ in }
        /// IDs that the device has.
        var known: [[UInt8]] = []
        var sent: [[UInt8]]?
        var silent = 0
        var rawID: [UInt8]?
        var error: ClientError?
        var testDescription: String { what }
    }
    static let many = (1...20).map { descriptor([UInt8($0)]) }
    static let rows: [Row] = [
        Row(what: "no list", sent: [], rawID: Sample.credentialID),
        Row(what: "no list and no user handle", hasUser: false, error: .noUserHandle),
        // A list of one settles the ID, and a server-side credential needs no user handle.
        Row(what: "a list of one", allow: [descriptor([9])], hasUser: false, sent: [[9]], rawID: [9]),
        Row(
            what: "a list of two", allow: [descriptor([9]), descriptor(Sample.credentialID)],
            sent: [[9], Sample.credentialID], rawID: Sample.credentialID),
        Row(
            what: "other types are passed over", allow: [descriptor([9]), descriptor([8], type: "future")],
            sent: [[9]], rawID: [9]),
        // Never an empty list in their place: that would ask for any credential.
        Row(
            what: "only other types", allow: [descriptor([8], type: "future")],
            error: .noUsableDescriptor(listed: 1)),
        Row(
            what: "IDs that are too long", allow: [descriptor([1, 2, 3]), descriptor([4])],
            info: { $0.maxCredentialIDLength = 2 }, sent: [[4]], rawID: [4]),
        Row(
            what: "a list that the device takes", allow: many, info: { $0.maxCredentialCountInList = 20 },
            sent: many.map(\.id), rawID: Sample.credentialID),
        Row(
            what: "a list that is too long", allow: many, info: { $0.maxCredentialCountInList = 8 },
            known: [[12]], sent: [[12]], silent: 2, rawID: [12]),
        Row(
            what: "a list that is too long, one at a time", allow: many,
            info: { $0.maxCredentialCountInList = 1 }, known: [[3]], sent: [[3]], silent: 3, rawID: [3]),
        Row(
            what: "a list that is too long, of unknown ones", allow: many,
            info: { $0.maxCredentialCountInList = 8 }, silent: 3, error: .noUsableDescriptor(listed: 20)),
        Row(
            what: "a limit of zero is none", allow: many, info: { $0.maxCredentialCountInList = 0 },
            sent: many.map(\.id), rawID: Sample.credentialID),
    ]
    @Test(arguments: rows) func sendsTheAllowList(row: Row) async throws {
        let scene = try Scene(info: row.info)
        scene.device.set {
            $0.get = { (request) throws(DeviceFailure) in
                Sample.assertion(request, user: row.hasUser ? UserEntity(id: Sample.userID) : nil)
            }
            $0.silent = { (request) throws(DeviceFailure) in
                guard let id = request.allowList.map(\.id).first(where: row.known.contains) else {
                    throw DeviceFailure(.noCredentials, nil)
                }
                return Sample.assertion(request, id: id)
            }
        }
        var document: JSONDocument?
        let error = try await scene.failure {
            let got = try await scene.get(Options.get(allow: row.allow))
            document = got
            return got
        }
        #expect(error == row.error)
        if let sent = row.sent { #expect(scene.device.now.gets.first?.allowList.map(\.id) == sent) }
        #expect(scene.device.now.silents.count == row.silent)
        #expect(document?.root.bytes("rawId") == row.rawID)
    }

    @Test func looksThroughALongExcludeList() async throws {
        let scene = try Scene { $0.maxCredentialCountInList = 8 }
        for known in [[12], nil] as [[UInt8]?] {
            scene.device.set {
                $0.silent = { (request) throws(DeviceFailure) in
                    guard let known, request.allowList.contains(where: { $0.id == known }) else {
                        throw DeviceFailure(.noCredentials, nil)
                    }
                    return Sample.assertion(request, id: known)
                }
            }
            _ = try await scene.create(Options.create { $0.excludeCredentials = Self.many })
            #expect(scene.device.now.makes.last?.excludeList.map(\.id) == [known].compactMap(\.self))
        }
    }

    // MARK: Accounts

    struct Choice: CustomTestStringConvertible {
        let gestures: String
        /// The account of the response, from 1; nil with an error.
        var account: Int?
        var error: ClientError?
        var userSelected = false
        var testDescription: String { gestures }
    }
    static let choices: [Choice] = [
        Choice(gestures: "verify", account: 1),
        Choice(gestures: "approve", account: 1),
        Choice(gestures: "select:1", account: 1),
        Choice(gestures: "select:3", account: 3),
        Choice(gestures: "select:4", error: .accountOutOfRange(chosen: 4, offered: 3)),
        Choice(gestures: "deny", error: .user(.denied)),
        Choice(gestures: "cancel", error: .user(.cancelled)),
        Choice(gestures: "abort", error: .user(.aborted)),
        Choice(gestures: "timeout", error: .user(.timedOut)),
        Choice(gestures: "select:3", account: 1, userSelected: true),
    ]
    @Test(arguments: choices) func letsTheUserChoose(row: Choice) async throws {
        let scene = try Scene(gestures: row.gestures)
        let users = (1...3).map { UserEntity(id: [UInt8($0)], name: "user \($0)") }
        let request = GetAssertionRequest(rpID: "x", clientDataHash: ClientDataHash(of: []))
        scene.device.set {
            $0.get = { (request) throws(DeviceFailure) in
                var first = Sample.assertion(request, id: [1], user: users[0])
                first.numberOfCredentials = 3
                first.userSelected = row.userSelected ? true : nil
                return first
            }
            $0.next = [2, 3].map { Sample.assertion(request, id: [UInt8($0)], user: users[$0 - 1]) }
        }
        let start = scene.clock.now()
        var document: JSONDocument?
        let error = try await scene.failure {
            let got = try await scene.get(Options.get { $0.timeout = 400_000 })
            document = got
            return got
        }
        #expect(error == row.error)
        #expect(document?.root["response"]?.bytes("userHandle") == row.account.map { [UInt8($0)] })
        #expect(document?.root.bytes("rawId") == row.account.map { [UInt8($0)] })
        #expect(scene.user.prompts == (row.userSelected ? [] : [.account(users)]))
        // Whoever does nothing does it for the whole lifetime.
        #expect(scene.clock.now() - start == (row.error == .user(.timedOut) ? 400_000 : 0))
    }

    @Test func aDeviceThatPromisedMoreAccountsEndsTheCeremony() async throws {
        let scene = try Scene()
        scene.device.set {
            $0.get = { (request) throws(DeviceFailure) in
                var first = Sample.assertion(request)
                first.numberOfCredentials = Int.max
                return first
            }
        }
        let error = try await scene.failure { try await scene.get() }
        #expect(error == .device(DeviceFailure(.notAllowed, .nothingPending), .get))
    }

    // MARK: Mediation

    struct Mediated: CustomTestStringConvertible {
        let what: String
        let mediation: Mediation
        var attachment = AuthenticatorAttachment.platform
        var allow: [PublicKeyCredentialDescriptor] = []
        var discoverable: [UInt8] = [1, 2]
        var gestures = "verify"
        var sent: [[UInt8]]?
        var prompts = 0
        var error: ClientError?
        var testDescription: String { "\(mediation): \(what)" }
    }
    static let mediated: [Mediated] = [
        Mediated(what: "asks the device", mediation: .optional, sent: []),
        Mediated(what: "asks the device", mediation: .required, sent: []),
        Mediated(what: "gives null", mediation: .silent, error: .mediation(.silent, .resolvesWithNull)),
        Mediated(
            what: "offers all accounts", mediation: .conditional, gestures: "select:2", sent: [[2]],
            prompts: 1),
        Mediated(
            what: "offers a single one too", mediation: .conditional, discoverable: [5], sent: [[5]],
            prompts: 1),
        Mediated(
            what: "filters", mediation: .conditional, allow: [descriptor([2]), descriptor([7])], sent: [[2]],
            prompts: 1),
        Mediated(
            what: "offers no server-side credential", mediation: .conditional, allow: [descriptor([7])],
            error: .mediation(.conditional, .nothingToOffer)),
        Mediated(
            what: "has nothing to offer", mediation: .conditional, discoverable: [],
            error: .mediation(.conditional, .nothingToOffer)),
        Mediated(
            what: "may be ignored", mediation: .conditional, gestures: "cancel", prompts: 1,
            error: .user(.cancelled)),
        Mediated(
            what: "may be aborted by a modal request", mediation: .conditional, gestures: "abort", prompts: 1,
            error: .user(.aborted)),
        Mediated(what: "asks if there is one", mediation: .immediate, sent: []),
        Mediated(
            what: "shows nothing if there is none", mediation: .immediate, discoverable: [],
            error: .mediation(.immediate, .nothingImmediate)),
        Mediated(
            what: "takes no list", mediation: .immediate, allow: [descriptor([1])],
            error: .mediation(.immediate, .namesCredentials)),
        Mediated(
            what: "leaves security keys alone", mediation: .immediate, attachment: .crossPlatform,
            error: .mediation(.immediate, .notOnThisMachine)),
    ]
    @Test(arguments: mediated) func mediates(row: Mediated) async throws {
        let scene = try Scene(gestures: row.gestures, attachment: row.attachment)
        let request = GetAssertionRequest(rpID: "x", clientDataHash: ClientDataHash(of: []))
        scene.device.set {
            $0.silent = { (request) throws(DeviceFailure) in
                guard let first = row.discoverable.first, request.allowList.isEmpty else {
                    throw DeviceFailure(.noCredentials, nil)
                }
                var assertion = Sample.assertion(request, id: [first])
                assertion.numberOfCredentials = row.discoverable.count
                return assertion
            }
            $0.next = row.discoverable.dropFirst().map { Sample.assertion(request, id: [$0]) }
        }
        let error = try await scene.failure {
            try await scene.get(Options.get(allow: row.allow), mediation: row.mediation)
        }
        #expect(error == row.error)
        #expect(scene.device.now.gets.first?.allowList.map(\.id) == row.sent)
        #expect(scene.user.prompts.count == row.prompts)
        // Silent looks must not sign what the page asked for.
        #expect(scene.device.now.silents.allSatisfy { $0.clientDataHash == ClientDataHash(of: []) })
    }

    struct Lifetime { let asked: Int?, mediation: Mediation, passes: Int64 }
    static let lifetimes: [Lifetime] = [
        Lifetime(asked: nil, mediation: .optional, passes: 300_000),
        Lifetime(asked: 0, mediation: .optional, passes: 300_000),
        Lifetime(asked: 15_000, mediation: .optional, passes: 300_000),
        Lifetime(asked: 450_000, mediation: .optional, passes: 450_000),
        Lifetime(asked: 4_294_967_295, mediation: .optional, passes: 600_000),
        Lifetime(asked: Int.max, mediation: .optional, passes: 600_000),
        // A form field waits as long as the page lives.
        Lifetime(asked: 450_000, mediation: .conditional, passes: 0),
    ]
    @Test(arguments: lifetimes) func theTimeoutPassesAtOnce(row: Lifetime) async throws {
        let scene = try Scene(gestures: "timeout")
        scene.device.set {
            $0.silent = { (request) throws(DeviceFailure) in Sample.assertion(request) }
            $0.get = { [clock = scene.clock] (_) throws(DeviceFailure) in
                clock.advance(milliseconds: 30_000)
                throw DeviceFailure(.userActionTimeout, .userTimeout)
            }
        }
        let start = scene.clock.now()
        let error = try await scene.failure {
            try await scene.get(Options.get { $0.timeout = row.asked }, mediation: row.mediation)
        }
        #expect(error?.exception == .notAllowed)
        #expect(scene.clock.now() - start == row.passes)
    }

    @Test func aCancelledTaskIsThePagesAbortSignal() async throws {
        let scene = try Scene(gestures: "hang")
        scene.device.set {
            $0.get = { (request) throws(DeviceFailure) in
                var first = Sample.assertion(request)
                first.numberOfCredentials = 2
                return first
            }
            $0.next = [
                Sample.assertion(GetAssertionRequest(rpID: "x", clientDataHash: ClientDataHash(of: [])))
            ]
        }
        let task = Task { try await scene.failure { try await scene.get() } }
        while scene.user.prompts.isEmpty { await Task.yield() }
        task.cancel()
        #expect(try await task.value == .user(.aborted))
    }
}
