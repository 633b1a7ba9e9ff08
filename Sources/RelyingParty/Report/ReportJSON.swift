internal import COSE
public import JSON
internal import WebAuthnModel

extension Report {
    /// The version of the JSON form; it changes only when a member changes its meaning or goes.
    public static let schema = 1

    /// The report as JSON.
    ///
    /// - Parameters:
    ///   - toolVersion: the version of the program that writes it.
    ///   - comparison: what another policy makes of the same response.
    public func json(
        toolVersion: String, pretty: Bool = false, comparison: ReportComparison? = nil
    ) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty, capacity: 8192)
        write(to: &writer, toolVersion: toolVersion, comparison: comparison)
        return writer.bytes
    }

    /// Writes the report as a value.
    public func write(
        to writer: inout JSONWriter, toolVersion: String, comparison: ReportComparison? = nil
    ) {
        writer.beginObject()
        writer.member("schema", Self.schema)
        writer.beginObject("tool")
        writer.member("version", toolVersion)
        writer.endObject()
        writer.member("verdict", verdict.rawValue)
        writer.member("ceremony", ceremony.rawValue)
        writer.member("policy", policy)
        if !diagnoses.isEmpty {
            writer.beginArray("diagnosis")
            for diagnosis in diagnoses { diagnosis.write(to: &writer) }
            writer.endArray()
        }
        writer.beginArray("findings")
        for finding in findings { finding.write(to: &writer) }
        writer.endArray()
        writer.name("trust")
        trust.write(to: &writer)
        if let credential {
            writer.name("credential")
            credential.write(to: &writer)
        }
        extensions?.write(to: &writer)
        comparison?.write(to: &writer)
        writer.endObject()
    }
}

extension Diagnosis {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code)
        if let finding { writer.member("finding", finding.rawValue) }
        writer.member("sentence", sentence)
        location?.write(to: &writer)
        writer.member("suspect", suspect.rawValue)
        if let seenBefore { writer.member("seenBefore", seenBefore) }
        writer.endObject()
    }
}

extension Finding {
    fileprivate func write(to writer: inout JSONWriter) {
        let rule = RuleJSON.of(code, in: ceremony)
        if let kept = rule?.kept, self == Finding(code, ceremony, .pass) {
            writer.value(raw: kept)
        } else {
            write(to: &writer, rule: rule?.rule)
        }
    }

    /// - Parameter rule: the member `rule`; nil for a rule that no ceremony has.
    fileprivate func write(to writer: inout JSONWriter, rule: [UInt8]?) {
        writer.beginObject()
        writer.member("code", code.rawValue)
        writer.member("status", status.rawValue)
        if !because.isEmpty { writer.member("because", because) }
        writer.member("level", level.rawValue)
        if let rule { writer.member("rule", raw: rule) }
        if let expected {
            writer.name("expected")
            expected.write(to: &writer)
        }
        if let actual {
            writer.name("actual")
            actual.write(to: &writer)
        }
        location?.write(to: &writer)
        if let hint { writer.member("hint", hint) }
        if let suspect { writer.member("suspect", suspect.rawValue) }
        writer.endObject()
    }
}

extension ReportLocation {
    /// Writes the member `at`.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("at")
        writer.member("field", field.rawValue)
        if let path { writer.member("path", path) }
        if let offset { writer.member("offset", offset) }
        if let length { writer.member("length", length) }
        writer.endObject()
    }
}

/// What a report says of each rule, written once: it is most of a report and always the same.
private struct RuleJSON {
    /// The member `rule`.
    let rule: [UInt8]
    /// The whole finding of a rule that is kept, when there is nothing to add.
    let kept: [UInt8]

    private static let registration = all(of: .registration)
    private static let authentication = all(of: .authentication)

    static func of(_ code: RuleCode, in ceremony: Ceremony) -> RuleJSON? {
        ceremony == .registration ? registration[code] : authentication[code]
    }

    private static func all(of ceremony: Ceremony) -> [RuleCode: RuleJSON] {
        var all: [RuleCode: RuleJSON] = [:]
        for rule in Rule.all {
            guard let place = rule.place(in: ceremony) else { continue }
            var text = JSONWriter()
            text.beginObject()
            text.member("spec", place.specification.rawValue)
            text.member("edition", place.specification.edition)
            text.member("anchor", place.anchor)
            if let step = place.step { text.member("step", step) }
            text.member("text", rule.text)
            text.endObject()
            var kept = JSONWriter()
            Finding(rule.code, ceremony, .pass).write(to: &kept, rule: text.bytes)
            all[rule.code] = RuleJSON(rule: text.bytes, kept: kept.bytes)
        }
        return all
    }
}

extension ReportValue {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.value(text)
        case .bytes(let bytes): writer.value(bytes: bytes)
        case .integer(let number): writer.value(number)
        case .flag(let flag): writer.value(flag)
        case .list(let values):
            writer.beginArray()
            for value in values { value.write(to: &writer) }
            writer.endArray()
        }
    }
}

extension Trust {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("status", status.rawValue)
        if status != .notApplicable { writer.member("attestation", attestation.rawValue) }
        writer.member("because", because)
        if !path.isEmpty {
            writer.beginArray("path")
            for subject in path { writer.value(subject) }
            writer.endArray()
        }
        if let serialNumber { writer.member("serialNumber", bytes: serialNumber) }
        if let firmwareVersion { writer.member("firmwareVersion", firmwareVersion) }
        if let model {
            writer.beginObject("metadata")
            writer.member("number", model.metadataNumber)
            if let aaguid = model.aaguid { writer.member("aaguid", aaguid.description) }
            if let description = model.description { writer.member("description", description) }
            if let status = model.status { writer.member("status", status.rawValue) }
            writer.endObject()
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Bytes as `{"base64url": …}`.
    mutating func value(bytes: [UInt8]) {
        beginObject()
        member("base64url", base64URL: bytes)
        endObject()
    }

    /// A member that is bytes.
    mutating func member(_ name: String, bytes: [UInt8]) {
        self.name(name)
        value(bytes: bytes)
    }
}
