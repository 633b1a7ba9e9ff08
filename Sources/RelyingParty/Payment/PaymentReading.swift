internal import JSON
internal import WebAuthnModel

/// The member `payment` of client data, and how to tell what is wrong with it.
struct PaymentReading {
    let clientData: ReadClientData
    let payment: JSONElement

    /// A text that is what was expected, or is absent where nothing was.
    func compare(_ name: String, _ code: RuleCode, _ expected: String?, _ findings: inout FindingList) {
        let wanted = expected.map { ReportValue.text($0) } ?? .text("absent")
        guard let element = payment[name], !element.isNull else {
            guard expected != nil else {
                return findings.notApplicable(code, because: "\(name) was not to be shown")
            }
            return findings.breach(
                code, "missing", because: "\(name) was not shown", expected: wanted,
                at: clientData.location(ofMissing: "payment/\(name)"))
        }
        guard let expected else {
            return breach(
                code, "unexpected", because: "\(name) was shown and was not to be", expected: wanted, element,
                name, &findings)
        }
        guard element.kind == .string else {
            return breach(
                code, "notString", because: "\(name) is not a string", expected: wanted, element, name,
                &findings)
        }
        if element.equals(expected) { return findings.pass(code) }
        breach(
            code, "other", because: "another \(name) was shown", expected: wanted, element, name, &findings)
    }

    /// A member that must be an object; nil after telling that it is none.
    func object(_ name: String, _ code: RuleCode, _ findings: inout FindingList) -> JSONElement? {
        let element = payment[name]
        if let element, element.kind == .object { return element }
        findings.breach(
            code, element == nil ? "missing" : "notObject", because: "the client data has no \(name)",
            at: element.map(clientData.location(of:))
                ?? clientData.location(ofMissing: "payment/\(name)"))
        return nil
    }

    /// Tells a breach at a member, or at the object that lacks it.
    func breach(
        _ code: RuleCode, _ variant: String, because: String, expected: ReportValue?,
        _ element: JSONElement, _ path: String, hint: String? = nil, _ findings: inout FindingList
    ) {
        findings.breach(
            code, variant, because: because, expected: expected,
            actual: element.string.map { .text($0) }
                ?? .text(String(decoding: element.rawBytes, as: UTF8.self)),
            at: clientData.location(of: element), hint: hint)
    }
}
