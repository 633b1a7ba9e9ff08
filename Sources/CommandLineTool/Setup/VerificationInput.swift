import Bytes
import Cryptography
import RelyingParty
import Understudy
import WebAuthnModel

/// What a server would know and have received when it verifies: from arguments or from a line of a session.
struct VerificationInput {
    var options: [UInt8]
    var response: [UInt8]
    var origin: OriginExpectation
    var rpID: String?
    var mediation: String?
    var credential: [UInt8]?
    var userHandle: String?
    var trustAnchors: [X509Certificate] = []
    var policy = Policy.level3
    /// Milliseconds since 1970.
    var now: Int64

    func registration() throws(CommandFailure) -> Report {
        let parsed: ParsedOptions<CreationOptions> = try readOptions()
        var expectation: RegistrationExpectation
        do {
            expectation = try RegistrationExpectation(
                options: parsed.options, origin: origin, mediation: mediation ?? parsed.mediation,
                trustAnchors: trustAnchors, now: now / 1000)
        } catch { throw .badInput(error.description) }
        if let rpID { expectation.rpID = rpID }
        return Verifier(policy: policy).verify(registration: response, expecting: expectation)
    }

    func authentication() throws(CommandFailure) -> Report {
        let parsed: ParsedOptions<RequestOptions> = try readOptions()
        guard let credential else { throw .badInput(Words.noCredential) }
        var expectation: AuthenticationExpectation
        do {
            expectation = try AuthenticationExpectation(
                options: parsed.options, origin: origin, userHandle: try handle(),
                credential: try CredentialRecord(json: credential))
        } catch let error as RelyingPartyError {
            throw .badInput(Words.inPart("credential", error.description))
        } catch let error as BytesError {
            throw .badInput(Words.notBase64URL("user handle", error.description))
        } catch { throw CommandFailure(status: .defect, message: Words.defect("\(error)")) }
        if let rpID { expectation.rpID = rpID }
        return Verifier(policy: policy).verify(authentication: response, expecting: expectation)
    }

    private func handle() throws(BytesError) -> [UInt8]? {
        guard let userHandle else { return nil }
        return try Base64URL.decode(userHandle)
    }

    private func readOptions<Options: CeremonyOptions>() throws(CommandFailure) -> ParsedOptions<Options> {
        do { return try ParsedOptions<Options>(json: options) } catch { throw .badInput(error.description) }
    }
}

extension VerificationInput {
    static let common: [Option] = [
        Option(name: "--options", value: .file("FILE|-"), help: Words.verifyOptionsHelp, isRequired: true),
        Option(name: "--response", value: .file("FILE|-"), help: Words.verifyResponseHelp),
        Option(
            name: "--origin", value: .text("ORIGIN"), help: Words.verifyOriginHelp, repeats: true,
            isRequired: true),
        Option(name: "--rp-id", value: .text("ID"), help: Words.rpIDHelp),
        Option(name: "--allow-cross-origin", value: .none, help: Words.allowCrossOriginHelp),
        Option(
            name: "--allow-top-origin", value: .text("ORIGIN"), help: Words.allowTopOriginHelp, repeats: true),
        policyOption, formatOption,
    ]
    static let registrationOptions: [Option] =
        common + [
            Option(name: "--mediation", value: .text("WORD"), help: Words.verifyMediationHelp),
            Option(name: "--trust-anchors", value: .file("FOLDER|FILE"), help: Words.trustAnchorsHelp),
            Option(name: "--now", value: .text("TIME"), help: Words.verifyNowHelp),
        ]
    static let authenticationOptions: [Option] =
        common + [
            Option(name: "--credential", value: .file("FILE"), help: Words.credentialHelp, isRequired: true),
            Option(name: "--user-handle", value: .text("BASE64URL"), help: Words.userHandleHelp),
        ]
    static let policyOption = Option(
        name: "--policy", value: .word(Policy.all.map(\.name)), help: Words.policyHelp)
    static let formatOption = Option(
        name: "--format", value: .word(["text", "json"]), help: Words.formatHelp)

    init(_ arguments: Arguments) throws(CommandFailure) {
        let optionsPath = try arguments.required("--options")
        let responsePath = arguments.value("--response") ?? "-"
        guard responsePath != "-" || optionsPath != "-" else { throw .badInput(Words.bothFromStandardInput) }
        self.init(
            options: try Files.read(optionsPath), response: try Files.read(responsePath),
            origin: OriginExpectation(
                arguments.all("--origin"), allowCrossOrigin: arguments.has("--allow-cross-origin"),
                topOrigins: arguments.all("--allow-top-origin")),
            now: try Self.now(arguments.value("--now")))
        rpID = arguments.value("--rp-id")
        mediation = arguments.value("--mediation")
        if let path = arguments.value("--credential") { credential = try Files.read(path) }
        userHandle = arguments.value("--user-handle")
        if let path = arguments.value("--trust-anchors") { trustAnchors = try TrustAnchors.read(path) }
        policy = Self.policy(arguments)
    }

    static func policy(_ arguments: Arguments) -> Policy {
        arguments.value("--policy").flatMap(Policy.init(name:)) ?? .level3
    }

    static func now(_ text: String?) throws(CommandFailure) -> Int64 {
        guard let text else { return WallClock().now() }
        guard let instant = TimeText.instant(text) else { throw .badInput(Words.noTime(text)) }
        return instant
    }

    /// JSON for programs, words on a terminal, unless somebody said which.
    static func wantsText(_ arguments: Arguments) -> Bool {
        switch arguments.value("--format") {
        case "text": true
        case "json": false
        default: Terminal.outputIsInteractive
        }
    }
}
