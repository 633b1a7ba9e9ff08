import Bytes
import CBOR
import COSE
import Testing
import WebAuthnModel

/// The structures in a TPM's attestation statement.
@Suite struct TPMStructureTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let hex: String
        let area: TPMPublicArea
        var testDescription: String { name }
    }

    static let x = [UInt8](repeating: 0xAA, count: 32)
    static let y = [UInt8](repeating: 0xBB, count: 32)
    static let point = "0020\(Hex.encode(x))0020\(Hex.encode(y))"

    static let areas: [Row] = [
        Row(
            name: "P-256, as in WebAuthn Level 3 §16",
            hex: "0023000b00040000000000100010" + "00030010" + point,
            area: TPMPublicArea(key: .ecc(curve: .nistP256, kdf: nil, x: x, y: y))),
        Row(
            name: "P-384 with scheme, kdf, policy",
            hex: "0023000c00060472000211220010" + "0018000c" + "0004" + "00070" + "00b" + point,
            area: TPMPublicArea(
                nameAlgorithm: .sha384, attributes: 0x0006_0472, authPolicy: [0x11, 0x22],
                scheme: .init(algorithm: .ecdsa, hash: .sha384),
                key: .ecc(
                    curve: .nistP384, kdf: .init(algorithm: TPMAlgorithm(rawValue: 7), hash: .sha256), x: x,
                    y: y))),
        Row(
            name: "RSA, open",
            hex: "0001000b00060472" + "0000" + "0010" + "0010" + "0800" + "00000000" + "0003010203",
            area: TPMPublicArea(
                attributes: 0x0006_0472, key: .rsa(keyBits: 2048, exponent: 0, modulus: [1, 2, 3]))),
        Row(
            name: "RSA with cipher, scheme and exponent",
            hex: "0001000400000000" + "0000" + "000600800043" + "0014000b" + "0800" + "00010001" + "000109",
            area: TPMPublicArea(
                nameAlgorithm: .sha1, attributes: 0,
                symmetric: .init(
                    algorithm: TPMAlgorithm(rawValue: 6), keyBits: 128, mode: TPMAlgorithm(rawValue: 0x43)),
                scheme: .init(algorithm: .rsassa, hash: .sha256),
                key: .rsa(keyBits: 2048, exponent: 65_537, modulus: [9]))),
        Row(
            name: "the scheme without a hash",
            hex: "0001000b00000000" + "0000" + "0010" + "0015" + "0800" + "00000000" + "0000",
            area: TPMPublicArea(
                attributes: 0, scheme: .init(algorithm: .rsaes, hash: nil),
                key: .rsa(keyBits: 2048, exponent: 0, modulus: []))),
        Row(
            name: "the scheme with a counter",
            hex: "0023000b00000000" + "0000" + "0010" + "001a000b0102" + "0003" + "0010" + point,
            area: TPMPublicArea(
                attributes: 0, scheme: .init(algorithm: .ecdaa, hash: .sha256, count: 0x0102),
                key: .ecc(curve: .nistP256, kdf: nil, x: x, y: y))),
    ]

    @Test(arguments: areas) func publicAreas(_ row: Row) throws {
        let bytes = try Hex.decode(row.hex)
        #expect(try TPMPublicArea(decoding: bytes) == row.area)
        #expect(row.area.encoded == bytes)
        Self.checkEnds(bytes) { (bytes) throws(TPMStructureError) in _ = try TPMPublicArea(decoding: bytes) }
    }

    static let certify = """
        ff5443478017 0003 010203 0002 0405 0000000000000007 00000008 00000009 33 000000000000000a
        0004 000b 0c0d 0001 0e
        """
    static let attest = TPMAttest(
        qualifiedSigner: [1, 2, 3], extraData: [4, 5],
        clockInfo: TPMClockInfo(clock: 7, resetCount: 8, restartCount: 9, safe: 0x33), firmwareVersion: 10,
        attested: .certifyInfo(name: [0, 11, 12, 13], qualifiedName: [14]))

    @Test func attestations() throws {
        let bytes = try Hex.decode(Self.certify.filter { !$0.isWhitespace })
        #expect(try TPMAttest(decoding: bytes) == Self.attest)
        #expect(Self.attest.encoded == bytes)
        Self.checkEnds(bytes) { (bytes) throws(TPMStructureError) in _ = try TPMAttest(decoding: bytes) }
        // Another type keeps what it has, unread; another magic is read.
        var quote = bytes
        quote.replaceSubrange(0..<6, with: [0, 0, 0, 0, 0x80, 0x18])
        let read = try TPMAttest(decoding: quote)
        #expect(read.magic == 0 && read.attested == .other(Array(bytes.suffix(9))) && read.encoded == quote)
    }

    /// Every truncation and a byte too many are refused, where they are; every change of a byte is survived.
    private static func checkEnds(
        _ bytes: [UInt8], _ decode: ([UInt8]) throws(TPMStructureError) -> Void
    ) {
        for count in bytes.indices {
            let error = #expect(throws: TPMStructureError.self) { try decode(Array(bytes.prefix(count))) }
            guard case .truncated(_, let offset, let wanted, let available)? = error else {
                Issue.record("\(count) bytes: \(error?.description ?? "accepted")")
                continue
            }
            #expect(offset + available == count && wanted > available)
        }
        let error = #expect(throws: TPMStructureError.self) { try decode(bytes + [0, 0]) }
        #expect(error == .trailingBytes(offset: bytes.count, count: 2))
        for place in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] = value
                try? decode(changed)
            }
        }
    }

    @Test func otherTypesAreNotKnown() throws {
        let error = #expect(throws: TPMStructureError.self) { try TPMPublicArea(decoding: [0, 0x25, 0, 11]) }
        #expect(error == .unknownValue(field: .type, offset: 0, value: 0x25) && error?.offset == 0)
    }

    @Test func namesAreOfTheBytes() {
        #expect(TPMAlgorithm.sha1.name(ofPublicArea: [])?.count == 22)
        #expect(TPMAlgorithm.sha256.name(ofPublicArea: [1])?.prefix(2) == [0, 11])
        #expect(TPMAlgorithm.null.name(ofPublicArea: []) == nil)
        #expect("\(TPMAlgorithm.ecc) \(TPMAlgorithm(rawValue: 0x99))" == "TPM_ALG_ECC 0x99")
    }

    @Test func statementsKeepTheirParts() throws {
        let statement = TPMStatement(
            algorithm: .es256, certificates: [[1], [2]], signature: [3], certInfo: [4], pubArea: [5])
        #expect(try TPMStatement(statement.cbor) == statement)
        let bytes = CBOREncoder.encodeAsWritten(statement.cbor)
        #expect(bytes == CBOREncoder.encode(statement.cbor))
        for name in ["alg", "sig", "ver", "x5c", "pubArea", "certInfo"] {
            guard case .map(let pairs) = statement.cbor else { return }
            let rest = pairs.filter { $0.key != .text(name) }
            let missing = #expect(throws: TPMStatement.ShapeError.self) { try TPMStatement(.map(rest)) }
            #expect(missing == .missing(member: name))
            let wrong = #expect(throws: TPMStatement.ShapeError.self) {
                try TPMStatement(.map(rest + [CBORPair(.text(name), .null)]))
            }
            #expect(wrong == .wrongType(member: name))
        }
    }
}
