internal import CBOR
internal import WebAuthnModel

/// An attestation object that could be decoded, as far as it goes (§7.1 step 13).
struct ReadAttestationObject {
    /// The bytes as they came.
    let bytes: [UInt8]
    /// The format; nil when it is missing or no text.
    let format: String?
    /// The statement; nil when it is missing or of the wrong type.
    let statement: CBORValue?
    /// The authenticator data; nil when it is missing, empty or no byte string.
    let authenticatorData: [UInt8]?
    /// Which element of a compound statement this stands for; nil for the object itself.
    private var element: Int?

    /// Nil, after telling why, when there is none or it is no map.
    init?(_ bytes: [UInt8]?, _ findings: inout FindingList) {
        guard let bytes else {
            Self.skipAll("there is no attestation object", &findings)
            return nil
        }
        let decoded: LenientCBOR
        do {
            decoded = try CBORDecoder.decodePrefixLeniently(bytes, from: 0)
        } catch {
            findings.breach(
                .attestation, error.variant,
                because: "the attestation object is not CBOR as required: \(error)",
                at: ReportLocation(.attestationObject, offset: error.offset))
            Self.skipAll("the attestation object could not be decoded", &findings)
            return nil
        }
        if decoded.end < bytes.count {
            findings.breach(
                .attestation, "trailingBytes",
                because: "\(bytes.count - decoded.end) bytes follow the end of the attestation object",
                at: ReportLocation(.attestationObject, decoded.end..<bytes.count))
        }
        guard case .map = decoded.value else {
            findings.breach(
                .attestation, "notMap", because: "the attestation object is not a CBOR map",
                at: ReportLocation(.attestationObject, offset: 0, length: 1))
            Self.skipAll("the attestation object could not be decoded", &findings)
            return nil
        }
        findings.tell(forgiven: decoded.forgiven, .attestation, in: "the attestation object") {
            ReportLocation(.attestationObject, offset: $0)
        }
        findings.passUnlessBroken(.attestation)
        self.bytes = bytes
        format = Self.readFormat(decoded.value, bytes, &findings)
        statement = Self.readStatement(decoded.value, format: format, bytes, &findings)
        authenticatorData = Self.readData(decoded.value, bytes, &findings)
    }

    private static func skipAll(_ reason: String, _ findings: inout FindingList) {
        findings.skip(
            .attestationFormat, .attestationStatement, .attestationAuthenticatorData, because: reason)
    }

    private static func readFormat(
        _ map: CBORValue, _ bytes: [UInt8], _ findings: inout FindingList
    ) -> String? {
        let member = map[text: "fmt"]
        if let text = member?.textValue { return text }
        findings.breach(
            .attestationFormat, member == nil ? "missing" : "notText",
            because: member == nil ? "fmt is missing" : "fmt is not a text",
            at: location(of: ["fmt"], in: bytes))
        return nil
    }

    private static func readStatement(
        _ map: CBORValue, format: String?, _ bytes: [UInt8], _ findings: inout FindingList
    ) -> CBORValue? {
        let member = map[text: "attStmt"]
        switch member {
        case .map?: return member
        // The one format whose statement is an array (§8.9).
        case .array? where format == "compound": return member
        default: break
        }
        findings.breach(
            .attestationStatement, member == nil ? "missing" : "notMap",
            because: member == nil ? "attStmt is missing" : "attStmt is not a map",
            at: location(of: ["attStmt"], in: bytes))
        return nil
    }

    private static func readData(
        _ map: CBORValue, _ bytes: [UInt8], _ findings: inout FindingList
    ) -> [UInt8]? {
        let member = map[text: "authData"]
        guard let data = member?.bytesValue, !data.isEmpty else {
            let variant = member == nil ? "missing" : member?.bytesValue == nil ? "notBytes" : "empty"
            let story = member == nil ? "missing" : member?.bytesValue == nil ? "not a byte string" : "empty"
            findings.breach(
                .attestationAuthenticatorData, variant, because: "authData is \(story)",
                at: location(of: ["authData"], in: bytes))
            return nil
        }
        findings.pass(.attestationAuthenticatorData)
        return data
    }

    /// The object as an element of its compound statement has it: another format and statement, and places that
    /// lie within the element.
    func element(_ index: Int, format: String, statement: CBORValue) -> ReadAttestationObject {
        ReadAttestationObject(self, element: index, format: format, statement: statement)
    }

    private init(_ whole: ReadAttestationObject, element: Int, format: String, statement: CBORValue) {
        bytes = whole.bytes
        self.format = format
        self.statement = statement
        authenticatorData = whole.authenticatorData
        self.element = element
    }

    /// Where a member stands; only searched when something is told of it.
    func location(of path: [String], element: Int? = nil) -> ReportLocation {
        let inside = self.element.map { [CBORStep.member("attStmt"), .element($0)] } ?? []
        let prefix = self.element.map { "attStmt[\($0)]." } ?? ""
        return Self.location(inside, prefix, of: path, element: element, in: bytes)
    }

    /// Where a certificate of the trust path stands.
    func locationOfCertificate(_ index: Int) -> ReportLocation {
        // SafetyNet has them inside its answer, which is not CBOR.
        format == SafetyNetStatement.format
            ? location(of: ["attStmt", "response"]) : location(of: ["attStmt", "x5c"], element: index)
    }

    private static func location(
        _ start: [CBORStep] = [], _ prefix: String = "", of path: [String], element: Int? = nil,
        in bytes: [UInt8]
    ) -> ReportLocation {
        let steps = start + path.map(CBORStep.member) + (element.map { [.element($0)] } ?? [])
        let name = prefix + path.joined(separator: ".") + (element.map { "[\($0)]" } ?? "")
        guard let range = CBORLocator.range(of: steps, in: bytes) else {
            return ReportLocation(.attestationObject, path: name)
        }
        return ReportLocation(.attestationObject, path: name, range)
    }
}
