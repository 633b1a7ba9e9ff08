import CTAP
import Faults
import RelyingParty
import WebAuthnModel

/// Every word that the tool shows to a person, but for what the library says of its own errors.
enum Words {
    // MARK: The tool

    static let summary = "a software authenticator, the client in front of it and the verifier behind it"
    static let rootDetails = [
        "Give it a server's options and get back what a browser would have sent; give it both and learn what a relying party must say to it.",
        "JSON goes to standard output, words for people to standard error. `understudy VERB --help` tells more of each verb.",
    ]
    static let versionHelp = "Print the version"
    static let standardInput = "standard input"
    static let exitStatuses = [
        ("0", "done, or accepted by the verifier"), ("1", "rejected by the verifier"),
        ("2", "bad arguments, or a file that is not what it must be"),
        ("3", "the browser would have rejected the promise; the error object is on standard output"),
        ("4", "the environment lacks something; the message says what to install"),
        ("5", "the store is busy or damaged; the message says what to do"),
        ("70", "a defect of understudy itself"),
    ]
    static let environment = [
        ("UNDERSTUDY_STORE", "the store to use where --store does not say"),
        ("XDG_DATA_HOME", "where the user's own store lies, in understudy/credentials.sqlite"),
    ]

    static func failure(_ message: String) -> String { "understudy: \(message)" }
    static func note(_ message: String) -> String { "note: \(message)" }
    static func defect(_ text: String) -> String {
        "this is a defect of understudy, please report it: \(text)"
    }
    static func inFile(_ path: String, _ message: String) -> String { "\(path): \(message)" }
    static func inPart(_ part: String, _ message: String) -> String { "the \(part): \(message)" }

    // MARK: Arguments

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

    static func unknownVerb(_ word: String, after path: String, verbs: [String]) -> String {
        "\(path) has no verb \"\(word)\"; there are \(list(verbs))"
    }
    static func verbMissing(_ path: String, verbs: [String]) -> String {
        "\(path) needs a verb: \(list(verbs)); see \(path) --help"
    }
    static func unknownOption(_ name: String, of path: String, options: [String]) -> String {
        "\(path) has no option \(name)"
            + (options.isEmpty ? " and takes none" : "; there are \(list(options))")
    }
    static func optionTwice(_ name: String) -> String { "\(name) may be given only once" }
    static func optionMissing(_ synopsis: String, of path: String) -> String {
        "\(path.isEmpty ? "this verb" : path) needs \(synopsis)"
    }
    static func optionNeedsValue(_ synopsis: String) -> String { "a value is missing: \(synopsis)" }
    static func optionTakesNoValue(_ name: String) -> String { "\(name) takes no value" }
    static func unknownWord(_ word: String, of name: String, words: [String]) -> String {
        "\(name) cannot be \"\(word)\"; it is one of \(list(words))"
    }
    static func operandCount(_ count: Int, wanted: String, of path: String) -> String {
        wanted.isEmpty
            ? "\(path) takes no arguments without a name, and got \(count)"
            : "\(path) takes \(wanted), and got \(count) arguments"
    }
    static func unknownShell(_ shell: String, _ shells: [String]) -> String {
        "there are no completions for \"\(shell)\"; there are some for \(list(shells))"
    }
    static func noTime(_ text: String) -> String {
        "\"\(text)\" is no time; write 2026-11-30T12:00:00Z or Unix seconds"
    }
    static func noDuration(_ text: String) -> String {
        "\"\(text)\" is no duration; write 500ms, 30s or 5m, at most a day"
    }
    static let emptySeed = "--seed is empty; write some bytes in hexadecimal"
    static func badSeed(_ why: String) -> String { "--seed must be hexadecimal: \(why)" }
    static func noOrigin(_ text: String, _ why: String) -> String { "\"\(text)\" is no origin: \(why)" }
    static func notBase64URL(_ what: String, _ why: String) -> String { "\(what) must be base64url: \(why)" }
    static func credentialIDLength(_ count: Int) -> String {
        "a credential ID has 1 to 1023 bytes, not \(count)"
    }
    static let bothFromStandardInput = "--options and --response cannot both be standard input"

    // MARK: Files

