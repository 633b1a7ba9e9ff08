internal import WebAuthnModel

/// Secure Payment Confirmation: what its relying party verifies besides (its §10.1), and the browser bound key.
extension Rule {
    private static let verifying = RulePlace(
        specification: .securePayment, anchor: "sctn-verifying-assertion", step: "2")
    private static let browserBound = RulePlace(
        specification: .securePayment, anchor: "sctn-browser-bound-key-store", step: nil)

    private static func payment(
        _ code: RuleCode, _ text: String, exceptions: [String: Mark] = [:]
    ) -> Rule {
        Rule(code, text, authentication: verifying, exceptions: exceptions, suspect: .client)
    }

    static let paymentRules: [Rule] = [
        payment(.payment, "Client data of type payment.get has an object payment."),
        payment(.paymentRPID, "payment.rpId is the RP ID."),
        payment(.paymentTopOrigin, "payment.topOrigin is the top-level page that was to ask."),
        payment(.paymentPayeeName, "payment.payeeName is the name that was to be shown, or absent with it."),
        payment(
            .paymentPayeeOrigin, "payment.payeeOrigin is the origin that was to be shown, or absent with it."),
        payment(
            .paymentEntitiesLogos,
            "payment.paymentEntitiesLogos are some of the logos that were to be shown, in their order."),
        payment(.paymentTotal, "payment.total is the amount and the currency that were to be shown."),
        payment(.paymentInstrument, "payment.instrument is the instrument that was to be shown."),
        Rule(
            .browserBoundKey,
            "payment.browserBoundPublicKey is the key that this browser has shown before on this device.",
            registration: browserBound, authentication: browserBound, .choice(.warn),
            exceptions: ["malformed": .must], suspect: .client),
        Rule(
            .browserBoundSignature, "The browser bound key has signed the client data.",
            registration: browserBound, authentication: browserBound, .attack,
            exceptions: ["missing": .should], suspect: .client),
    ]
}
