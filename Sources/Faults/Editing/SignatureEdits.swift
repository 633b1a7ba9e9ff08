internal import Bytes
internal import Cryptography
internal import WebAuthnModel

/// Randomness for keys of nobody's, the same in every run.
enum OtherKey {
    static func random(_ name: String) -> SeededRandom {
        SeededRandom(seed: Array("understudy fault".utf8), context: Array(name.utf8))
    }

    /// Another key of the same kind.
    static func like(_ key: PrivateKey) throws(CryptographyError) -> PrivateKey {
        let random = random("otherKey")
        return switch key {
        case .ec(let key): .ec(try ECPrivateKey.generate(key.curve, random: random))
        case .edwards(let key): .edwards(try EdwardsPrivateKey.generate(key.curve, random: random))
        case .rsa(let key): .rsa(try RSAPrivateKey.generate(bits: key.publicKey.bitCount, random: random))
        }
    }
}

/// An ECDSA signature as its two numbers, each without leading zeros.
struct ECDSANumbers {
    var r: [UInt8]
    var s: [UInt8]

    /// Nil for anything but the DER of two positive integers.
    init?(_ signature: [UInt8]) {
        guard var numbers = try? DERReader.readWhole(.sequence, of: signature).reader,
            let r = try? numbers.read(.integer), let s = try? numbers.read(.integer), numbers.isAtEnd
        else { return nil }
        self.r = Array(r.contents.drop { $0 == 0 })
        self.s = Array(s.contents.drop { $0 == 0 })
    }

    /// The DER.
    var encoded: [UInt8] { DER.sequence(DER.integer(magnitude: r), DER.integer(magnitude: s)) }

    /// How wide the curve's numbers are, as far as these two tell.
    var width: Int {
        let longest = max(r.count, s.count)
        return [32, 48, 66].first { longest <= $0 } ?? longest
    }

    /// A number in the curve's full width.
    func padded(_ number: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, width - number.count)) + number
    }
}

extension FaultEdit {
    /// Writes an ECDSA signature again in another way; leaves others alone.
    static func ecdsaSignature(_ edit: @escaping @Sendable (ECDSANumbers) -> [UInt8]) -> FaultEdit {
        .signature { signature in
            if let numbers = ECDSANumbers(signature) { signature = edit(numbers) }
        }
    }

    /// Changes what is signed.
    static func message(_ edit: @escaping @Sendable (inout [UInt8]) -> Void) -> FaultEdit {
        .signing { (input) throws(CryptographyError) in edit(&input.message) }
    }
}