    static func cannotRead(_ path: String, _ why: String) -> String { "cannot read \(path): \(why)" }
    static func cannotWrite(_ path: String, _ why: String) -> String { "cannot write \(path): \(why)" }
    static func cannotWriteOutput(_ why: String) -> String { "cannot write to standard output: \(why)" }
    static func isFolder(_ path: String) -> String { "\(path) is a folder; name a file" }
    static func tooLarge(_ path: String, _ maximum: Int) -> String {
        "\(path) has more than \(maximum) bytes, which are the most that are read"
    }
    static func noCertificates(_ path: String) -> String {
        "\(path) holds no certificate; DER or PEM (BEGIN CERTIFICATE) is read"
    }
    static let noPEMEnd = "it does not end"
    static func brokenPEM(block: Int, _ why: String) -> String { "certificate \(block): \(why)" }
    static let noHome =
        "neither --store, UNDERSTUDY_STORE, XDG_DATA_HOME nor HOME says where to keep credentials"
    static func keptProfileBroken(_ name: String, _ why: String) -> String {
        "the profile that the store keeps for authenticator \(name) cannot be read: \(why)"
    }

    // MARK: Ceremonies

    static let createSummary = "answer a server's creation options: a registration"
    static let getSummary = "answer a server's request options: a sign-in"
    static let originHelp = "The page's origin, https://login.example.org for example"
    static let optionsHelp = "The server's options, bare or wrapped in publicKey; standard input unless given"
    static let mediationHelp = "As if the page had given this mediation"
    static let crossOriginHelp = "The page sits in a frame of another origin"
    static let topOriginHelp = "The origin of the top-level page, which makes the caller cross-origin"
    static let profileHelp =
        "The model of a new authenticator (platform unless given); see understudy profiles list"
    static let authenticatorHelp =
        "Which authenticator of the store (default unless given); made on first use"
    static let gestureHelp = "What the user does: \(GestureScript.vocabulary)"
    static let seedHelp = "Make everything follow from these bytes: the same run again, guessable keys"
    static let nowHelp = "Let the clock stand at this time: 2026-11-30T12:00:00Z or Unix seconds"
    static let maxWaitHelp = "Give up on a promise that does not settle (60s unless given)"
    static let suffixListHelp = "A public suffix list to use instead of the built-in one"
    static let relatedOriginsHelp = "What the RP ID's /.well-known/webauthn would hold"
    static let enterpriseRPIDHelp =
        "An RP ID that whoever manages the platform lets know one device from another"
    static let traceHelp = "Write every CTAP message, prompt and decision to this file, a JSON object a line"
    static func traceIncomplete(_ why: String) -> String { "the trace is not complete: \(why)" }
    static let ceremonyDetails =
        "On success the response's JSON is on standard output, as PublicKeyCredential.toJSON() gives it, with exit status 0. Where a browser would reject the promise, {\"error\": {name, message, cause}} is there instead, with exit status 3: name is what the page sees, cause what it is never told."
    static let faultHelp = "Break this rule on purpose; see understudy faults list"
    static let faultDetails =
        "A fault breaks one rule in this answer and nothing else; several may be given. One that makes no sense here, or that changed nothing, ends with exit status 2 and no response."
    static let gestureDetails =
        "A gesture script has one word for each prompt, in order; the last repeats. verify touches and verifies, typing the PIN where one is needed; a security key without a PIN gets one first. approve only touches. cancel is the user's dismissal, abort the page's AbortSignal, timeout lets the simulated clock run out at once, hang never answers."
    static let wrongOptions = "The options are not valid."
    static func noMediation(_ word: String) -> String { "there is no mediation \"\(word)\"" }
    static func neverSettled(_ wait: Duration) -> String {
        let parts = wait.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        return "the promise did not settle within \(milliseconds) ms (--max-wait)"
    }
    static let seededWarning = "everything follows from the seed: whoever knows it can make these keys again"

    // MARK: Verification

