internal import CBOR
internal import WebAuthnModel

/// The numbers in the credential public key.
extension Fault {
    private static let point = FaultFamily(
        .key, signs: .overTheLie, where: .ceremony(.create), .keys(.ellipticCurve))
    private static let edwards = FaultFamily(
        .key, signs: .overTheLie, where: .ceremony(.create), .keys(.edwards))
    private static let rsa = FaultFamily(.key, signs: .overTheLie, where: .ceremony(.create), .keys(.rsa))

    static let keyValueFaults: [Fault] = [
        point(
            .key, "offCurve", "The point does not lie on the curve.",
            .keyBytes(-3) { y in y.dropLast() + y.suffix(1).map { $0 ^ 1 } }),
        point(
            .key, "infinity", "Both coordinates are zero.",
            .keyBytes(-2) { $0.map { _ in 0 } }, .keyBytes(-3) { $0.map { _ in 0 } }),
        point(
            .key, "compressed", "The point is compressed: y is only a sign.",
            .keyMap { key in
                guard let y = key[integer: -3]?.bytesValue?.last else { return }
                key.set(-3, .bool(y & 1 == 1))
            }),
        point(
            .keyCoordinate, "short", "A coordinate lacks a byte, as when leading zeroes are left out.",
            .keyBytes(-2) { Array($0.dropFirst()) }),
        point(
            .keyCoordinate, "long", "A coordinate has a zero byte too many, as DER would write it.",
            .keyBytes(-2) { [0] + $0 }),
        point(
            .keyCoordinate, "outOfRange", "A coordinate is not below the prime.",
            .keyBytes(-2) { $0.map { _ in 0xFF } }),
        edwards(
            .keyOKP, "length", "The point lacks a byte.", .keyBytes(-2) { Array($0.dropLast()) }),
        edwards(
            .keyOKP, "smallOrder", "The point is the neutral one: anybody can sign for such a key.",
            .keyBytes(-2) { [1] + [UInt8](repeating: 0, count: max(0, $0.count - 1)) }),
        rsa(
            .keyRSA, "small", "The modulus has 1024 bits.", .keyBytes(-1) { modulus(128, like: $0) }),
        rsa(
            .keyRSA, "huge", "The modulus has 16,384 bits.", .keyBytes(-1) { modulus(2048, like: $0) }),
        rsa(
            .keyRSA, "evenModulus", "The modulus is even.",
            .keyBytes(-1) { n in n.dropLast() + n.suffix(1).map { $0 & 0xFE } }),
        rsa(.keyRSA, "evenExponent", "The exponent is even.", .keyBytes(-2) { _ in [4] }),
        rsa(.keyRSA, "exponentOne", "The exponent is one.", .keyBytes(-2) { _ in [1] }),
        rsa(.keyRSA, "leadingZero", "The modulus has a zero byte too many.", .keyBytes(-1) { [0] + $0 }),
    ]

    /// An odd number of so many bytes, its first bit set.
    private static func modulus(_ count: Int, like bytes: [UInt8]) -> [UInt8] {
        var number = (0..<count).map { bytes.isEmpty ? 0xFF : bytes[$0 % bytes.count] }
        number[0] |= 0x80
        number[count - 1] |= 1
        return number
    }
}
