internal import JSON

/// What a relying party expects of a payment that is confirmed with one of its credentials (Secure Payment
/// Confirmation, "Verifying an Authentication Assertion").
public struct PaymentExpectation: Hashable, Sendable {
    /// An amount as `PaymentCurrencyAmount` writes it.
    public struct Amount: Hashable, Sendable {
        /// The currency: `EUR`.
        public var currency: String
        /// The amount, as text; compared to the letter.
        public var value: String

        /// Takes both.
        public init(currency: String, value: String) {
            self.currency = currency
            self.value = value
        }
    }

    /// What is paid with: `PaymentCredentialInstrument`.
    public struct Instrument: Hashable, Sendable {
        /// The name that is shown.
        public var displayName: String
        /// The address of the icon that is shown.
        public var icon: String
        /// Whether nothing may be confirmed without the icon; if not, an icon that could not be shown comes back empty.
        public var iconMustBeShown: Bool
        /// More to show; nil for nothing.
        public var details: String?

        /// Takes the members as they are.
        public init(displayName: String, icon: String, iconMustBeShown: Bool = true, details: String? = nil) {
            self.displayName = displayName
            self.icon = icon
            self.iconMustBeShown = iconMustBeShown
            self.details = details
        }
    }

    /// A logo of somebody who takes part: `PaymentEntityLogo`.
    public struct Logo: Hashable, Sendable {
        /// Its address; comes back empty where it could not be shown.
        public var url: String
        /// Its name.
        public var label: String

        /// Takes both.
        public init(url: String, label: String) {
            self.url = url
            self.label = label
        }
    }

    /// The page that was to ask for the payment; compared to the letter.
    public var topOrigin: String
    /// The name of the payee that was to be shown; nil for none.
    public var payeeName: String?
    /// The origin of the payee that was to be shown; nil for none.
    public var payeeOrigin: String?
    /// The logos that might be shown, the most important first.
    public var logos: [Logo]
    /// The amount that was to be shown.
    public var total: Amount
    /// The instrument that was to be shown.
    public var instrument: Instrument
    /// The browser bound key of earlier payments, as a COSE_Key; nil where none is known or any will do.
    public var browserBoundPublicKey: [UInt8]?

    /// Takes the expectations one by one.
    public init(
        topOrigin: String, payeeName: String? = nil, payeeOrigin: String? = nil, logos: [Logo] = [],
        total: Amount, instrument: Instrument, browserBoundPublicKey: [UInt8]? = nil
    ) {
        self.topOrigin = topOrigin
        self.payeeName = payeeName
        self.payeeOrigin = payeeOrigin
        self.logos = logos
        self.total = total
        self.instrument = instrument
        self.browserBoundPublicKey = browserBoundPublicKey
    }

    /// Reads an object with the members of `CollectedClientAdditionalPaymentData`, without `rpId`.
    ///
    /// - Throws: ``RelyingPartyError`` that names the member and its place.
    public init(json bytes: [UInt8]) throws(RelyingPartyError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        let reader = MemberReader(object: document.root)
        guard document.root.kind == .object else {
            throw .member(path: "", expected: "the details of a payment", offset: 0)
        }
        let total = MemberReader(object: try reader.requiredObject("total"), path: "total.")
        let instrument = MemberReader(object: try reader.requiredObject("instrument"), path: "instrument.")
        var logos: [Logo] = []
        if let list = document.root["paymentEntitiesLogos"], !list.isNull {
            guard list.kind == .array else {
                throw reader.wrong("paymentEntitiesLogos", "an array of logos", list)
            }
            for element in list.elements {
                let logo = MemberReader(object: element, path: "paymentEntitiesLogos[\(logos.count)].")
                logos.append(
                    Logo(url: try logo.requiredString("url"), label: try logo.requiredString("label")))
            }
        }
        self.init(
            topOrigin: try reader.requiredString("topOrigin"), payeeName: try reader.string("payeeName"),
            payeeOrigin: try reader.string("payeeOrigin"), logos: logos,
            total: Amount(
                currency: try total.requiredString("currency"), value: try total.requiredString("value")),
            instrument: Instrument(
                displayName: try instrument.requiredString("displayName"),
                icon: try instrument.requiredString("icon"),
                iconMustBeShown: try instrument.flag("iconMustBeShown") ?? true,
                details: try instrument.string("details")),
            browserBoundPublicKey: try reader.bytes("browserBoundPublicKey"))
    }
}
