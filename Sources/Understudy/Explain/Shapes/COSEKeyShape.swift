internal import CBOR
internal import COSE

extension Dissection {
    /// Cuts the COSE_Key at the start of a range (RFC 9052 section 7), as authenticator data has it; false when
    /// it is malformed.
    mutating func coseKey(at range: Range<Int>, _ name: String) -> Bool {
        let end = cbor(range, name, .coseKey, isStrict: true) { .authenticatorData(.credentialPublicKey($0)) }
        guard let end else { return false }
        // What is no map is for the caller to tell.
        if bytes[range.lowerBound] >> 5 == 5 { judge(key: range.lowerBound..<end) }
        return true
    }

    /// Cuts the COSE_Key that a range must be.
    mutating func coseKey(_ range: Range<Int>) {
        wholeCBOR(range, "COSE_Key", .coseKey, isStrict: true)
        if !hasErrors(in: range) { judge(key: range) }
    }

    /// Notes why a key that is well-formed CBOR is no key that WebAuthn accepts.
    private mutating func judge(key range: Range<Int>) {
        do {
            let key = try COSEKey(decoding: Array(bytes[range]))
            for label in key.unknownLabels {
                remark("the key has the member \(label), which its kind does not have", at: range.lowerBound)
            }
        } catch .notCBOR {
            // Not canonical: told on the way.
        } catch { report(.coseKey(error), at: range.lowerBound) }
    }
}

extension CBORShape {
    /// A COSE_Key; what its negative labels mean depends on the key type.
    static let coseKey = dependent { peek in
        let kty = peek[1]?.integer
        let algorithm = peek[3]?.integer
        return .map(
            [
                CBORMember(1, "kty", number(COSENames.keyTypes)), CBORMember(2, "kid"),
                CBORMember(
                    3, "alg",
                    value { value, _ in
                        // §6.5.6 of CTAP: the number is fixed, and plain ECDH is what happens.
                        value.integer == -25
                            ? "ECDH-ES + HKDF-256, as CTAP writes it for key agreement"
                            : value.integer.map {
                                COSEAlgorithm(rawValue: $0).name ?? "an algorithm that is not known here"
                            }
                    }), CBORMember(4, "key_ops"), CBORMember(5, "Base IV"),
            ] + members(kty: kty, algorithm: algorithm))
    }

    private static func members(kty: Int?, algorithm: Int?) -> [CBORMember] {
        switch kty {
        case 1:
            [
                CBORMember(-1, "crv", number(COSENames.curves)), CBORMember(-2, "x", note("the public key")),
                CBORMember(-4, "d", note("the private key, which does not belong here")),
            ]
        case 2:
            [
                CBORMember(-1, "crv", number(COSENames.curves)),
                CBORMember(-2, "x", note("the x coordinate")),
                CBORMember(-3, "y", yCoordinate),
                CBORMember(-4, "d", note("the private key, which does not belong here")),
            ]
        case 3:
            [
                CBORMember(-1, "n", note("the modulus")), CBORMember(-2, "e", exponent),
                CBORMember(-3, "d", note("the private exponent, which does not belong here")),
            ]
        case 7:
            [
                CBORMember(-1, "pub", note("the public key")),
                CBORMember(-2, "priv", note("the private key, which does not belong here")),
            ]
        default: []
        }
    }

    private static let yCoordinate = value { value, _ in
        value.boolValue == nil ? "the y coordinate" : "a sign bit: the point is compressed"
    }

    private static let exponent = value { value, _ in
        guard let bytes = value.bytesValue, bytes.count <= 7 else { return "the public exponent" }
        return "the public exponent, \(bytes.reduce(0) { $0 << 8 | Int($1) })"
    }
}
