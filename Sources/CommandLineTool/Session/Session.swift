import Authenticator
import CTAP
import Faults
import JSON
import RelyingParty
import Synchronization
import Understudy

/// Many calls in one process: each line of JSON is answered by a line of JSON.
final class Session {
    static let calls = [
        "create", "get", "verify/registration", "verify/authentication", "explain", "reset", "power-cycle",
        "capabilities",
    ]

    /// A person whose script changes from call to call.
    private final class SessionUser: User {
        private let script = Mutex(GestureScript())
        func follow(_ next: GestureScript) { script.withLock { $0 = next } }
        func answer(_ prompt: UserPrompt) async -> Gesture {
            await script.withLock { $0 }.answer(prompt)
        }
    }

    /// What a call came to.
    private enum Answer {
        case result([UInt8])
        case rejection(CeremonyCall.Rejection)
    }

    private let setup: DeviceSetup
    private let gesture: String?
    private let user = SessionUser()
    /// Devices stay powered up from call to call.
    private var devices: [String: VirtualDevice] = [:]

    init(_ setup: DeviceSetup, gesture: String?) {
        self.setup = setup
        self.gesture = gesture
    }

    /// The answer to one line.
    func answer(_ line: LineReader.Line) async -> [UInt8] {
        guard case .text(let text) = line else {
            return failure(nil, .badInput(Words.lineTooLong(LineReader.maximumBytes)))
        }
        let call: SessionLine
        do { call = try SessionLine(text) } catch { return failure(error.id, .badInput(error.message)) }
        do {
            switch try await run(call) {
            case .result(let json):
                return message(call.id) { writer in writer.member("result", raw: json) }
            case .rejection(let rejection):
                return message(call.id) { writer in
                    writer.member("status", Int(ExitStatus.promiseRejected.rawValue))
                    rejection.write(to: &writer)
                }
            }
        } catch { return failure(call.id, error) }
    }

    private func run(_ line: SessionLine) async throws(CommandFailure) -> Answer {
        switch line.call {
        case "create", "get": return try await ceremony(line)
        case "verify/registration":
            return .result(try verification(line).registration().json)
        case "verify/authentication":
            return .result(try verification(line).authentication().json)
        case "explain": return .result(try explain(line))
        case "reset": return try await reset(line)
        case "power-cycle":
            devices[try knownName(line)] = nil
            return .result(Array("{}".utf8))
        case "capabilities": return .result(capabilities)
        default: throw .badInput(Words.unknownCall(line.call, Self.calls))
        }
    }

    /// The authenticator that a call names; one with faults is another device on the same store, for this call.
    private func device(
        _ line: SessionLine, faults: [PlannedFault] = []
    ) throws(CommandFailure) -> VirtualDevice {
        let name = try line.string("authenticator") ?? DeviceSetup.standardName
        let profile = try line.string("profile")
        guard faults.isEmpty else {
            return try setup.device(authenticator: name, profile: profile, user: user, faults: faults)
        }
        // The store says whether a profile that is named again is the same model.
        if let known = devices[name], profile == nil { return known }
        let device = try setup.device(authenticator: name, profile: profile, user: user)
        if let known = devices[name] { return known }
        devices[name] = device
        return device
    }

    private func ceremony(_ line: SessionLine) async throws(CommandFailure) -> Answer {
        let call = CeremonyCall(
            origin: try line.requiredString("origin"), crossOrigin: try line.bool("crossOrigin"),
            topOrigin: try line.string("topOrigin"), mediation: try line.string("mediation"),
            options: try line.json("options"))
        user.follow(try DeviceSetup.gesture(try line.string("gesture") ?? gesture))
        let device = try device(line, faults: try DeviceSetup.faults(try line.strings("faults")))
        let result =
            line.call == "create"
            ? try await call.create(on: device, maxWait: setup.maxWait)
            : try await call.get(on: device, maxWait: setup.maxWait)
        switch result.outcome {
        case .response(let json): return .result(json)
        case .rejection(let rejection): return .rejection(rejection)
        }
    }

    private func reset(_ line: SessionLine) async throws(CommandFailure) -> Answer {
        user.follow(try DeviceSetup.gesture(try line.string("gesture") ?? gesture))
        let name = try knownName(line)
        // A reset is allowed only just after power-up.
        devices[name] = nil
        let device = try device(line)
        do { try await device.authenticator.reset() } catch {
            throw .badInput(error.description)
        }
        return .result(Array("{}".utf8))
    }

