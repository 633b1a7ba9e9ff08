import Bytes
import CBOR
import COSE
import CTAP
import Cryptography
import TestSupport
import Testing
import WebAuthnModel

@Suite struct MessageTests {
    static let hash = ClientDataHash(of: [])
    static let make = MakeCredentialRequest(
        clientDataHash: hash, rp: RelyingPartyEntity(id: "example.org", name: "Example"),
        user: UserEntity(id: [1, 2, 3], name: "a", displayName: "A"),
        pubKeyCredParams: [.init(algorithm: .es256), .init(algorithm: .edDSA)],
        excludeList: [PublicKeyCredentialDescriptor(id: [9])],
        options: .init(residentKey: true, userVerification: false),
        authorization: PINUVAuthParameters(parameter: [1], protocolNumber: 2), enterpriseAttestation: 1,
        attestationFormatsPreference: ["none"])
    static let get = GetAssertionRequest(
        rpID: "example.org", clientDataHash: hash, allowList: [PublicKeyCredentialDescriptor(id: [9])],
        options: .init(userPresence: false))
    static let requests: [CTAPRequest] = [
        .makeCredential(make), .getAssertion(get), .getInfo, .reset, .getNextAssertion, .selection,
        .clientPIN(
            ClientPINRequest(
                protocolNumber: 1, subcommand: 9, pinHashEnc: [1], permissions: 3, rpID: "example.org")),
    ]

    @Test(arguments: requests) func requestsAreReadAsWritten(request: CTAPRequest) throws {
        #expect(try CTAPRequest(decoding: request.encoded) == request)
    }

    /// Byte for byte, keys in canonical order: what an authenticator of another maker would get.
    @Test func getAssertionBytes() {
        #expect(
            Hex.encode(CTAPRequest.getAssertion(Self.get).encoded)
                == "02a4016b6578616d706c652e6f7267025820" + Hex.encode(Self.hash.bytes)
                + "0381a2626964410964747970656a7075626c69632d6b657905a1627570f4")
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let hex: String
        let status: CTAPStatus
        let description: String
    }
    static let refusals = [
        Refusal(hex: "", status: .invalidLength, description: "no command byte"),
        Refusal(hex: "77", status: .invalidCommand, description: "unknown command"),
        Refusal(hex: "0400", status: .invalidLength, description: "getInfo with a body"),
        Refusal(hex: "01", status: .invalidCBOR, description: "makeCredential without a body"),
        Refusal(hex: "0180", status: .cborUnexpectedType, description: "an array for a map"),
        Refusal(hex: "01a0", status: .missingParameter, description: "an empty map"),
        Refusal(hex: "01a1014101", status: .invalidParameter, description: "a client data hash of one byte"),
        Refusal(hex: "01a10101", status: .cborUnexpectedType, description: "an integer for a hash"),
        Refusal(hex: "02a10101", status: .cborUnexpectedType, description: "a number for an RP ID"),
        Refusal(hex: "02a20261610161", status: .invalidCBOR, description: "keys out of order"),
        Refusal(hex: "06a10101", status: .missingParameter, description: "clientPIN without a subcommand"),
    ]

    @Test(arguments: refusals) func wrongMessagesGetTheirStatus(row: Refusal) throws {
        let bytes = try Hex.decode(row.hex)
        let error = #expect(throws: CTAPError.self) { try CTAPRequest(decoding: bytes) }
        #expect(error?.status == row.status)
    }

    /// Every element of pubKeyCredParams is checked, also behind the first that would do.
    @Test func laterParametersAreCheckedToo() throws {
        var body = try CBORDecoder.decode(Self.make.encoded)
        guard case .map(var pairs) = body else { return }
        let place = try #require(pairs.firstIndex { $0.key == 4 })
        pairs[place].value = [["alg": -7, "type": "public-key"], ["alg": "x", "type": "public-key"]]
        body = .map(pairs)
        #expect(throws: CTAPError.unexpectedType(path: "4[1].alg", expected: "an integer")) {
            try MakeCredentialRequest(decoding: CBOREncoder.encode(body))
        }
    }

    @Test func responsesAreReadAsWritten() throws {
        let made = MakeCredentialResponse(
            attestation: AttestationObject(format: "none", statement: [:], authenticatorData: [1]))
        #expect(try MakeCredentialResponse(decoding: made.encoded) == made)
        let got = GetAssertionResponse(
            credential: PublicKeyCredentialDescriptor(id: [1]), authenticatorData: [2], signature: [3],
            user: UserEntity(id: [4]), numberOfCredentials: 2)
        #expect(try GetAssertionResponse(decoding: got.encoded) == got)
        var info = GetInfoResponse(versions: ["FIDO_2_0"], aaguid: .zero)
        info.options = ["rk": true, "clientPin": false]
        info.algorithms = [.es256]
        info.pinUvAuthProtocols = [2, 1]
        info.transports = [.usb]
        info.minPINLength = 4
        #expect(try GetInfoResponse(decoding: info.encoded) == info)
        #expect(info.option("up") && !info.option("uv"))
        #expect(try ClientPINResponse(decoding: []) == ClientPINResponse())
    }

    @Test func statusesHaveNames() {
        #expect(CTAPStatus.pinInvalid.description == "CTAP2_ERR_PIN_INVALID")
        #expect(CTAPStatus(rawValue: 0xF3).description == "vendor-specific status 0xF3")
        #expect(CTAPStatus(rawValue: 0x99).description == "unassigned status 0x99")
    }

    @Test func noiseNeverTraps() {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<3000 {
            var bytes = round.isMultiple(of: 2) ? Self.requests[round / 2 % Self.requests.count].encoded : []
            if bytes.isEmpty {
                bytes = [UInt8(round % 12)] + generator.bytes(Int.random(in: 0...40, using: &generator))
            }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
            // Whatever is accepted is one message: written again it is read as the same.
            if let request = try? CTAPRequest(decoding: bytes) {
                #expect((try? CTAPRequest(decoding: request.encoded)) == request)
            }
        }
    }
}
