import Bytes
import CTAP
import Cryptography
import Foundation
import TestSupport
import Testing

/// Known answers of both protocols, from the key pair of the W3C prf vectors.
@Suite struct PINUVAuthProtocolTests {
    // The names are those of the data file.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    struct Answers: Decodable {
        struct Shared: Decodable {
            let platform_key_agreement_private_key: String
            let authenticator_key_agreement_private_key: String
        }
        struct SetPIN: Decodable {
            let newPinEnc: String
            let pinUvAuthParam: String
        }
        struct Version: Decodable {
            let sharedSecret: String
            let pin: String
            let pinHash16: String
            let pinHashEnc: String
            let setPIN: SetPIN
            let pinUvAuthToken: String
            let pinUvAuthTokenEnc: String
            let clientDataHash: String
            let mcga_pinUvAuthParam: String
        }
        let shared: Shared
        let protocols: [String: Version]
        let iv_protocol2: String
    }

    struct FixedIV: RandomSource {
        let iv: [UInt8]
        func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] { iv }
    }

    static func answers() throws -> Answers {
        let url = Bundle.module.bundleURL.appending(path: "Data/pin-protocols.json")
        return try JSONDecoder().decode(Answers.self, from: Data(contentsOf: url))
    }

    @Test(arguments: PINUVAuthProtocol.allCases) func knownAnswers(version: PINUVAuthProtocol) throws {
        let answers = try Self.answers()
        let expected = try #require(answers.protocols["\(version.rawValue)"])
        let platform = try ECPrivateKey(
            curve: .p256, scalar: Hex.decode(answers.shared.platform_key_agreement_private_key))
        let device = try ECPrivateKey(
            curve: .p256, scalar: Hex.decode(answers.shared.authenticator_key_agreement_private_key))
        let secret = try version.sharedSecret(platform, with: device.publicKey)
        #expect(Hex.encode(secret.exposedBytes) == expected.sharedSecret)
        #expect(try version.sharedSecret(device, with: platform.publicKey) == secret)

        let random = FixedIV(iv: try Hex.decode(answers.iv_protocol2))
        let pin = Array(expected.pin.utf8)
        #expect(Hex.encode(PIN.hash(pin)) == expected.pinHash16)
        let hashEnc = try version.encrypt(PIN.hash(pin), key: secret, random: random)
        #expect(Hex.encode(hashEnc) == expected.pinHashEnc)
        #expect(version.decrypt(hashEnc, key: secret) == PIN.hash(pin))

        let padded = try #require(PIN.padded(expected.pin))
        let newPIN = try version.encrypt(padded, key: secret, random: random)
        #expect(Hex.encode(newPIN) == expected.setPIN.newPinEnc)
        #expect(Hex.encode(version.authenticate(newPIN, key: secret)) == expected.setPIN.pinUvAuthParam)

        let token = Secret(try Hex.decode(expected.pinUvAuthToken))
        #expect(
            version.decrypt(try Hex.decode(expected.pinUvAuthTokenEnc), key: secret) == token.exposedBytes)
        let mac = version.authenticate(try Hex.decode(expected.clientDataHash), key: token)
        #expect(Hex.encode(mac) == expected.mcga_pinUvAuthParam)
        #expect(version.verify(mac, over: try Hex.decode(expected.clientDataHash), key: token))
        #expect(
            !version.verify(Array(mac.dropLast()), over: try Hex.decode(expected.clientDataHash), key: token))
    }

    @Test(arguments: PINUVAuthProtocol.allCases) func wrongLengthsDecryptToNothing(version: PINUVAuthProtocol)
    {
        let secret = Secret([UInt8](repeating: 1, count: version == .one ? 32 : 64))
        for length in [1, 15, 17, 31] {
            #expect(version.decrypt([UInt8](repeating: 0, count: length), key: secret) == nil)
        }
    }

    @Test func longPINsAreNotPadded() {
        #expect(PIN.padded(String(repeating: "x", count: 63))?.count == 64)
        #expect(PIN.padded(String(repeating: "x", count: 64)) == nil)
    }
}