    static let verifySummary = "judge a response as a relying party must, or run a corpus of cases"
    static let verifyDetails =
        "Every step of WebAuthn Level 3 that applies ends as a finding: what was expected, what came, at which byte, and what the specification says. The exit status is 0 for accept, 1 for reject."
    static let verifyRegistrationSummary = "judge the response to a registration"
    static let verifyAuthenticationSummary = "judge the response to an authentication"
    static let casesHelp = "A corpus of ceremonies with the right verdicts; one line each and a summary"
    static let verifyOptionsHelp = "The options that the server made"
    static let verifyResponseHelp = "The response that came back; standard input unless given"
    static let verifyOriginHelp = "An origin where the ceremony may have been run"
    static let rpIDHelp = "The RP ID, where the options do not name it or name another"
    static let allowCrossOriginHelp = "Accept ceremonies from cross-origin frames"
    static let allowTopOriginHelp =
        "A top-level origin in whose frames ceremonies may be run; any for whichever"
    static let policyHelp =
        "Which rules decide: \(list(Policy.all.map(\.name))) (level3 unless given), and after a comma how they are changed: \(list(PolicyRefinement.all.map(\.name)))"
    static let decideHelp =
        "Decide fail, warn, pass or ignore of a rule, or of one way to break it: clientData.origin.upperCase=warn"
    static let compareHelp =
        "Tell where another policy would decide otherwise; the exit status is the first one's"
    static let paymentHelp =
        "The payment that was to be confirmed (Secure Payment Confirmation): topOrigin, total, instrument …"
    static let verifyRelatedOriginsHelp =
        "The RP ID's /.well-known/webauthn: the origins that it lists are expected too"
    static let verifyRulesSummary =
        "every rule: what it says, where it is specified, what each policy decides"
    static let verifyRulesDetails =
        "A rule's code is what reports, --decide and other people's scripts know it by; a variant is one way to break it."
    static func noPolicy(_ name: String) -> String {
        "there is no policy \"\(name)\"; there are \(list(Policy.all.map(\.name))), each with any of \(list(PolicyRefinement.all.map(\.name))) after a comma"
    }
    static func noDecision(_ text: String) -> String {
        "\"\(text)\" is no decision: it is written RULE=fail|warn|pass|ignore; understudy verify rules lists the rules"
    }
    static let formatHelp = "Words or JSON (JSON unless standard output is a terminal)"
    static let verifyMediationHelp = "conditional, where the registration was a conditional one"
    static let trustAnchorsHelp = "Certificates that may vouch for authenticators, PEM or DER"
    static let metadataBLOBHelp = "A BLOB of the FIDO Metadata Service, whose entries vouch for models"
    static let metadataRootHelp = "Certificates that may vouch for the signer of the BLOB, PEM or DER"
    static let metadataSignerHelp =
        "The host that the BLOB's signer must be: mds.fidoalliance.org, where the root is a public one"
    static let metadataNumberHelp = "The number of the last BLOB; an older one is refused"
    static let metadataRootMissing =
        "--metadata needs --metadata-root: nothing says yet who may sign the BLOB. For the service's own, name the "
        + "root certificate of whoever issues mds.fidoalliance.org's (at present GlobalSign), which its publisher has on "
        + "its site; for one that profiles show wrote, the .root.pem beside it"
    static func noMetadataNumber(_ text: String) -> String {
        "--metadata-number cannot be \"\(text)\"; it is the number no of a BLOB"
    }
    static func onlyWithMetadata(_ option: String) -> String { "\(option) has no meaning without --metadata" }
    static let verifyNowHelp = "When certificates must be valid (now unless given)"
    static let credentialHelp =
        "The credential record, or the report of its registration or of its last sign-in"
    static let userHandleHelp = "The user handle of the user who was identified beforehand"
    static let noCredential = "a credential record is needed: the report of the registration will do"
    static func rejected(_ report: Report) -> String {
        let codes = report.findings.filter(\.rejects).map(\.code.rawValue)
        return "rejected: \(list(codes))"
    }
    static func line(of result: CaseResult) -> String {
        let verdict = result.verdict?.rawValue ?? "not judged"
        let failing = result.report?.findings.filter(\.rejects).map(\.code.rawValue) ?? []
        return "\(result.agreement.rawValue)  \(result.id)  \(result.kind)  \(verdict)"
            + (failing.isEmpty ? "" : "  \(list(failing))")
    }

    static func summary(of cases: CaseSummary) -> String {
        let ceremonies = cases.agreeing + cases.disagreeing + cases.unsupported + cases.notStated
        return "\(ceremonies) ceremonies: \(cases.agreeing) as expected, \(cases.disagreeing) not, "
            + "\(cases.unsupported) unsupported, \(cases.notStated) without an expectation; "
            + "\(cases.codecAgreeing + cases.codecDisagreeing) codec tests: \(cases.codecAgreeing) as expected, "
            + "\(cases.codecDisagreeing) not; \(cases.notJudged) of other kinds"
    }

    // MARK: Other verbs

