import Bytes
import Cryptography
import Testing
import WebAuthnModel

/// Android's key description.
@Suite struct KeyDescriptionTests {
    /// That of a Pixel, with a shorter root of trust, from the schema's own order.
    static let whole = KeyDescription(
        attestationVersion: 200, attestationSecurityLevel: .strongBox, keyMintVersion: 200,
        keyMintSecurityLevel: .trustedEnvironment, attestationChallenge: [1, 2, 3], uniqueID: [4],
        softwareEnforced: AuthorizationList(
            allApplications: true, others: [.init(tag: 701, value: DER.integer(1_700_000_000_000))]),
        hardwareEnforced: AuthorizationList(
            purposes: [2, 3], origin: 0,
            others: [.init(tag: 2, value: DER.integer(3)), .init(tag: 503, value: DER.null())]))

    @Test func whatIsWrittenIsRead() throws {
        let read = try KeyDescription(der: Self.whole.encoded)
        #expect(read == Self.whole && read.deviations.isEmpty)
        #expect(read.encoded == Self.whole.encoded)
    }

    /// The extension of the W3C vector android-key.ES256.
    @Test func theVectorsDescriptionIsRead() throws {
        let der = try Hex.decode(
            "30350202012c0a01000201000a01000420b435028d7b6a8f83bb461d41c19b053a9d3cdb30351a4f374cd4cde8dbefb6"
                + "06040030003000")
        let read = try KeyDescription(der: der)
        #expect(read.attestationVersion == 300 && read.keyMintVersion == 0)
        #expect(read.keyMintSecurityLevel == .software && read.attestationChallenge.count == 32)
        #expect(read.softwareEnforced == AuthorizationList() && read.encoded == der)
    }

    @Test func deviationsAreTold() throws {
        let der = DER.sequence(
            DER.integer(1), DER.integer(0), DER.integer(1), DER.integer(0), DER.octetString([]),
            DER.octetString([]), DER.sequence(DER.explicit(702, DER.integer(0)), DER.explicit(3, DER.null())),
            DER.sequence())
        #expect(try KeyDescription(der: der).deviations == [.integerSecurityLevel, .tagOrder([702, 3])])
    }

    /// Whatever comes, it is read or refused.
    @Test func noPrefixAndNoFlipTraps() {
        let der = Self.whole.encoded
        for length in 0..<der.count {
            #expect(throws: CryptographyError.self) { try KeyDescription(der: Array(der[..<length])) }
        }
        for place in der.indices {
            for bit in 0..<8 {
                var changed = der
                changed[place] ^= 1 << UInt8(bit)
                _ = try? KeyDescription(der: changed)
            }
        }
    }
}