    /// The name of an authenticator that is there: neither of these calls makes one.
    private func knownName(_ line: SessionLine) throws(CommandFailure) -> String {
        let name = try line.string("authenticator") ?? DeviceSetup.standardName
        let known: KeptAuthenticator?
        do { known = try setup.directory.authenticator(named: name) } catch { throw CommandFailure(error) }
        guard known != nil else { throw .badInput(Words.noAuthenticator(name)) }
        return name
    }

    private func verification(_ line: SessionLine) throws(CommandFailure) -> VerificationInput {
        var input = VerificationInput(
            options: try line.json("options"), response: try line.json("response"),
            origin: OriginExpectation(
                try line.strings("origin"), allowCrossOrigin: try line.bool("allowCrossOrigin"),
                topOrigins: VerificationInput.topOrigins(try line.strings("allowTopOrigin")),
                related: try Self.relatedOrigins(line)),
            now: try line.string("now").map { (text) throws(CommandFailure) in
                try VerificationInput.now(text)
            } ?? setup.clock.now())
        input.rpID = try line.string("rpId")
        input.mediation = try line.string("mediation")
        input.credential = line.optionalJSON("credential")
        input.userHandle = try line.string("userHandle")
        if let path = try line.string("trustAnchors") { input.trustAnchors = try TrustAnchors.read(path) }
        if let name = try line.string("policy") {
            input.policy = try VerificationInput.policy(named: name)
        }
        input.policy = try VerificationInput.decided(input.policy, try line.strings("decide"))
        input.otherPolicy = try line.string("compare").map(VerificationInput.policy(named:))
        if let payment = line.optionalJSON("payment") {
            do { input.payment = try PaymentExpectation(json: payment) } catch {
                throw .badInput(Words.inPart("payment", error.description))
            }
        }
        return input
    }

    private static func relatedOrigins(_ line: SessionLine) throws(CommandFailure) -> RelatedOrigins? {
        guard let document = line.optionalJSON("relatedOrigins") else { return nil }
        do { return try RelatedOrigins(parsing: document) } catch {
            throw .badInput(Words.inPart("relatedOrigins", error.description))
        }
    }

    private func explain(_ line: SessionLine) throws(CommandFailure) -> [UInt8] {
        do {
            return try Explainer.explain(
                input: Array(try line.requiredString("input").utf8), knownRPIDs: try line.strings("rpId"),
                modelName: Verbs.modelName
            ).json()
        } catch let error as ExplainError {
            throw .badInput(error.description)
        } catch let failure as CommandFailure { throw failure } catch {
            throw CommandFailure(status: .defect, message: Words.defect("\(error)"))
        }
    }

    private var capabilities: [UInt8] {
        var writer = JSONWriter()
        func strings(_ name: String, _ values: [String]) {
            writer.beginArray(name)
            for value in values { writer.value(value) }
            writer.endArray()
        }
        writer.beginObject()
        writer.member("version", UnderstudyTool.version)
        strings("calls", Self.calls)
        strings("profiles", BuiltInProfiles.names)
        strings("policies", Policy.all.map(\.name))
        strings("refinements", PolicyRefinement.all.map(\.name))
        strings("faults", FaultCatalog.all.map { "\($0.id)" })
        writer.endObject()
        return writer.bytes
    }

    private func message(_ id: [UInt8]?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if let id { writer.member("id", raw: id) }
        body(&writer)
        writer.endObject()
        return writer.bytes
    }

    private func failure(_ id: [UInt8]?, _ failure: CommandFailure) -> [UInt8] {
        message(id) { writer in
            writer.member("status", Int(failure.status.rawValue))
            writer.beginObject("error")
            writer.member("message", failure.message)
            writer.endObject()
        }
    }
}

extension Verbs {
    static let session = Verb(
        name: "session", summary: Words.sessionSummary,
        options: DeviceSetup.options.filter { !["--profile", "--authenticator"].contains($0.name) },
        details: Words.sessionDetails
    ) { arguments in
        let gesture = arguments.value("--gesture")
        _ = try DeviceSetup.gesture(gesture)
        let session = Session(try DeviceSetup(arguments, ownership: .owner), gesture: gesture)
        var lines = LineReader()
        while let line = lines.next() {
            if case .text(let text) = line, text.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { continue }
            try Terminal.outputLine(await session.answer(line))
        }
        return .done
    }
}
