import CBOR
import COSE
import Cryptography
import RelyingParty
import TestSupport
import WebAuthnModel

/// The credential public key.
extension RegistrationMutations {
    enum Kind {
        case ec2, okp, rsa
    }

    static func kind(_ subject: VectorRegistration) -> Kind {
        switch subject.keys.credential.publicKey {
        case .ec: .ec2
        case .edwards: .okp
        case .rsa: .rsa
        }
    }

    /// A row for keys of some kinds.
    static func keyRow(
        _ name: String, _ kinds: [Kind], _ code: RuleCode,
        _ edit: @escaping @Sendable (inout [CBORPair]) -> Void
    ) -> Row {
        Row("key.\(name)", .data, { kinds.contains(kind($0)) ? .fails(code) : .absent }) { edit(&$0.key) }
    }

    static func set(_ label: Int, _ value: CBORValue?) -> @Sendable (inout [CBORPair]) -> Void {
        KeyTests.set(label, value)
    }

    static func flip(_ label: Int, at place: Int) -> @Sendable (inout [CBORPair]) -> Void {
        { pairs in
            guard var bytes = CBORValue.map(pairs)[integer: label]?.bytesValue else { return }
            bytes[place < 0 ? bytes.count + place : place] ^= 1
            set(label, .bytes(bytes))(&pairs)
        }
    }

    /// What a key of the same kind, but another, breaks: whatever is bound to the credential's own.
    static func otherKey(_ subject: VectorRegistration) -> Row.Expected {
        switch subject.vector.format {
        case "packed" where subject.certificate == nil: .fails(.packedSignature)
        case "tpm": .fails(.tpmUnique)
        case "apple": .fails(.appleLeafKey)
        case "android-key": .fails(.androidKeyLeafKey)
        default: .unseen("nothing that is checked names the key a second time; the next sign-in fails")
        }
    }

    static let key: [Row] = [
        keyRow("kty", [.ec2, .okp], .keyAlgorithm, set(1, 3)),
        keyRow("kty, RSA", [.rsa], .keyAlgorithm, set(1, 2)),
        keyRow("kty missing", [.ec2, .okp, .rsa], .keyMissing, set(1, nil)),
        keyRow("alg, of another kind", [.ec2, .okp], .keyAlgorithm, set(3, -257)),
        keyRow("alg, of another kind, RSA", [.rsa], .keyAlgorithm, set(3, -7)),
        keyRow("alg, not offered", [.ec2, .okp, .rsa], .keyAlgorithm, set(3, -65_535)),
        keyRow("alg missing", [.ec2, .okp, .rsa], .keyMissing, set(3, nil)),
        keyRow("crv", [.ec2, .okp], .keyCurve, set(-1, 8)),
        keyRow("crv missing", [.ec2, .okp], .keyMissing, set(-1, nil)),
        keyRow("x, one bit", [.ec2], .key, flip(-2, at: -1)),
        // y = 2 is no point of Ed25519; Ed448's y ends in a byte that has the sign alone.
        keyRow("x, no point", [.okp], .keyOKP) { pairs in
            let count = CBORValue.map(pairs)[integer: -2]?.bytesValue?.count ?? 0
            let x = count == 32 ? [2] + [UInt8](repeating: 0, count: 31) : [UInt8](repeating: 0x7F, count: 57)
            set(-2, .bytes(x))(&pairs)
        },
        keyRow("x, a byte short", [.ec2], .keyCoordinate) { pairs in
            set(-2, CBORValue.map(pairs)[integer: -2]?.bytesValue.map { .bytes(Array($0.dropLast())) })(
                &pairs)
        },
        keyRow("x, a byte short, Edwards", [.okp], .keyOKP) { pairs in
            set(-2, CBORValue.map(pairs)[integer: -2]?.bytesValue.map { .bytes(Array($0.dropLast())) })(
                &pairs)
        },
        keyRow("y, one bit", [.ec2], .key, flip(-3, at: -1)),
        keyRow("y, compressed", [.ec2], .key, set(-3, true)),
        keyRow("n, even", [.rsa], .keyRSA, flip(-1, at: -1)),
        keyRow("e, even", [.rsa], .keyRSA, flip(-2, at: -1)),
        keyRow("e, 1", [.rsa], .keyRSA, set(-2, .bytes([1]))),
        keyRow("private part", [.ec2, .okp], .key, set(-4, .bytes([1]))),
        keyRow("private part, RSA", [.rsa], .key, set(-3, .bytes([1]))),
        Row("key.another", .data, otherKey) { subject in
            switch kind(subject) {
            case .ec2:
                // The same x with the other y.
                guard case .ec(let key) = subject.keys.credential.publicKey else { return }
                let other = try TestKeys.ec(key.curve, 9).publicKey
                guard case .ec(let point) = other else { return }
                set(-2, .bytes(point.x))(&subject.key)
                set(-3, .bytes(point.y))(&subject.key)
            case .okp:
                guard case .edwards(let key) = subject.keys.credential.publicKey,
                    case .edwards(let other) = try TestKeys.edwards(key.curve).publicKey
                else { return }
                set(-2, .bytes(other.bytes))(&subject.key)
            case .rsa:
                flip(-1, at: 40)(&subject.key)
            }
        },
        Row("key.extra member", .unsignedByU2F, { _ in .warns(.key) }) { $0.key.append(CBORPair(7, 7)) },
        Row("key.order", .data, .key) {
            $0.keyAsWritten = true
            $0.key.swapAt(0, 1)
        },
    ]
}