    static let explainSummary = "find out what some bytes are and name every one of them"
    static let explainDetails =
        "Takes an attestation object, authenticator data, client data, a COSE key, a certificate, a signature, a CTAP message, options or a whole response, in base64url, base64, hexadecimal, PEM, binary or JSON. A word that names no file is taken as the text itself."
    static let neitherFileNorKnown = "there is no such file, and as text it is nothing that is known"
    static let explainAsHelp = "Take the input for this kind of thing"
    static let explainRPIDHelp = "An RP ID to compare hashes with"
    static let profilesSummary = "the models of authenticators"
    static let profilesListSummary = "the built-in models"
    static let profilesShowSummary =
        "a model: what it answers to getInfo, what is withheld, where the facts are from"
    static let profilesShowDetails =
        "getInfo is what a new device answers here. withheld lists what the real model claims besides and this device does not repeat, because it is not implemented."
    static let serverTrustDetails =
        "--roots and --metadata write what a server needs in order to trust this model: the roots of its attestation, and a signed BLOB of the FIDO Metadata Service with its metadata statement as the one entry; beside FILE, FILE.statement.json is the statement alone and FILE.root.pem the root of the BLOB's signature. An authority belongs to an authenticator of a store, and is made with it: name the same --store and --authenticator, or the same --seed, as for create."
    static let rootsHelp = "Write the attestation roots into this folder, PEM, one a file"
    static let metadataHelp = "Write a metadata BLOB to this file, its statement and its root beside it"
    static let forceHelp = "Replace files that are there already"
    static func fileExists(_ path: String) -> String { "\(path) is there already; --force replaces it" }
    static func onlyWithFiles(_ option: String) -> String {
        "\(option) has no meaning without --roots or --metadata"
    }
    static let authorityWouldBeLost =
        "an authority made in :memory: is gone when this verb ends; name a --store, or a --seed"
    static let noRoots = "this model attests without certificates, so that there are no roots"
    static let profilesCheckSummary = "check profiles of one's own: all that is wrong with them"
    static func profileIsRight(_ path: String, _ title: String) -> String { "\(path): \(title)" }
    static let faultsSummary = "what can be made wrong on purpose"
    static let faultsListSummary = "every fault, with the rule that catches it"
    static let faultsShowSummary = "one fault: what it does, where it makes sense, and who can notice"
    static let faultsDetails =
        "A fault's name is the code of the rule that it breaks and one word that says how. Where it takes a value, that stands behind an equals sign: clientData.origin.other=https://evil.example."
    static let layerHelp = "Only faults of this part of a ceremony"
    static func caughtBy(_ catcher: FaultCatcher) -> String {
        switch catcher {
        case .rule(let code): "caught by \(code.rawValue)"
        case .nobody(let why): "caught by nobody: \(why)"
        case .allowed(let why): "no fault to a verifier: \(why)"
        }
    }
    static func takes(_ parameter: FaultParameter) -> String {
        "takes \(parameter.meaning), \(parameter.form)"
            + (parameter.standard.map { "; \($0) unless given" } ?? "; it must be given")
    }
    static func signs(_ signing: FaultSigning) -> String {
        switch signing {
        case .overTheLie: "the signatures over it are valid: they are over the lie"
        case .broken: "a signature is not valid: that is the fault"
        case .notCovered: "no signature covers the place"
        }
    }
    static let credentialsSummary = "what the store keeps"
    static let oneAuthenticatorHelp = "Only this authenticator"
    static let credentialsListSummary = "all credentials, without their keys"
    static let credentialsShowSummary = "one credential, without its key"
    static let credentialsDeleteSummary = "remove a credential"
    static let credentialsExportSummary =
        "give credentials to another virtual authenticator, private keys and all"
    static let credentialsImportSummary = "take credentials from another virtual authenticator"
    static let exportFormatHelp = "The form that the other side takes"
    static let importFormatHelp = "The form that the other side gave (recognised unless given)"
    static let exportOutputHelp =
        "Write to this file, which only its owner may read, instead of standard output"
    static let exchangeFormsDetails =
        "cdp is Chromium's WebAuthn.Credential of the DevTools protocol, bytes in base64; webdriver the same of WebDriver and of Firefox's Marionette, bytes in base64url; playwright what Playwright's context.credentials has."
    static let exportDetails =
        "The IDs name credentials; all are exported without them. The private keys stand in the result as they are, in PKCS #8, and no form carries all that Understudy keeps: standard error says what is left behind."
    static let importDetails =
        "FILE has one credential, an array of them, or the answer of getCredentials around it. Everything is checked first, and all or nothing is kept; what was imported is on standard output, as credentials list shows it. Counters go on above those that were imported, and a model whose counter stays at zero refuses others."
    static let privateKeysAreInIt = "the private keys are in it, unencrypted: who reads it can sign in"
    static func notInForm(_ form: String, _ part: String, _ count: Int) -> String {
        "\(form) has no place for \(part): \(count) \(count == 1 ? "credential loses" : "credentials lose") it"
    }
    static let credentialsCheckSummary = "look at everything in the store and say what is wrong with it"
    static func storeProblems(_ problems: [String]) -> String {
        "the store is damaged: \(problems.prefix(5).joined(separator: "; "))\(problems.count > 5 ? "; …" : "")"
    }
    static let storeHasNoFile = "a store in memory has no file: name one with --store"
    static let snapshotSummary = "copy the whole store, as it is now, into a new file"
    static let snapshotDetails = [
        "The copy is a store of its own, whole and readable by its owner alone; others may go on with the store meanwhile. It holds the keys. Counters that another process has leased are at their ceilings."
    ]
    static let restoreSummary = "put a snapshot in the place of all that the store has"
    static let restoreDetails = [
        "Everything goes back to where it was, counters too: a server that remembers a higher one should refuse the next sign-in. The snapshot is looked at first, and the store changes in one step; refused with exit status 5 while a process owns the store.",
        "Without a store at the place, one is made. A file there that is no store is left alone: move it away first.",
    ]
    static let cloneSummary = "copy the whole store into a second one that goes its own way"
    static let cloneDetails = [
        "As snapshot does. Both hold the same keys and count for themselves from now on, as cloned authenticators do: a server finds them out by the counter (§6.1.1), where the model counts."
    ]
    static let cloneNote =
        "both stores hold the same keys; each counts for itself, and a server that looks at counters will notice"
    static let diffSummary = "what differs between the store and another one"
    static let diffDetails = [
        "A JSON array, a line for each authenticator or credential that the two do not have alike, in the order of names and IDs: {authenticator, id, only: here|there} or {authenticator, id, changes: {member: {here, there}}}; without id it is the authenticator itself. Here is the store of --store, there is FILE. Of keys, PINs and documents it says \"differs\" and no more.",
        "The exit status is 0 whether they differ or not; equal stores give [].",
    ]
    static func noAuthenticator(_ name: String) -> String { "the store has no authenticator \(name)" }
    static let completionsSummary = "completions for a shell"
    static let manualSummary = "the manual page; read it with: understudy manual | man -l -"
    static let doctorSummary = "what this machine can and cannot do"
    static let limits = [
        "reach a real browser, OpenSSH or libfido2: there is no transport yet",
        "verify ML-DSA signatures: libcrypto 3.0 cannot, so they end as unsupported",
    ]
    static func storeNotYet(_ path: String) -> String { "\(path) will be made on first use" }
    static func storeIsThere(_ path: String, _ authenticators: Int, _ credentials: Int) -> String {
        "\(path) has \(authenticators) authenticators with \(credentials) credentials"
    }
    static func terminal(_ isInteractive: Bool) -> String {
        isInteractive ? "a person reads standard error" : "no terminal: output is plain"
    }
    static func clock(_ isSet: Bool) -> String {
        isSet ? "the clock is set" : "the clock is in the past: certificates will look as if not yet valid"
    }

