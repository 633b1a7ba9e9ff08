import Bytes
import Cryptography
import Testing

@Suite struct X509ReadingTests {
    let authority: TestAuthority

    init() throws { authority = try TestAuthority("Reading", scalar: 7) }

    /// The fields of a certificate in their order, each to be replaced.
    struct Fields {
        var version = DER.explicit(0, DER.integer(2))
        var serialNumber = DER.integer(1)
        var innerAlgorithm = AlgorithmIdentifier("1.2.840.10045.4.3.2").encoded
        var issuer = DistinguishedName(.commonName("Issuer")).encoded
        var validity = DER.sequence(
            DER.element(.utcTime, Array("240101000000Z".utf8)),
            DER.element(.utcTime, Array("250101000000Z".utf8)))
        var subject = DistinguishedName(.commonName("Subject")).encoded
        var publicKeyInfo: [UInt8] = []
        var uniqueIdentifiers: [UInt8] = []
        var extensions: [UInt8] = []
        var rest: [UInt8] = []
        var outerAlgorithm = AlgorithmIdentifier("1.2.840.10045.4.3.2").encoded
        var signature = DER.bitString([1, 2, 3])

        var encoded: [UInt8] {
            let signed = DER.sequence(
                version, serialNumber, innerAlgorithm, issuer, validity, subject, publicKeyInfo,
                uniqueIdentifiers, extensions, rest)
            return DER.sequence(signed, outerAlgorithm, signature)
        }
    }

    func read(_ edit: (inout Fields) -> Void) throws -> X509Certificate {
        var fields = Fields()
        fields.publicKeyInfo = authority.key.publicKey.subjectPublicKeyInfo
        edit(&fields)
        return try X509Certificate(der: fields.encoded)
    }

    static func list(_ extensions: X509Extension...) -> [UInt8] {
        DER.explicit(3, DER.sequence(of: extensions.map(\.encoded)))
    }

    struct Deviating: Sendable {
        let edit: @Sendable (inout Fields) -> Void
        let deviations: [String]
    }

    @Test(arguments: [
        Deviating(edit: { _ in }, deviations: []),
        Deviating(
            edit: { $0.serialNumber = DER.integer(-5) }, deviations: ["the serial number is not positive"]),
        Deviating(
            edit: { $0.serialNumber = DER.integer(0) }, deviations: ["the serial number is not positive"]),
        Deviating(
            edit: { $0.serialNumber = DER.integer(magnitude: [UInt8](repeating: 0x7F, count: 20)) },
            deviations: []),
        Deviating(
            edit: { $0.serialNumber = DER.integer(magnitude: [UInt8](repeating: 0xFF, count: 20)) },
            deviations: ["the serial number has 21 octets, 20 are allowed"]),
        Deviating(
            edit: { $0.serialNumber = DER.integer(magnitude: [UInt8](repeating: 1, count: 1_000)) },
            deviations: ["the serial number has 1000 octets, 20 are allowed"]),
        Deviating(
            edit: { $0.version = DER.explicit(0, DER.integer(0)) },
            deviations: ["a default value is written out at offset 6"]),
        Deviating(
            edit: {
                let attributes = [(OID.organization, "O"), (.commonName, "C")].map {
                    DER.sequence(DER.objectIdentifier($0), DER.utf8String($1))
                }
                $0.subject = DER.sequence(DER.element(.set, attributes.joined()))
            },
            deviations: ["attributes are out of order in the name at offset 77"]),
        Deviating(
            edit: {
                $0.version = []
                $0.extensions = X509ReadingTests.list(.keyUsage(.digitalSignature))
            },
            deviations: ["extensions in a version 1 certificate"]),
        Deviating(
            edit: { $0.extensions = DER.explicit(3, DER.sequence()) },
            deviations: ["an empty list of extensions at offset 188"]),
        Deviating(
            edit: {
                $0.extensions = X509ReadingTests.list(X509Extension(.subjectKeyIdentifier, value: [4, 1]))
            },
            deviations: ["the key identifier in extension 2.5.29.14 cannot be read"]),
        Deviating(
            edit: {
                $0.validity = DER.sequence(
                    DER.element(.generalizedTime, Array("19491231000000Z".utf8)),
                    DER.element(.generalizedTime, Array("20491231000000Z".utf8)))
            },
            deviations: ["GeneralizedTime for a year before 2050 at offset 64"]),
        Deviating(
            edit: {
                $0.uniqueIdentifiers = DER.implicit(1, [0, 1]) + DER.implicit(2, [4, 0x10])
            }, deviations: []),
    ])
    func `reads and lists what real certificates get wrong`(row: Deviating) throws {
        #expect(try read(row.edit).deviations.map(\.description) == row.deviations)
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let why: String
        var testDescription: String { why }
        let edit: @Sendable (inout Fields) -> Void
        let error: CryptographyError?
    }

