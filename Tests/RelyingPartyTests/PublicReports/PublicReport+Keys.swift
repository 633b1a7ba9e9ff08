import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Signatures and keys.
extension PublicReport {
    static let keys: [PublicReport] = [
        PublicReport(1, "MasterKale/SimpleWebAuthn #594", stands: [shortNumber]),
        PublicReport(
            2, "webauthn-open-source/fido2-lib #118",
            elsewhere: "SignatureEdgeTests: r and s that are bytes shorter than the curve"),
        PublicReport(
            3, "passwordless-lib/fido2-net-lib #154",
            breaks: [signature("rawRS") { $0 = SignatureTests.numbers($0).flatMap { $0 } }]),
        // No policy takes BER: the bytes of a signature have one form.
        PublicReport(
            5, "go-webauthn/webauthn #593",
            breaks: [
                signature("nonMinimalInteger") { der in
                    der = SignatureTests.sequence(SignatureTests.numbers(der).map { [0, 0] + $0 })
                },
                signature("BER") { $0 = [0x30, 0x81] + $0.dropFirst() },
            ]),
        PublicReport(
            6, "LadybirdBrowser/ladybird #11866",
            breaks: [signature("notDER") { $0 = SignatureTests.numbers($0).flatMap { $0 } + [0] }]),
        PublicReport(
            7, "Yubico/libfido2 #546",
            breaks: [
                Row(
                    "key.coordinate.short",
                    registration: {
                        $0.key = try #require(keyWithZero)
                        $0.editKey = { pairs in
                            guard let x = CBORValue.map(pairs)[integer: -2]?.bytesValue else { return }
                            KeyTests.set(-2, .bytes(Array(x.drop { $0 == 0 })))(&pairs)
                        }
                    })
            ],
            stands: [GoodRow("x of 32 bytes", registration: { $0.key = try #require(keyWithZero) })]),
        PublicReport(10, "w3c/webauthn #1447", breaks: [key("compressed", KeyTests.set(-3, true))]),
        // The same of the format whose certificate is compared with the credential's key.
        PublicReport(
            11, "passwordless-lib/fido2-net-lib #552",
            stands: [GoodRow("04 00 …", .apple, registration: { $0.key = try #require(keyWithZero) })]),
        PublicReport(
            13, "web-auth/cose-lib #175",
            breaks: [0, 10, 56, 58].map { edwards(-53, 7, $0) } + [0, 31, 33].map { edwards(-8, 6, $0) }),
        PublicReport(
            14, "web-auth/cose-lib #174, dotnet/aspnetcore #68367",
            breaks: [
                rsa("small", KeyTests.filled(0xC1, 255), [1, 0, 1]),
                rsa("evenExponent", KeyTests.filled(0xC1, 256), [2]),
                rsa("exponentOne", KeyTests.filled(0xC1, 256), [1]),
                rsa("leadingZero", [0] + KeyTests.filled(0xC1, 256), [1, 0, 1]),
                rsa("leadingZero", KeyTests.filled(0xC1, 256), [0, 1, 0, 1]),
            ]),
        PublicReport(
            15, "duo-labs/py_webauthn #160, web-auth/webauthn-framework #436",
            breaks: [
                Row("authData.trailingBytes", .packedSelf, registration: countOneLess),
                Row(
                    "key.trailingBytes",
                    authentication: {
                        $0.use(try TestKeys.edwards(.ed25519), .edDSA)
                        $0.expectation.credential.publicKey[0] = 0xA3
                    }),
            ]),
        PublicReport(
            17, "duo-labs/py_webauthn #265",
            breaks: [
                key("boolKey") { $0.append(CBORPair(true, 3)) },
                Row(
                    "key.duplicateKey",
                    registration: {
                        $0.keyAsWritten = true
                        $0.editKey = { $0.insert(CBORPair(1, 3), at: 1) }
                    }),
            ]),
        PublicReport(
            18, "MasterKale/SimpleWebAuthn #49",
            stands: [
                GoodRow(
                    "RS256", .packedSelf,
                    registration: {
                        $0.key = try TestKeys.rsa()
                        $0.algorithm = .rs256
                    }, authentication: { $0.use(try TestKeys.rsa(), .rs256) })
            ]),
    ]

    static func signature(_ variant: String, _ edit: @escaping @Sendable (inout [UInt8]) -> Void) -> Row {
        Row("signature.\(variant)", authentication: { $0.editSignature = edit })
    }

    private static func key(_ variant: String, _ edit: @escaping @Sendable (inout [CBORPair]) -> Void) -> Row
    {
        Row("key.\(variant)", registration: { $0.editKey = edit })
    }

    private static func edwards(_ algorithm: Int, _ curve: Int, _ count: Int) -> Row {
        Row(
            "key.okp.length",
            registration: {
                $0.expectation.offeredAlgorithms = [COSEAlgorithm(rawValue: algorithm)]
                $0.editKey = KeyTests.okp(algorithm, curve, KeyTests.filled(1, count))
            })
    }

    private static func rsa(_ variant: String, _ modulus: [UInt8], _ exponent: [UInt8]) -> Row {
        key("rsa.\(variant)", KeyTests.rsa(modulus, exponent))
    }

    /// The map's head counts one member too few.
    static let countOneLess: @Sendable (inout RegistrationRecipe) throws -> Void = {
        $0.key = try TestKeys.edwards(.ed25519)
        $0.algorithm = .edDSA
        $0.editKeyBytes = { $0[0] = 0xA3 }
    }

    /// A key whose x begins with a zero byte: the first of small scalars.
    private static let keyWithZero: PrivateKey? = {
        for scalar in UInt16(1)..<4096 {
            let bytes = [UInt8](repeating: 0, count: 30) + [UInt8(scalar >> 8), UInt8(scalar & 0xFF)]
            guard let key = try? ECPrivateKey(curve: .p256, scalar: bytes) else { continue }
            if key.publicKey.x[0] == 0 { return .ec(key) }
        }
        return nil
    }()

    /// The first counter whose signature has an r or s of 31 bytes.
    private static let shortNumber = GoodRow(
        "r or s of 31 bytes",
        authentication: { $0.data.signCount = try #require(shortCounter) })

    private static let shortCounter: UInt32? = RelyingPartyRulesTests.counter { numbers in
        numbers.contains { $0[0] == 0 }
    }
}
