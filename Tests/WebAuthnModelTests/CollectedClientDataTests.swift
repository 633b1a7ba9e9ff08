import Bytes
import Cryptography
import TestSupport
import Testing
import WebAuthnModel

@Suite struct CollectedClientDataTests {
    /// The recipe of the W3C vectors' client data: an extra member whose text ends in 16 random bytes.
    @Test(arguments: W3CVectors.all) func vectorsAreSerialisedByteForByte(vector: W3CVectors.Vector) throws {
        for (type, member) in [
            (ClientDataType.create, vector.registration), (.get, vector.authentication),
        ] {
            let challenge = try #require(member("challenge"))
            let expected = try #require(member("clientDataJSON"))
            let extra = member("extraData_random").map { random in
                CollectedClientData.ExtraMember(
                    name: "extraData",
                    json: Array(
                        "\"clientDataJSON may be extended with additional fields in the future, such as this: \(Base64URL.encode(random))\""
                            .utf8))
            }
            let data = CollectedClientData(
                type: type.rawValue, challenge: challenge, origin: W3CVectors.origin,
                crossOrigin: vector.crossOrigin, topOrigin: vector.topOrigin,
                extraMembers: extra.map { [$0] } ?? [])
            #expect(
                String(decoding: data.serialized, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test func vectorsAreThere() { #expect(W3CVectors.all.count == 15) }

    /// CCDToString (§5.8.1.2): control characters by number, everything else as it is.
    @Test func escapesOnlyWhatItMust() {
        let data = CollectedClientData(
            type: "a\"b\\c\nd\u{1}é🔑/", challenge: [], origin: "", crossOrigin: false)
        #expect(
            String(decoding: data.serialized, as: UTF8.self)
                == #"{"type":"a\"b\\c\u000ad\u0001é🔑/","challenge":"","origin":"","crossOrigin":false}"#)
    }
}
