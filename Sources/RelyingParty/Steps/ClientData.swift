internal import JSON
internal import WebAuthnModel

/// Client data that could be parsed (§7.1 steps 5 and 6, §7.2 steps 8 and 9).
struct ReadClientData {
    let root: JSONElement
    /// What was taken off before parsing; nil when bytes were replaced, so that offsets mean nothing any more.
    private let shift: Int?

    /// Nil, after telling why, when there is none or it is no JSON object.
    init?(_ bytes: [UInt8]?, _ findings: inout FindingList) {
        guard let bytes else {
            findings.skip(.clientData, because: "there is no client data")
            return nil
        }
        guard let (document, shift) = Self.parse(bytes, &findings) else { return nil }
        self.init(document, shift: shift, &findings)
    }

    private static func parse(
        _ bytes: [UInt8], _ findings: inout FindingList
    ) -> (JSONDocument, shift: Int?)? {
        // "UTF-8 decode" takes a byte order mark off. The hash is over the bytes as they came.
        let shift = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = shift == 0 ? bytes : Array(bytes.dropFirst(shift))
        do { return (try JSONDocument(parsing: text), shift) } catch {
            // The decoding never fails either: it replaces what is not UTF-8.
            let repaired = Array(String(decoding: text, as: UTF8.self).utf8)
            guard repaired != text else {
                tell(error, shift: shift, &findings)
                return nil
            }
            let offset = zip(repaired, text).prefix { $0 == $1 }.count
            findings.breach(
                .clientData, "notUTF8",
                because: "the client data is not UTF-8; what is not is read as U+FFFD",
                at: ReportLocation(.clientDataJSON, offset: offset + shift))
            do { return (try JSONDocument(parsing: repaired), nil) } catch {
                tell(error, shift: nil, &findings)
                return nil
            }
        }
    }

    private init?(_ document: JSONDocument, shift: Int?, _ findings: inout FindingList) {
        root = document.root
        self.shift = shift
        guard root.kind == .object else {
            findings.breach(
                .clientData, "notObject", because: "the client data is JSON, but no object",
                at: location(of: root))
            return nil
        }
        for duplicate in document.duplicates {
            findings.breach(
                .clientData, "duplicateMember",
                because: "\"\(duplicate.name)\" stands twice in its object; the last one is taken",
                actual: .text(duplicate.name),
                at: ReportLocation(
                    .clientDataJSON, path: duplicate.path, offset: shift.map { duplicate.offset + $0 }))
        }
        findings.passUnlessBroken(.clientData)
    }

    private static func tell(_ error: JSONError, shift: Int?, _ findings: inout FindingList) {
        findings.breach(
            .clientData, "notJSON", because: "the client data is not JSON: \(error)",
            at: ReportLocation(.clientDataJSON, offset: shift.map { error.offset + $0 }))
    }

    /// Where a member stands in the client data's bytes.
    func location(of element: JSONElement) -> ReportLocation {
        ReportLocation(
            .clientDataJSON, path: element.pointer, offset: shift.map { element.offset + $0 },
            length: element.length)
    }

    /// Where a member would stand.
    func location(ofMissing name: String) -> ReportLocation {
        ReportLocation(.clientDataJSON, path: "/" + name)
    }

    /// A member that must be a string that is not empty; nil after telling what is wrong.
    func text(
        _ name: String, _ code: RuleCode, expected: ReportValue, _ findings: inout FindingList
    ) -> JSONElement? {
        guard let element = root[name] else {
            findings.breach(
                code, "missing", because: "the client data has no member \(name)", expected: expected,
                at: location(ofMissing: name))
            return nil
        }
        guard element.kind == .string else {
            findings.breach(
                code, "notString", because: "\(name) is not a string", expected: expected,
                actual: .text(String(decoding: element.rawBytes, as: UTF8.self)), at: location(of: element))
            return nil
        }
        // A string of two bytes is a pair of quotes.
        guard element.length > 2 else {
            findings.breach(
                code, "empty", because: "\(name) is empty", expected: expected, at: location(of: element))
            return nil
        }
        return element
    }
}
