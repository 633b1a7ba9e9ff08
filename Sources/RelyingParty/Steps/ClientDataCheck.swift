internal import JSON
internal import WebAuthnModel

/// What both procedures ask of the client data (§7.1 steps 7 to 11, §7.2 steps 10 to 14).
struct ClientDataCheck {
    let type: ClientDataType
    let challenge: [UInt8]
    let origin: OriginExpectation
    /// Whether a payment is to be confirmed, which has a type of its own.
    var isPayment = false

    private var expectedType: String { isPayment ? ClientDataType.payment : type.rawValue }

    func run(on clientData: ReadClientData?, _ findings: inout FindingList) {
        guard let clientData else {
            findings.skip(
                .clientDataType, .clientDataChallenge, .clientDataOrigin, .clientDataCrossOrigin,
                .clientDataTopOrigin, because: "the client data could not be read")
            return
        }
        checkType(clientData, &findings)
        ChallengeCheck(expected: challenge).run(on: clientData, &findings)
        checkOrigin(clientData, &findings)
        let isCrossOrigin = checkCrossOrigin(clientData, &findings)
        checkTopOrigin(clientData, isCrossOrigin: isCrossOrigin, &findings)
        checkTokenBinding(clientData, &findings)
    }

    private func checkType(_ clientData: ReadClientData, _ findings: inout FindingList) {
        let expected = ReportValue.text(expectedType)
        guard let element = clientData.text("type", .clientDataType, expected: expected, &findings) else {
            return
        }
        if element.equals(expectedType) { return findings.pass(.clientDataType) }
        let actual = element.string ?? ""
        let variant: String
        var hint: String?
        switch actual {
        case ClientDataType.get.rawValue where isPayment:
            variant = "notPayment"
            hint = "The user signed in and confirmed no payment: nothing was shown to confirm."
        case ClientDataType.create.rawValue, ClientDataType.get.rawValue:
            variant = "swapped"
            hint = "This is the response to the other ceremony."
        case ClientDataType.payment:
            variant = "paymentGet"
            hint = "This is a response to Secure Payment Confirmation, which has rules of its own."
        default: variant = "otherWord"
        }
        findings.breach(
            .clientDataType, variant, because: "type is \"\(actual)\"", expected: expected,
            actual: .text(actual), at: clientData.location(of: element), hint: hint)
    }

    private func checkOrigin(_ clientData: ReadClientData, _ findings: inout FindingList) {
        let expected = ReportValue.texts(origin.origins)
        guard let element = clientData.text("origin", .clientDataOrigin, expected: expected, &findings)
        else { return }
        if origin.origins.contains(where: { element.equals($0) }) { return findings.pass(.clientDataOrigin) }
        let actual = element.string ?? ""
        let related = origin.related?.serialised ?? []
        if related.contains(actual) {
            return findings.pass(
                .clientDataOrigin, because: "the RP ID's document of related origins lists \(actual)")
        }
        findings.breach(
            .clientDataOrigin, "otherHost",
            because: "the ceremony was run on \(actual), which is none of the origins expected",
            expected: related.isEmpty ? expected : .texts(origin.origins + related),
            actual: .text(actual), at: clientData.location(of: element))
    }

    /// Whether the member is there and true.
    private func checkCrossOrigin(_ clientData: ReadClientData, _ findings: inout FindingList) -> Bool {
        guard let element = clientData.root["crossOrigin"] else {
            findings.pass(.clientDataCrossOrigin)
            return false
        }
        guard let isCrossOrigin = element.bool else {
            findings.breach(
                .clientDataCrossOrigin, "notBoolean", because: "crossOrigin is neither true nor false",
                actual: .text(String(decoding: element.rawBytes, as: UTF8.self)),
                at: clientData.location(of: element), suspect: .client)
            return false
        }
        if isCrossOrigin && !origin.allowCrossOrigin {
            findings.breach(
                .clientDataCrossOrigin, "true",
                because: "the ceremony was run in a frame of another origin, which is not expected",
                expected: .flag(false), actual: .flag(true), at: clientData.location(of: element),
                hint: "If the page is meant to be embedded, allow cross-origin use and name the top origins.")
        } else {
            findings.pass(.clientDataCrossOrigin)
        }
        return isCrossOrigin
    }

    private func checkTopOrigin(
        _ clientData: ReadClientData, isCrossOrigin: Bool, _ findings: inout FindingList
    ) {
        guard let element = clientData.root["topOrigin"], !element.isNull else {
            return findings.notApplicable(
                .clientDataTopOrigin, because: "the client data names no top origin")
        }
        let location = clientData.location(of: element)
        guard element.kind == .string else {
            return findings.breach(
                .clientDataTopOrigin, "notString", because: "topOrigin is not a string",
                actual: .text(String(decoding: element.rawBytes, as: UTF8.self)), at: location,
                suspect: .client)
        }
        if isCrossOrigin && !origin.allowCrossOrigin {
            return findings.skip(
                .clientDataTopOrigin, because: "no page may frame this one, whatever its origin")
        }
        if let expected = origin.topOrigins, !expected.contains(where: { element.equals($0) }) {
            let actual = element.string ?? ""
            return findings.breach(
                .clientDataTopOrigin, "unlisted", because: "the page was framed by \(actual)",
                expected: .texts(expected), actual: .text(actual), at: location)
        }
        guard isCrossOrigin else {
            return findings.breach(
                .clientDataTopOrigin, "withoutCrossOrigin",
                because: "topOrigin is there although crossOrigin is not true", at: location,
                suspect: .client)
        }
        findings.pass(.clientDataTopOrigin)
    }

    private func checkTokenBinding(_ clientData: ReadClientData, _ findings: inout FindingList) {
        guard let element = clientData.root["tokenBinding"], !element.isNull else { return }
        let status = element["status"]?.string
        let variant: String
        switch (element.kind, status) {
        case (.object, nil): variant = "statusMissing"
        case (.object, "present"?), (.object, "supported"?), (.object, "not-supported"?):
            return findings.pass(.clientDataTokenBinding)
        case (.object, _?): variant = "statusUnknown"
        default: variant = "notObject"
        }
        findings.breach(
            .clientDataTokenBinding, variant,
            because: "tokenBinding is not what Level 2 wants; Level 3 does not look at it",
            actual: .text(String(decoding: element.rawBytes, as: UTF8.self)),
            at: clientData.location(of: element))
    }
}