    // MARK: Session

    static let sessionSummary = "the same calls as JSON lines on standard input and output"
    static let sessionDetails = [
        "Each line is an object with call, an id that comes back with the answer, and the call's own members: {\"id\": 1, \"call\": \"create\", \"origin\": \"https://login.example.org\", \"options\": {…}}. The answer is {\"id\": 1, \"result\": {…}} or {\"id\": 1, \"status\": 3, \"error\": {…}}, status being the exit status that the verb would have had.",
        "create and get take origin, options, crossOrigin, topOrigin, mediation, authenticator, profile, gesture and faults; verify/registration and verify/authentication take options, response, origin, rpId, allowCrossOrigin, allowTopOrigin, relatedOrigins, mediation, policy, decide, compare, now, trustAnchors (a path), credential, userHandle and payment; explain takes input and rpId; reset takes authenticator and gesture; power-cycle takes authenticator; capabilities takes nothing.",
        "A session owns its store while it lasts, and so commits counters in blocks: after a crash they jump forward, never back. The verbs may be used beside it.",
    ]
    static func lineTooLong(_ maximum: Int) -> String { "the line has more than \(maximum) bytes" }
    static func lineIsNoJSON(_ why: String) -> String { "the line is no JSON: \(why)" }
    static let lineIsNoObject = "the line must be a JSON object"
    static func lineHasNoCall(_ calls: [String]) -> String { "the member call must be one of \(list(calls))" }
    static func unknownCall(_ call: String, _ calls: [String]) -> String {
        "there is no call \"\(call)\"; there are \(list(calls))"
    }
    static func memberMustBe(_ name: String, _ expected: String) -> String {
        "the member \(name) must be \(expected)"
    }
}
