import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// The credential public key, as registered and as stored.
@Suite struct KeyTests {
    /// Both where it is registered and where it is used.
    static func both(
        _ fault: String, marks: String = "ffff",
        _ edit: @escaping @Sendable (inout [CBORPair]) -> Void
    ) -> [Row] {
        [
            Row(fault, marks: marks, registration: { $0.editKey = edit }),
            Row(
                fault, marks: marks,
                authentication: { recipe in
                    guard
                        case .map(var pairs) = try CBORDecoder.decode(recipe.expectation.credential.publicKey)
                    else { return }
                    edit(&pairs)
                    recipe.expectation.credential.publicKey = CBOREncoder.encode(.map(pairs))
                }),
        ]
    }

    static func set(_ label: Int, _ value: CBORValue?) -> @Sendable (inout [CBORPair]) -> Void {
        { pairs in
            pairs.removeAll { $0.key == CBORValue(integer: label) }
            if let value { pairs.append(CBORPair(CBORValue(integer: label), value)) }
        }
    }

    static func okp(_ algorithm: Int, _ curve: Int, _ x: [UInt8]) -> @Sendable (inout [CBORPair]) -> Void {
        {
            $0 = [
                CBORPair(1, 1), CBORPair(3, CBORValue(integer: algorithm)),
                CBORPair(-1, CBORValue(integer: curve)), CBORPair(-2, .bytes(x)),
            ]
        }
    }

    static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> @Sendable (inout [CBORPair]) -> Void {
        {
            $0 = [
                CBORPair(1, 3), CBORPair(3, -257), CBORPair(-1, .bytes(modulus)),
                CBORPair(-2, .bytes(exponent)),
            ]
        }
    }

    static func filled(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    static let rows: [Row] = form + curve + edwards + modulus

    static let form: [Row] =
        both("key.missing.kty", set(1, nil)) + both("key.missing.alg", set(3, nil))
        + both("key.missing.coordinate", set(-1, nil)) + both("key.missing.coordinate", set(-2, nil))
        + both("key.missing.coordinate", set(-3, nil))
        + both("key.wrongType", set(1, "EC2")) + both("key.wrongType", set(-2, 1))
        + both("key.privatePart", set(-4, .bytes(filled(1, 32))))
        + both("key.extraMember", marks: "wwfw", set(4, [1]))
        + both("key.extraMember", marks: "wwfw", set(2, .bytes([1])))
        + both("key.boolKey") { $0.append(CBORPair(true, 3)) }
        + [
            Row("key.notMap", registration: { $0.editKeyBytes = { $0 = [0x80] } }),
            Row(
                "key.duplicateKey",
                registration: {
                    $0.keyAsWritten = true
                    $0.editKey = { $0.insert(CBORPair(1, 3), at: 1) }
                }),
            Row("key.truncated", registration: { $0.editKeyBytes = { $0 = [0xA5, 1] } }),
            Row(
                "key.keyOrder",
                registration: {
                    $0.keyAsWritten = true
                    $0.editKey = { $0.swapAt(0, 1) }
                }),
            Row(
                "key.nonShortestLength",
                registration: { $0.editKeyBytes = { $0.replaceSubrange(0..<1, with: [0xB8, 5]) } }),
            Row("key.trailingBytes", authentication: { $0.expectation.credential.publicKey += [0xA0] }),
            Row("key.notMap", authentication: { $0.expectation.credential.publicKey = [0x01] }),
            Row("key.alg.notOffered", registration: { $0.expectation.offeredAlgorithms = [.rs256, .edDSA] }),
            Row("key.alg.notOffered", registration: { $0.expectation.offeredAlgorithms = [] }),
            // An algorithm that nobody knows and nobody offered.
            Row("key.alg.notOffered", registration: { $0.editKey = set(3, -999) }),
        ]

    static let curve: [Row] =
        both("key.alg.otherThanKty", set(3, -257)) + both("key.crv.otherThanAlg", set(-1, 2))
        + both("key.compressed", set(-3, true)) + both("key.coordinate.short", set(-2, .bytes(filled(1, 31))))
        + both("key.coordinate.long", set(-2, .bytes(filled(1, 33))))
        + both("key.coordinate.outOfRange", set(-2, .bytes(filled(0xFF, 32))))
        + both("key.offCurve", set(-3, .bytes(filled(1, 32))))
        + both("key.infinity") {
            set(-2, .bytes(filled(0, 32)))(&$0)
            set(-3, .bytes(filled(0, 32)))(&$0)
        }

    static let edwards: [Row] =
        both("key.alg.eddsaWithEd448", okp(-8, 7, filled(1, 57)))
        + both("key.okp.length", okp(-8, 6, filled(1, 31)))
        + both("key.okp.smallOrder", okp(-8, 6, filled(0, 32)))
        + both("key.okp.smallOrder", okp(-8, 6, [1] + filled(0, 31)))
        + both("key.okp.notCanonical", okp(-8, 6, [0xF0] + filled(0xFF, 30) + [0x7F]))
        + both("key.okp.notOnCurve", okp(-8, 6, [2] + filled(0, 31)))

    static let modulus: [Row] =
        both("key.rsa.small", rsa(filled(0xC1, 128), [1, 0, 1]))
        + both("key.rsa.huge", rsa(filled(0xC1, 1025), [1, 0, 1]))
        + both("key.rsa.evenModulus", rsa(filled(0xC0, 256), [1, 0, 1]))
        + both("key.rsa.evenExponent", rsa(filled(0xC1, 256), [1, 0, 0]))
        + both("key.rsa.exponentOne", rsa(filled(0xC1, 256), [1]))
        + both("key.rsa.longExponent", rsa(filled(0xC1, 256), filled(0xC1, 256)))
        + both("key.rsa.leadingZero", rsa([0] + filled(0xC1, 256), [1, 0, 1]))
        + both("key.rsa.leadingZero", rsa(filled(0xC1, 256), [0, 1, 0, 1]))

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    /// An algorithm that was offered but is not known here cannot be checked, and says so.
    @Test func anUnknownAlgorithmIsUnsupported() throws {
        for offered in [[COSEAlgorithm(rawValue: -999)], nil] {
            var recipe = try RegistrationRecipe(.none)
            recipe.expectation.offeredAlgorithms = offered
            recipe.editKey = Self.set(3, -999)
            let report = try recipe.report(.level3)
            #expect(report.findings.filter(\.rejects).map(\.code) == [.keyAlgorithm])
            #expect(report.findings(.unsupported).map(\.code) == [.keyAlgorithm])
        }
    }

    /// Every kind of key, self attested and used.
    @Test(arguments: COSEAlgorithm.signable) func everyAlgorithm(_ algorithm: COSEAlgorithm) throws {
        let key: PrivateKey
        switch try #require(algorithm.keyKind) {
        case .ec2(let curve): key = try TestKeys.ec(curve, 1)
        case .okp(let curve): key = try TestKeys.edwards(curve)
        case .rsa: key = try TestKeys.rsa()
        case .akp: return
        }
        for policy in Policy.all {
            var registration = try RegistrationRecipe(.packedSelf)
            registration.key = key
            registration.algorithm = algorithm
            registration.expectation.offeredAlgorithms = [algorithm]
            let report = try registration.report(policy)
            #expect(report.verdict == .accept && report.findings(.warn).isEmpty, "\(report.text)")
            var authentication = try AuthenticationRecipe()
            authentication.use(key, algorithm)
            let second = try authentication.report(policy)
            #expect(second.verdict == .accept && second.findings(.warn).isEmpty, "\(second.text)")
        }
    }
}
