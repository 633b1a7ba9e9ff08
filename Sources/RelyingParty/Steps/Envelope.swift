internal import Bytes
internal import JSON
internal import WebAuthnModel

/// The response's JSON, opened: the first step of both procedures.
struct OpenedEnvelope {
    let content: ResponseEnvelope

    /// Nil when the text is no JSON object, which ends the ceremony.
    init?(json: [UInt8], of ceremony: ClientDataType, _ findings: inout FindingList) {
        do {
            content = try ResponseEnvelope(json: json, of: ceremony)
        } catch {
            let (variant, offset) = Self.story(of: error)
            findings.breach(
                .envelope, variant, because: "\(error)", at: ReportLocation(.response, offset: offset))
            return nil
        }
        for duplicate in content.document.duplicates {
            findings.breach(
                .envelope, "duplicateMember",
                because: "\"\(duplicate.name)\" stands twice in its object; the last one is taken",
                actual: .text(duplicate.name),
                at: ReportLocation(.response, path: duplicate.path, offset: duplicate.offset))
        }
        findings.passUnlessBroken(.envelope)
        for problem in content.problems { Self.tell(problem, ceremony, &findings) }
        compareIDs(&findings)
        for (code, isThere) in requiredMembers(of: ceremony) where isThere {
            findings.passUnlessBroken(code)
        }
        readExtensionResults(&findings)
    }

    private static func story(of error: ResponseError) -> (variant: String, offset: Int?) {
        switch error {
        case .notJSON(.trailingBytes(let offset)): ("trailingData", offset)
        case .notJSON(.tooLarge(let offset, _, _)): ("hugeBody", offset)
        case .notJSON(.tooDeep(let offset, _)): ("deepNesting", offset)
        case .notJSON(.notUTF8(let offset)): ("notUTF8", offset)
        case .notJSON(let error): ("notJSON", error.offset)
        case .notObject(let offset): ("notObject", offset)
        case .member(let problem): ("notObject", problem.offset)
        case .incomplete: ("notObject", nil)
        }
    }

    /// What must be there, and whether it was read; what was not read is told by a problem or follows from one.
    private func requiredMembers(of ceremony: ClientDataType) -> [(RuleCode, Bool)] {
        let common: [(RuleCode, Bool)] = [
            (.envelopeID, content.id != nil), (.envelopeRawID, content.rawID != nil),
            (.envelopeType, content.type != nil), (.envelopeResponse, content.clientDataJSON != nil),
            (.envelopeClientDataJSON, content.clientDataJSON != nil),
        ]
        return switch ceremony {
        case .create: common + [(.envelopeAttestationObject, content.attestationObject != nil)]
        case .get:
            common + [
                (.envelopeAuthenticatorData, content.authenticatorData != nil),
                (.envelopeSignature, content.signature != nil),
            ]
        }
    }

    private static func tell(
        _ problem: EnvelopeProblem, _ ceremony: ClientDataType, _ findings: inout FindingList
    ) {
        let location = ReportLocation(.response, path: problem.member.pointer, offset: problem.offset)
        var expected: ReportValue?
        var actual: ReportValue?
        var hint: String?
        let variant: String
        switch problem.kind {
        case .missing: variant = "missing"
        case .wrongType(let type):
            expected = .text(type)
            variant =
                switch problem.member {
                case .response, .clientExtensionResults: "notObject"
                case .transports: "notArray"
                default: "notString"
                }
        case .empty where problem.member == .userHandle:
            variant = "emptyString"
            hint = "Safari sends this where there is no user handle; it counts as absent."
        case .empty: variant = "empty"
        case .notBase64URL: variant = "notBase64url"
        case .forgiven(let leniency):
            variant = leniency.contains(.padded) ? "padded" : "standardBase64"
            hint = "The bytes are the same; the client, or a library on the way, encoded them otherwise."
        case .wrongValue(let value):
            variant = "notPublicKey"
            expected = .text("public-key")
            actual = .text(value)
        }
        findings.breach(
            problem.member.code, variant, because: "\(problem)", expected: expected, actual: actual,
            at: location, hint: hint)
    }

    /// `id` and `rawId` say the same, one as text and one as bytes.
    private func compareIDs(_ findings: inout FindingList) {
        guard let text = content.id else { return }
        let place = content.document.root["id"]
        let location = ReportLocation(
            .response, path: "/id", offset: place?.offset, length: place?.length)
        let characters = Array(text.utf8)
        let bytes: [UInt8]
        if let strict = try? Base64URL.decode(characters) {
            bytes = strict
        } else if let (lenient, forgiven) = try? Base64Decoder.decodeLeniently(characters) {
            bytes = lenient
            findings.breach(
                .envelopeID, forgiven.contains(.padded) ? "padded" : "standardBase64",
                because: "id is base64 of another form than base64url without padding",
                expected: .text(Base64URL.encode(lenient)), actual: .text(text), at: location)
        } else {
            findings.breach(
                .envelopeID, "notBase64url", because: "id is no base64url", actual: .text(text),
                at: location)
            return
        }
        guard let rawID = content.rawID, bytes != rawID else { return }
        findings.breach(
            .envelopeID, "differsFromRawId", because: "id and rawId name different credentials",
            expected: .bytes(rawID), actual: .bytes(bytes), at: location)
    }

    private func readExtensionResults(_ findings: inout FindingList) {
        guard content.extensionResults != nil else {
            guard !findings.isBroken(.extensions) else { return }
            findings.breach(
                .envelopeClientExtensionResults, "missing", because: "clientExtensionResults is absent",
                at: ReportLocation(.response, path: "/clientExtensionResults"))
            return
        }
        findings.pass(.envelopeClientExtensionResults)
        findings.pass(.extensions)
    }
}

extension EnvelopeMember {
    fileprivate var pointer: String {
        switch self {
        case .id, .rawID, .type, .response, .authenticatorAttachment, .clientExtensionResults:
            "/" + rawValue
        default: "/response/" + rawValue
        }
    }

    fileprivate var code: RuleCode {
        switch self {
        case .id: .envelopeID
        case .rawID: .envelopeRawID
        case .type: .envelopeType
        case .response: .envelopeResponse
        case .clientDataJSON: .envelopeClientDataJSON
        case .attestationObject: .envelopeAttestationObject
        case .authenticatorData: .envelopeAuthenticatorData
        case .signature: .envelopeSignature
        case .userHandle: .envelopeUserHandle
        case .transports: .envelopeTransports
        case .publicKey: .envelopePublicKey
        case .publicKeyAlgorithm: .envelopePublicKeyAlgorithm
        case .clientExtensionResults: .extensions
        // Any word is allowed there; whether it is the right one is told with the new credential.
        case .authenticatorAttachment: .envelopeAuthenticatorAttachment
        }
    }
}
