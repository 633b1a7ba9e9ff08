internal import Bytes
internal import Cryptography
internal import WebAuthnModel

/// The same signature, written otherwise.
enum SignatureForms {
    static func all(_ refused: RefusedSignature) -> [SignatureGuess] {
        switch refused.key {
        case .ec(let key): ecdsa(refused.signature, key.curve) + texts(refused.signature)
        case .edwards(let key): cut(refused.signature, key.curve.signatureLength) + texts(refused.signature)
        case .rsa(let key): cut(refused.signature, key.modulus.count) + texts(refused.signature)
        }
    }

    private static func ecdsa(_ signature: [UInt8], _ curve: EllipticCurve) -> [SignatureGuess] {
        let shape = ECDSASignatureShape(of: signature, curve: curve)
        let width = curve.coordinateLength
        var guesses: [SignatureGuess] = []
        if signature.count >= 2 * width, signature.first != 0x30 || signature.count == 2 * width {
            let isExact = signature.count == 2 * width
            guesses.append(
                SignatureGuess(
                    word: isExact ? "raw" : "rawWithTrailingBytes", variant: isExact ? "rawRS" : "notDER",
                    sentence: "The signature is right, but written as r and s one after the other"
                        + (isExact ? "" : " with bytes after them")
                        + ": WebCrypto, JOSE and COSE write it so, and WebAuthn wants DER.",
                    suspect: .authenticator,
                    signature: sequence(Array(signature[..<width]), Array(signature[width..<2 * width]))))
        }
        if let (variant, phrase) = fault(of: shape), let (r, s) = LenientSignature.numbers(of: signature) {
            guesses.append(
                SignatureGuess(
                    word: "lenientDER", variant: variant,
                    sentence:
                        "The signature is right once it is written in strict DER: \(phrase). A reader that "
                        + "forgives this would accept it.", suspect: .authenticator, signature: sequence(r, s)
                ))
        }
        return guesses
    }

    /// What a lenient reader forgives.
    private static func fault(of shape: ECDSASignatureShape) -> (variant: String, phrase: String)? {
        switch shape {
        case .ber: ("BER", "a length in it is longer than need be")
        case .nonMinimal: ("nonMinimalInteger", "an integer in it has zeros that it does not need")
        case .negative: ("negativeInteger", "an integer in it lacks the zero that keeps it positive")
        case .trailing: ("trailingBytes", "bytes follow it")
        case .strict, .rawConcatenation, .zero, .outOfRange, .truncated, .unexpectedTag: nil
        }
    }

    private static func sequence(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
        DER.sequence(DER.integer(magnitude: r), DER.integer(magnitude: s))
    }

    /// A signature of fixed length with something behind it.
    private static func cut(_ signature: [UInt8], _ length: Int) -> [SignatureGuess] {
        guard signature.count > length else { return [] }
        return [
            SignatureGuess(
                word: "withTrailingBytes", variant: "trailingBytes",
                sentence: "The signature's first \(length) bytes are a valid signature; "
                    + "\(signature.count - length) bytes follow that do not belong to it.",
                suspect: .transport,
                signature: Array(signature[..<length]))
        ]
    }

    /// The signature as the bytes of a text.
    private static func texts(_ signature: [UInt8]) -> [SignatureGuess] {
        let hex = try? Hex.decode(String(decoding: signature, as: UTF8.self))
        guard let decoded = hex ?? (try? Base64Decoder.decodeLeniently(signature).bytes) else { return [] }
        return [
            SignatureGuess(
                word: "asText", variant: "asText",
                sentence:
                    "What came is the \(hex == nil ? "base64" : "hexadecimal") text of a valid signature: it was "
                    + "encoded once too often on its way.", suspect: .transport, signature: decoded)
        ]
    }
}

/// Reads r and s as a parser does that forgives everything.
private enum LenientSignature {
    static func numbers(of bytes: [UInt8]) -> (r: [UInt8], s: [UInt8])? {
        var rest = bytes[...]
        guard rest.popFirst() == 0x30, length(&rest) != nil, let r = integer(&rest), let s = integer(&rest)
        else { return nil }
        return (r, s)
    }

    private static func integer(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == 0x02, let count = length(&rest), count <= rest.count, count <= 80 else {
            return nil
        }
        let digits = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(digits.drop { $0 == 0 })
    }

    /// A length in any form; 0 for the indefinite one.
    private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard count <= 3, count <= rest.count else { return nil }
        let value = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(count)
        return value
    }
}
