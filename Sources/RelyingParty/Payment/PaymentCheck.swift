internal import JSON
internal import WebAuthnModel

/// What was shown of a payment and confirmed, against what was to be shown (Secure Payment Confirmation,
/// "Verifying an Authentication Assertion").
struct PaymentCheck {
    let expected: PaymentExpectation
    let rpID: String

    private static let codes: [RuleCode] = [
        .paymentRPID, .paymentTopOrigin, .paymentPayeeName, .paymentPayeeOrigin, .paymentEntitiesLogos,
        .paymentTotal, .paymentInstrument,
    ]

    func run(on clientData: ReadClientData?, _ findings: inout FindingList) {
        guard let clientData, let payment = clientData.root["payment"], payment.kind == .object else {
            if let clientData {
                let element = clientData.root["payment"]
                findings.breach(
                    .payment, element == nil ? "missing" : "notObject",
                    because: "the client data says nothing of a payment",
                    at: element.map(clientData.location(of:)) ?? clientData.location(ofMissing: "payment"))
            } else {
                findings.skip(.payment, because: "the client data could not be read")
            }
            for code in Self.codes { findings.skip(code, because: "there are no details of a payment") }
            return
        }
        findings.pass(.payment)
        let reading = PaymentReading(clientData: clientData, payment: payment)
        checkRPID(reading, &findings)
        reading.compare("topOrigin", .paymentTopOrigin, expected.topOrigin, &findings)
        reading.compare("payeeName", .paymentPayeeName, expected.payeeName, &findings)
        reading.compare("payeeOrigin", .paymentPayeeOrigin, expected.payeeOrigin, &findings)
        checkLogos(reading, &findings)
        checkTotal(reading, &findings)
        checkInstrument(reading, &findings)
    }

    /// Some clients write the RP ID a second time under an older name, and then it must be the same.
    private func checkRPID(_ reading: PaymentReading, _ findings: inout FindingList) {
        if let alias = reading.payment["rp"], !alias.equals(rpID) {
            reading.breach(
                .paymentRPID, "aliasDiffers", because: "rp, the older name of rpId, has another value",
                expected: .text(rpID), alias, "rp", &findings)
        } else {
            reading.compare("rpId", .paymentRPID, rpID, &findings)
        }
    }

    private func checkTotal(_ reading: PaymentReading, _ findings: inout FindingList) {
        guard let total = reading.object("total", .paymentTotal, &findings) else { return }
        let value = total["value"]?.string
        if total["currency"]?.string != expected.total.currency {
            reading.breach(
                .paymentTotal, "currency", because: "another currency was shown",
                expected: .text(expected.total.currency), total["currency"] ?? total, "total/currency",
                &findings)
        }
        if value != expected.total.value {
            let isSame = value.map(Self.canonical) == Self.canonical(expected.total.value)
            reading.breach(
                .paymentTotal, "value", because: "another amount was shown",
                expected: .text(expected.total.value), total["value"] ?? total, "total/value",
                hint: isSame ? "It is the same number, written otherwise; the page writes it." : nil,
                &findings)
        }
        findings.passUnlessBroken(.paymentTotal)
    }

    /// A decimal number without zeroes that say nothing.
    private static func canonical(_ number: String) -> Substring {
        guard number.contains(".") else { return number[...] }
        var text = number[...]
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    private func checkInstrument(_ reading: PaymentReading, _ findings: inout FindingList) {
        guard let shown = reading.object("instrument", .paymentInstrument, &findings) else { return }
        let instrument = expected.instrument
        func tell(_ name: String, _ wanted: ReportValue, _ because: String, _ findings: inout FindingList) {
            reading.breach(
                .paymentInstrument, name, because: because, expected: wanted, shown[name] ?? shown,
                "instrument/\(name)", &findings)
        }
        if shown["displayName"]?.string != instrument.displayName {
            tell("displayName", .text(instrument.displayName), "another name was shown", &findings)
        }
        let icon = shown["icon"]?.string
        if icon != instrument.icon, instrument.iconMustBeShown || icon != "" {
            tell("icon", .text(instrument.icon), "another icon was shown", &findings)
        }
        let details = shown["details"]
        if !(instrument.details.map { details?.string == $0 } ?? (details?.isNull ?? true)) {
            tell(
                "details", instrument.details.map { .text($0) } ?? .text("absent"),
                "other details were shown", &findings)
        }
        if let mustBeShown = shown["iconMustBeShown"], mustBeShown.bool != instrument.iconMustBeShown {
            tell(
                "iconMustBeShown", .flag(instrument.iconMustBeShown),
                "whether the icon was needed is said otherwise", &findings)
        }
        findings.passUnlessBroken(.paymentInstrument)
    }

    /// A browser may show fewer, from the end, and says so of a logo that it could not load by an empty address.
    private func checkLogos(_ reading: PaymentReading, _ findings: inout FindingList) {
        guard let list = reading.payment["paymentEntitiesLogos"], !list.isNull else {
            return findings.notApplicable(.paymentEntitiesLogos, because: "no logo was shown")
        }
        var rest = expected.logos[...]
        for shown in list.elements {
            let match = rest.firstIndex { logo in
                shown["label"]?.string == logo.label
                    && (shown["url"]?.string == logo.url || shown["url"]?.string == "")
            }
            guard let match else {
                return reading.breach(
                    .paymentEntitiesLogos, "notSubset",
                    because: "a logo was shown that was not to be, or not there",
                    expected: .list(expected.logos.map { .text($0.label) }), shown, "paymentEntitiesLogos",
                    &findings)
            }
            rest = rest[(match + 1)...]
        }
        guard list.kind == .array else {
            return reading.breach(
                .paymentEntitiesLogos, "notArray", because: "the logos are no array", expected: nil, list,
                "paymentEntitiesLogos", &findings)
        }
        findings.pass(.paymentEntitiesLogos)
    }
}
