import Bytes
import COSE
import Cryptography
import JSON
import RelyingParty
import Testing
import WebAuthnModel

/// Secure Payment Confirmation.
@Suite struct PaymentTests {
    static let expectation = PaymentExpectation(
        topOrigin: "https://shop.example", payeeName: "The Shop", payeeOrigin: "https://shop.example",
        logos: [
            PaymentExpectation.Logo(url: "https://net.example/logo.png", label: "Network"),
            PaymentExpectation.Logo(url: "https://bank.example/logo.png", label: "Bank"),
        ], total: PaymentExpectation.Amount(currency: "EUR", value: "12.50"),
        instrument: PaymentExpectation.Instrument(
            displayName: "Card ****4444", icon: "https://bank.example/card.png", details: "debit"))

    static let shown: JSONValue = [
        "rpId": "example.org", "topOrigin": "https://shop.example", "payeeName": "The Shop",
        "payeeOrigin": "https://shop.example",
        "paymentEntitiesLogos": [["url": "https://net.example/logo.png", "label": "Network"]],
        "total": ["currency": "EUR", "value": "12.50"],
        "instrument": [
            "displayName": "Card ****4444", "icon": "https://bank.example/card.png", "iconMustBeShown": true,
            "details": "debit",
        ],
    ]

    /// A payment as it should be, with something changed.
    static func payment(
        _ edit: @escaping @Sendable (inout AuthenticationRecipe) throws -> Void
    ) -> @Sendable (inout AuthenticationRecipe) throws -> Void {
        {
            $0.expectation.payment = expectation
            $0.client.value["type"] = "payment.get"
            $0.client.value["payment"] = shown
            try edit(&$0)
        }
    }

    /// One member of what was shown has another value.
    static func member(_ fault: String, _ name: String, _ value: JSONValue?) -> Row {
        Row("payment.\(fault)", authentication: payment { $0.client.value["payment"]?[name] = value })
    }

    static func part(_ fault: String, _ object: String, _ name: String, _ value: JSONValue?) -> Row {
        Row(
            "payment.\(fault)", authentication: payment { $0.client.value["payment"]?[object]?[name] = value }
        )
    }

    static let keySeed: UInt8 = 2

    static func key() throws -> PrivateKey { try TestKeys.ec(.p256, keySeed) }

    static func keyBytes() throws -> [UInt8] { COSEKey(try key().publicKey, algorithm: .es256).encoded }

    /// With a browser bound key that signs the client data.
    static func bound(
        signer: UInt8 = keySeed,
        _ edit: @escaping @Sendable (inout AuthenticationRecipe) throws -> Void = { _ in }
    ) -> @Sendable (inout AuthenticationRecipe) throws -> Void {
        payment { recipe in
            recipe.client.value["payment"]?["browserBoundPublicKey"] = .string(
                Base64URL.encode(try keyBytes()))
            let signature = try TestKeys.sign(recipe.client.bytes, try TestKeys.ec(.p256, signer))
            recipe.editResponse = {
                $0["clientExtensionResults"] = [
                    "payment": ["browserBoundSignature": ["signature": .string(Base64URL.encode(signature))]]
                ]
            }
            try edit(&recipe)
        }
    }

