import COSE
import Cryptography
import JSON
import RelyingParty
import Synchronization
import Understudy
import WebAuthnModel

extension Verbs {
    static let demo = Verb(name: "demo", summary: DemoWords.summary) { _ in
        try await Demo().run()
        return .done
    }
}

/// A registration, a sign-in and a lie, with all that passes between the parties.
struct Demo {
    /// Collects what passed, to be told at the end of each act.
    private final class Notes: TraceSink {
        private let events = Mutex<[TraceEvent]>([])
        func record(_ event: TraceEvent) { events.withLock { $0.append(event) } }
        func take() -> [TraceEvent] {
            events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    private static let origin = "https://login.example.org"
    private static let liar = "https://login.example.org.evil.example"
    private static let rpID = "login.example.org"

    private let notes = Notes()
    private let random = SystemRandom()
    private let clock = WallClock()

    func run() async throws {
        let document = try ProfileChoice.document("platform").document
        let device = VirtualDevice(
            profile: document.profile,
            environment: Environment(
                clock: clock, randomness: .system, user: GestureScript(), store: MemoryStore()),
            trace: notes)
        let verifier = Verifier()
        try tell(DemoWords.title)

        try tell(DemoWords.registration + "\n")
        let creation = try creationOptions()
        let created = try await act("create", creation.json) {
            try await device.create(creation, in: try caller(Self.origin))
        }
        let registered = verifier.verify(
            registration: created,
            expecting: try RegistrationExpectation(
                options: creation, origin: OriginExpectation([Self.origin]), now: clock.now() / 1000))
        try tellVerdict(registered)

        try tell(DemoWords.signIn + "\n")
        let record = try registered.verified()
        let request = RequestOptions(
            challenge: try random.bytes(32, for: .challenge), rpID: Self.rpID, userVerification: .required)
        let response = try await act("get", request.json) {
            try await device.get(request, in: try caller(Self.origin))
        }
        let signedIn = verifier.verify(
            authentication: response,
            expecting: try AuthenticationExpectation(
                options: request, origin: OriginExpectation([Self.origin]), credential: record))
        try tellVerdict(signedIn)

        try tell(DemoWords.lie + "\n\n" + indented(Help.wrap(DemoWords.theLie, indent: 0)))
        var lying = device
        lying.client.clientData = LyingClientData(origin: Self.liar)
        let lie = try await lying.get(request, in: try caller(Self.origin))
        _ = notes.take()
        let caught = verifier.verify(
            authentication: lie,
            expecting: try AuthenticationExpectation(
                options: request, origin: OriginExpectation([Self.origin]), credential: record))
        try tell(indented(caught.text))
        try tell(DemoWords.next)
    }

    /// A client whose page sits elsewhere than it says.
    private struct LyingClientData: ClientDataBuilder {
        let origin: String
        func build(_ data: CollectedClientData) -> [UInt8] {
            var data = data
            data.origin = origin
            return data.serialized
        }
    }

    private func creationOptions() throws -> CreationOptions {
        CreationOptions(
            rp: .init(id: Self.rpID, name: "Example"),
            user: .init(
                id: try random.bytes(16, for: .credentialID), name: "ada@example.org", displayName: "Ada"),
            challenge: try random.bytes(32, for: .challenge),
            pubKeyCredParams: [.init(algorithm: .es256), .init(algorithm: .rs256)],
            authenticatorSelection: .init(residentKey: .required, userVerification: .required),
            extensions: ExtensionInputs(credProps: true, identifiers: ["credProps"]))
    }

    private func caller(_ origin: String) throws -> CallerContext {
        CallerContext(origin: try Origin(parsing: origin))
    }

    private func act(
        _ verb: String, _ options: [UInt8], _ ceremony: () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        try tell("  " + DemoWords.options(verb, options.count) + "\n" + indented(try pretty(options), by: 4))
        let response = try await ceremony()
        try tell("  " + DemoWords.between)
        for event in notes.take() { try tell("    " + DemoLine.text(of: event)) }
        try tell("\n  " + DemoWords.response(response.count) + "\n" + indented(try pretty(response), by: 4))
        return response
    }

    private func tellVerdict(_ report: Report) throws {
        let failing = report.findings.filter(\.rejects).map(\.code.rawValue)
        try tell(
            "  " + DemoWords.verdict + "\n    "
                + DemoWords.passed(report.findings.count { $0.status == .pass }) + "\n    "
                + DemoWords.outcome(report.verdict.rawValue, failing) + "\n")
    }

    private func pretty(_ json: [UInt8]) throws -> String {
        let text = String(decoding: try JSONValue(parsing: json).pretty(), as: UTF8.self)
        return text.split(separator: "\n").map(Self.shortened).joined(separator: "\n") + "\n"
    }

    /// Long byte strings tell a reader nothing past their beginning.
    private static func shortened(_ line: Substring) -> String {
        line.count <= 88 ? String(line) : line.prefix(80) + "…\"" + (line.hasSuffix(",") ? "," : "")
    }

    private func indented(_ text: String, by count: Int = 2) -> String {
        let margin = String(repeating: " ", count: count)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
    }

    private func tell(_ text: String) throws { try Terminal.outputLine(Array(text.utf8)) }
}

/// One line for one trace event.
enum DemoLine {
    static func text(of event: TraceEvent) -> String {
        switch event.content {
        case .request(let code, let message): "client → authenticator   \(code.name), \(message.count) bytes"
        case .response(_, let message, let status, _):
            "client ← authenticator   \(status), \(message.count) bytes"
        case .u2fRequest(let request):
            "client → authenticator   \(request.name), \(request.apdu.extended.count) bytes"
        case .u2fResponse(_, let message, _): "client ← authenticator   \(message.count) bytes"
        case .prompt(let text): "user is asked            \(text)"
        case .gesture(let text): "user answers             \(text)"
        case .decision(let text): "client decides           \(text)"
        case .fault(let fault, _): "fault                    \(fault)"
        }
    }
}
