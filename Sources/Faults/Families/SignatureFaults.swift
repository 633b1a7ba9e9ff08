internal import COSE
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// The signature of an assertion (WebAuthn Level 3 §6.5.5).
extension Fault {
    private static let broken = FaultFamily(.signature, signs: .broken, where: .ceremony(.get))

    static let signatureFaults: [Fault] = [
        broken(
            .signature, "oneBit", "One bit of the signature is wrong.",
            .signature { if let last = $0.indices.last { $0[last] ^= 1 } }),
        broken(
            .signature, "empty", "The signature has no bytes.", caughtBy: .rule(.envelopeSignature),
            .signature { $0 = [] }),
        broken(
            .signature, "truncated", "The signature lacks its last byte.",
            .signature { if !$0.isEmpty { $0.removeLast() } }),
        broken(
            .signature, "trailingBytes", "A byte follows the signature.", .signature { $0.append(0) }),
        broken(
            .signature, "rawRS", "r and s stand one after the other, as in JOSE.",
            .ecdsaSignature { $0.padded($0.r) + $0.padded($0.s) }),
        broken(
            .signature, "BER", "A length in the signature is written in two bytes.",
            .ecdsaSignature { numbers in
                let der = numbers.encoded
                return der.count > 2 && der[1] < 0x80 ? [der[0], 0x81] + der.dropFirst() : der
            }),
        broken(
            .signature, "nonMinimalInteger", "r has a zero byte too many.",
            .ecdsaSignature { numbers in
                DER.sequence(
                    DER.element(.integer, [0, 0] + numbers.r), DER.integer(magnitude: numbers.s))
            }),
        broken(
            .signature, "negativeInteger", "r is negative.",
            .ecdsaSignature { numbers in
                let r = [(numbers.r.first ?? 0) | 0x80] + numbers.r.dropFirst()
                return DER.sequence(DER.element(.integer, r), DER.integer(magnitude: numbers.s))
            }),
        broken(
            .signature, "zeroRS", "r and s are zero.",
            .ecdsaSignature { _ in DER.sequence(DER.integer(0), DER.integer(0)) }),
        broken(
            .signature, "rEqualsN", "r is not below the order of the curve.",
            .ecdsaSignature { numbers in
                DER.sequence(
                    DER.integer(magnitude: [UInt8](repeating: 0xFF, count: numbers.width)),
                    DER.integer(magnitude: numbers.s))
            }),
        broken(
            .signature, "otherKey", "Another key of the same kind signed.",
            .signing { (input) throws(CryptographyError) in input.key = try OtherKey.like(input.key) }),
        broken(
            .signature, "overOtherClientData", "The signature is over other client data.",
            .message { $0 = $0.dropLast(32) + Digest.sha256(Array("other client data".utf8)) }),
        broken(
            .signature, "overReserialisedClientData",
            "The client data is written again after it was signed: the same JSON, and other bytes.",
            .responseBytes(in: "clientDataJSON") { bytes in
                if let value = try? JSONValue(parsing: bytes) { bytes = value.pretty() }
            }),
        broken(
            .signature, "overAuthDataOnly", "The signature is over the authenticator data alone.",
            .message { $0.removeLast(min(32, $0.count)) }),
        broken(
            .signature, "ofEarlierCeremony", "The signature is that of an earlier sign-in.",
            .message { message in
                if message.count > 36 { message[36] &-= 1 }
                message = message.dropLast(32) + Digest.sha256(Array("earlier client data".utf8))
            }),
        broken(
            .signature, "otherHash", "The signature is made with another hash than the algorithm's.",
            .signing { (input) throws(CryptographyError) in
                switch input.algorithm.keyKind {
                case .ec2?: input.algorithm = input.algorithm == .es384 ? .es256 : .es384
                case .rsa?: input.algorithm = input.algorithm == .rs384 ? .rs256 : .rs384
                case .okp?, .akp?, nil: return
                }
            }),
        broken(
            .signature, "otherAlgorithm", "An RSA key signs with the other padding.",
            where: [.keys(.rsa)],
            .signing { (input) throws(CryptographyError) in
                switch input.algorithm {
                case .rs256: input.algorithm = .ps256
                case .ps256: input.algorithm = .rs256
                default: return
                }
            }),
        FaultFamily(.signature, signs: .overTheLie, where: .ceremony(.get))(
            .signature, "otherS",
            "s is replaced by the order of the curve less s, which verifies just as well.",
            caughtBy: .allowed(because: "WebAuthn asks for neither of the two, low or high"),
            .ecdsaSignature { numbers in
                guard numbers.width == 32 else { return numbers.encoded }
                var other = numbers
                other.s = P256Order.minus(numbers.padded(numbers.s))
                return other.encoded
            }),
    ]
}

/// The order of P-256 (SEC 2 §2.4.2).
private enum P256Order {
    static let bytes: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The order less a number of 32 bytes below it, without leading zeros.
    static func minus(_ number: [UInt8]) -> [UInt8] {
        var result = bytes
        var borrow = 0
        for index in bytes.indices.reversed() {
            let difference = Int(bytes[index]) - Int(number[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return Array(result.drop { $0 == 0 })
    }
}