    static let rows: [Row] = [
        Row("clientData.type.paymentGet", authentication: { $0.client.value["type"] = "payment.get" }),
        Row(
            "clientData.type.notPayment", authentication: payment { $0.client.value["type"] = "webauthn.get" }
        ),
        Row(
            "clientData.type.swapped",
            authentication: payment { $0.client.value["type"] = "webauthn.create" }),
        Row("payment.missing", authentication: payment { $0.client.value["payment"] = nil }),
        Row("payment.notObject", authentication: payment { $0.client.value["payment"] = "12.50 EUR" }),
        member("rpId.missing", "rpId", nil), member("rpId.other", "rpId", "example.com"),
        member("rpId.notString", "rpId", 1), member("rpId.aliasDiffers", "rp", "example.com"),
        member("topOrigin.missing", "topOrigin", nil),
        member("topOrigin.other", "topOrigin", "https://evilshop.example"),
        member("payeeName.missing", "payeeName", nil),
        member("payeeName.other", "payeeName", "The Other Shop"),
        member("payeeOrigin.missing", "payeeOrigin", nil),
        member("payeeOrigin.other", "payeeOrigin", "https://shop.example/"),
        member("payeeOrigin.notString", "payeeOrigin", [:]),
        Row(
            "payment.payeeName.unexpected",
            authentication: payment { $0.expectation.payment?.payeeName = nil }),
        Row(
            "payment.payeeOrigin.unexpected",
            authentication: payment { $0.expectation.payment?.payeeOrigin = nil }),
        member("total.missing", "total", nil), member("total.notObject", "total", "12.50"),
        part("total.value", "total", "value", "0.01"), part("total.value", "total", "value", "12.5"),
        part("total.value", "total", "value", nil), part("total.currency", "total", "currency", "USD"),
        part("total.currency", "total", "currency", "eur"),
        member("instrument.missing", "instrument", nil), member("instrument.notObject", "instrument", []),
        part("instrument.displayName", "instrument", "displayName", "Card ****1111"),
        part("instrument.icon", "instrument", "icon", "https://evil.example/card.png"),
        part("instrument.icon", "instrument", "icon", ""),
        part("instrument.details", "instrument", "details", nil),
        part("instrument.details", "instrument", "details", "credit"),
        Row(
            "payment.instrument.details",
            authentication: payment {
                $0.expectation.payment?.instrument.details = nil
                $0.client.value["payment"]?["instrument"]?["details"] = ["debit"]
            }),
        part("instrument.iconMustBeShown", "instrument", "iconMustBeShown", false),
        member("paymentEntitiesLogos.notArray", "paymentEntitiesLogos", [:]),
        member(
            "paymentEntitiesLogos.notSubset", "paymentEntitiesLogos",
            [["url": "https://evil.example/logo.png", "label": "Network"]]),
        member(
            "paymentEntitiesLogos.notSubset", "paymentEntitiesLogos",
            [
                ["url": "https://bank.example/logo.png", "label": "Bank"],
                ["url": "https://net.example/logo.png", "label": "Network"],
            ]),
        Row(
            "payment.browserBoundSignature.otherKey", found: "payment.browserBoundSignature.other",
            authentication: bound(signer: 5)),
        Row(
            "payment.browserBoundSignature.missing", marks: "wwfw",
            authentication: bound { $0.editResponse = { _ in } }),
        Row(
            "payment.browserBoundPublicKey.missing", marks: "wwww",
            authentication: payment { $0.expectation.payment?.browserBoundPublicKey = [1] }),
        Row(
            "payment.browserBoundPublicKey.other", marks: "wwww",
            authentication: bound { $0.expectation.payment?.browserBoundPublicKey = [1] }),
        Row(
            "payment.browserBoundPublicKey.malformed",
            authentication: bound { $0.client.value["payment"]?["browserBoundPublicKey"] = "AQID" }),
    ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    static let good: [GoodRow] = [
        GoodRow("as it was to be shown", authentication: payment { _ in }),
        GoodRow(
            "no payee's name, no logos, no details",
            authentication: payment {
                $0.expectation.payment?.payeeName = nil
                $0.expectation.payment?.instrument.details = nil
                $0.client.value["payment"]?["payeeName"] = nil
                $0.client.value["payment"]?["paymentEntitiesLogos"] = nil
                $0.client.value["payment"]?["instrument"]?["details"] = nil
                $0.client.value["payment"]?["instrument"]?["iconMustBeShown"] = nil
            }),
        GoodRow(
            "an icon that need not be shown and was not, and a logo that could not be",
            authentication: payment {
                $0.expectation.payment?.instrument.iconMustBeShown = false
                $0.client.value["payment"]?["instrument"]?["icon"] = ""
                $0.client.value["payment"]?["instrument"]?["iconMustBeShown"] = false
                $0.client.value["payment"]?["paymentEntitiesLogos"] = [["url": "", "label": "Bank"]]
            }),
        GoodRow(
            "the older name beside the new one",
            authentication: payment { $0.client.value["payment"]?["rp"] = "example.org" }),
        GoodRow("a browser bound key", authentication: bound()),
        GoodRow(
            "the browser bound key of before",
            authentication: bound { $0.expectation.payment?.browserBoundPublicKey = try keyBytes() }),
        GoodRow(
            "a key that is bound at registration",
            registration: { recipe in
                recipe.expectation.requestedExtensions = ExtensionInputs(payment: true)
                recipe.client.value["payment"] = [
                    "browserBoundPublicKey": .string(Base64URL.encode(try keyBytes()))
                ]
                let signature = try TestKeys.sign(recipe.client.bytes, try key())
                recipe.editResponse = {
                    $0["clientExtensionResults"] = [
                        "payment": [
                            "browserBoundSignature": ["signature": .string(Base64URL.encode(signature))]
                        ]
                    ]
                }
            }),
    ]

    @Test(arguments: good) func stands(_ row: GoodRow) throws { try row.check() }

    @Test func detailsAreReadFromJSON() throws {
        var details = Self.shown
        details["paymentEntitiesLogos"] = [
            ["url": "https://net.example/logo.png", "label": "Network"],
            ["url": "https://bank.example/logo.png", "label": "Bank"],
        ]
        #expect(try PaymentExpectation(json: details.serialised()) == Self.expectation)
        let bad: [(JSONValue, String)] = [
            ([], "the details of a payment"), ([:], "total"),
            (["total": ["currency": "EUR"], "instrument": [:]], "topOrigin"),
        ]
        for (json, word) in bad {
            let error = #expect(throws: RelyingPartyError.self) {
                try PaymentExpectation(json: json.serialised())
            }
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
        }
    }
}
