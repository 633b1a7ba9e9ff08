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
    var payment: PaymentExpectation?
    var metadata: AuthenticatorMetadata?
    var policy = Policy.level3
    /// A second policy, whose findings are compared.
    var otherPolicy: Policy?
    /// Milliseconds since 1970.
    var now: Int64

    /// A report, and what another policy makes of the same.
    struct Judgement {
        let report: Report
        let comparison: ReportComparison?
        /// What was judged.
        let response: [UInt8]

        var json: [UInt8] { report.json(toolVersion: UnderstudyTool.version, comparison: comparison) }
        var text: String {
            let excerpts = report.excerpts(from: response)
            return report.text + (comparison?.text ?? "") + (excerpts.isEmpty ? "" : "\n" + excerpts)
        }
    }

    private func judged(_ judge: (Verifier) -> Report) -> Judgement {
        let report = judge(Verifier(policy: policy))
        let other = otherPolicy.map { judge(Verifier(policy: $0)) }
        return Judgement(
            report: report, comparison: other.map { ReportComparison(of: report, with: $0) },
            response: response)
    }

    func registration() throws(CommandFailure) -> Judgement {
        let parsed: ParsedOptions<CreationOptions> = try readOptions()
        var expectation: RegistrationExpectation
        do {
            expectation = try RegistrationExpectation(
                options: parsed.options, origin: origin, mediation: mediation ?? parsed.mediation,
                trustAnchors: trustAnchors, now: now / 1000)
        } catch { throw .badInput(error.description) }
        if let rpID { expectation.rpID = rpID }
        expectation.metadata = metadata
        return judged { $0.verify(registration: response, expecting: expectation) }
    }

    func authentication() throws(CommandFailure) -> Judgement {
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
        expectation.payment = payment
        return judged { $0.verify(authentication: response, expecting: expectation) }
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
        Option(name: "--related-origins", value: .file("FILE"), help: Words.verifyRelatedOriginsHelp),
        policyOption, decideOption,
        Option(name: "--compare", value: .text("POLICY"), help: Words.compareHelp), formatOption,
    ]
    static let registrationOptions: [Option] =
        common + [
            Option(
                name: "--mediation", value: .word(Mediation.allCases.map(\.rawValue)),
                help: Words.verifyMediationHelp),
            Option(name: "--trust-anchors", value: .file("FOLDER|FILE"), help: Words.trustAnchorsHelp),
            Option(name: "--now", value: .text("TIME"), help: Words.verifyNowHelp),
        ] + MetadataChoice.options
    static let authenticationOptions: [Option] =
        common + [
            Option(name: "--credential", value: .file("FILE"), help: Words.credentialHelp, isRequired: true),
            Option(name: "--user-handle", value: .text("BASE64URL"), help: Words.userHandleHelp),
            Option(name: "--payment", value: .file("FILE"), help: Words.paymentHelp),
        ]
    static let policyOption = Option(name: "--policy", value: .text("POLICY"), help: Words.policyHelp)
    static let decideOption = Option(
        name: "--decide", value: .text("RULE=DECISION"), help: Words.decideHelp, repeats: true)
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
                topOrigins: Self.topOrigins(arguments.all("--allow-top-origin")),
                related: try RelatedOrigins.read(arguments.value("--related-origins"))),
            now: try Self.now(arguments.value("--now")))
        rpID = arguments.value("--rp-id")
        mediation = arguments.value("--mediation")
        if let path = arguments.value("--credential") { credential = try Files.read(path) }
        userHandle = arguments.value("--user-handle")
        if let path = arguments.value("--trust-anchors") { trustAnchors = try TrustAnchors.read(path) }
        metadata = try MetadataChoice.read(arguments, now: now)
        if let path = arguments.value("--payment") {
            let bytes = try Files.read(path)
            do { payment = try PaymentExpectation(json: bytes) } catch {
                throw .badInput(Words.inFile(path, error.description))
            }
        }
        policy = try Self.policy(arguments)
        otherPolicy = try arguments.value("--compare").map(Self.policy(named:))
    }

    static func policy(_ arguments: Arguments) throws(CommandFailure) -> Policy {
        let policy = try arguments.value("--policy").map(Self.policy(named:)) ?? .level3
        return try decided(policy, arguments.all("--decide"))
    }

    static func policy(named name: String) throws(CommandFailure) -> Policy {
        guard let policy = Policy(name: name) else { throw .badInput(Words.noPolicy(name)) }
        return policy
    }

    /// A policy with decisions such as `clientData.origin.upperCase=warn`.
    static func decided(_ policy: Policy, _ decisions: [String]) throws(CommandFailure) -> Policy {
        var policy = policy
        for text in decisions {
            guard let changed = policy.deciding(text) else { throw .badInput(Words.noDecision(text)) }
            policy = changed
        }
        return policy
    }

    /// Nil for `any`, which no origin is called.
    static func topOrigins(_ texts: [String]) -> [String]? { texts.contains("any") ? nil : texts }

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