    @Test(arguments: [
        Refused(
            why: "version 4", edit: { $0.version = DER.explicit(0, DER.integer(3)) },
            error: .certificate(.badVersion(offset: 8, number: 3))),
        Refused(
            why: "two versions", edit: { $0.version = DER.explicit(0, DER.integer(2), DER.integer(2)) },
            error: .der(.trailingBytes(offset: 11, count: 3))),
        Refused(why: "no serial number", edit: { $0.serialNumber = [] }, error: nil),
        Refused(
            why: "serial number not minimal", edit: { $0.serialNumber = [2, 2, 0, 1] },
            error: .der(.badInteger(offset: 11))),
        Refused(
            why: "other algorithm inside",
            edit: { $0.innerAlgorithm = AlgorithmIdentifier("1.2.840.10045.4.3.3").encoded },
            error: .certificate(.signatureAlgorithmMismatch(offset: 188))),
        Refused(
            why: "parameters inside only",
            edit: {
                $0.innerAlgorithm =
                    AlgorithmIdentifier("1.2.840.10045.4.3.2", parameters: DER.null()).encoded
            }, error: nil),
        Refused(why: "name without a set", edit: { $0.issuer = DER.sequence(DER.sequence()) }, error: nil),
        Refused(
            why: "empty relative name", edit: { $0.issuer = DER.sequence(DER.set(of: [])) }, error: nil),
        Refused(
            why: "name that is not UTF-8",
            edit: {
                $0.issuer = DER.sequence(
                    DER.set(of: [
                        DER.sequence(
                            DER.objectIdentifier(.commonName), DER.element(.utf8String, [0xC3, 0x28]))
                    ]))
            }, error: .der(.badString(offset: 37))),
        Refused(why: "one date", edit: { $0.validity = DER.sequence(DER.null()) }, error: nil),
        Refused(
            why: "half a byte of key",
            edit: { $0.publicKeyInfo = DER.sequence(DER.sequence(), DER.bitString([0xF0], unusedBits: 4)) },
            error: nil),
        Refused(
            why: "more after the extensions",
            edit: {
                $0.extensions = X509ReadingTests.list(.keyUsage([]))
                $0.rest = DER.null()
            }, error: nil),
        Refused(
            why: "the same extension twice",
            edit: { $0.extensions = X509ReadingTests.list(.keyUsage([]), .keyUsage([])) },
            error: .certificate(.duplicateExtension(offset: 207, .keyUsage))),
        Refused(
            why: "path length without authority",
            edit: {
                let value = DER.sequence(DER.integer(0))
                $0.extensions = X509ReadingTests.list(X509Extension(.basicConstraints, value: value))
            }, error: .certificate(.badPathLength(offset: 203))),
        Refused(
            why: "negative path length",
            edit: {
                let value = DER.sequence(DER.boolean(true), DER.integer(-1))
                $0.extensions = X509ReadingTests.list(X509Extension(.basicConstraints, value: value))
            }, error: .certificate(.badPathLength(offset: 206))),
        Refused(
            why: "key usage with something after it",
            edit: {
                let value = DER.namedBits([0]) + [0]
                $0.extensions = X509ReadingTests.list(X509Extension(.keyUsage, value: value))
            }, error: .der(.trailingBytes(offset: 205, count: 1))),
        Refused(
            why: "boolean of BER",
            edit: {
                $0.extensions = DER.explicit(
                    3,
                    DER.sequence(
                        DER.sequence(DER.objectIdentifier("1.2.3"), [1, 1, 1], DER.octetString([]))))
            }, error: .der(.badBoolean(offset: 198))),
        Refused(
            why: "signature of half a byte", edit: { $0.signature = DER.bitString([0xF0], unusedBits: 4) },
            error: nil),
        Refused(
            why: "too long", edit: { $0.signature = DER.bitString([UInt8](repeating: 0, count: 65_536)) },
            error: nil),
    ])
    func `refuses what decides trust and is wrong`(row: Refused) {
        let error = #expect(throws: CryptographyError.self, "\(row.why)") { try read(row.edit) }
        if let expected = row.error { #expect(error == expected, "\(row.why)") }
    }

    @Test func `a key of an unknown kind is no key, and is there to look at`() throws {
        let unknown = DER.sequence(
            AlgorithmIdentifier("2.16.840.1.101.3.4.3.17").encoded, DER.bitString([1, 2, 3]))
        let certificate = try read { $0.publicKeyInfo = unknown }
        #expect(certificate.publicKey == nil && certificate.publicKeyInfo.der == unknown)
        #expect(certificate.publicKeyInfo.key == [1, 2, 3])
        #expect(certificate.publicKeyInfo.algorithm.oid.description == "2.16.840.1.101.3.4.3.17")
        #expect(throws: CryptographyError.certificate(.unsupportedIssuerKey)) {
            try certificate.isSigned(by: certificate)
        }
        // A point that is not on its curve.
        let offCurve = DER.sequence(
            AlgorithmIdentifier(.ecPublicKey, parameters: DER.objectIdentifier("1.2.840.10045.3.1.7"))
                .encoded,
            DER.bitString([4] + [UInt8](repeating: 1, count: 64)))
        #expect(try read { $0.publicKeyInfo = offCurve }.publicKey == nil)
    }

    @Test(
        arguments: [
            -631_152_000, -631_152_001, 2_524_607_999, 2_524_608_000, 253_402_300_799, -62_167_219_200,
        ] as [Int64])
    func `dates before and after 2050 go through a draft and back`(time: Int64) throws {
        let certificate = try authority.issue(to: authority) {
            $0.notBefore = time
            $0.notAfter = time
        }
        #expect(certificate.notBefore == time && certificate.notAfter == time)
        #expect(certificate.deviations.isEmpty)
        #expect(certificate.isValid(at: time))
        #expect(!certificate.isValid(at: time - 1) && !certificate.isValid(at: time + 1))
    }

    @Test func `a draft may be wrong on purpose`() throws {
        for version in [1, 2, 3] {
            let certificate = try authority.issue(to: authority) {
                $0.version = version
                $0.serialNumber = [0x80, 0, 1]
            }
            #expect(certificate.version == version && certificate.serialNumber == [0, 0x80, 0, 1])
            #expect(try certificate.isSigned(by: certificate))
        }
        for version in [0, 4, Int.min] {
            #expect(throws: CryptographyError.self) {
                try authority.issue(to: authority) { $0.version = version }
            }
        }
        let late: Int64 = 253_402_300_800
        #expect(throws: CryptographyError.certificate(.dateOutOfRange(unixSeconds: late))) {
            try authority.issue(to: authority) { $0.notAfter = late }
        }
    }
}
