import Bytes
import CTAP
import Foundation
import Testing

/// The messages of CTAP1 against those that others made.
@Suite struct U2FTests {
    struct Vectors: Decodable {
        struct U2F: Decodable {
            let registerRequestAPDU: String
            let registerResponse: String
            let authRequestAPDU: String
            let authResponse: String
            let versionRequestAPDU: String
            let versionResponse: String
        }
        let u2f: U2F

        static func load() throws -> U2F {
            let url = Bundle.module.bundleURL.appending(path: "Data/large-blobs-and-u2f.json")
            return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url)).u2f
        }
    }

    @Test func requestsThatOthersMadeAreRead() throws {
        let vectors = try Vectors.load()
        for hex in [vectors.registerRequestAPDU, vectors.authRequestAPDU, vectors.versionRequestAPDU] {
            let bytes = try Hex.decode(hex)
            let apdu = try #require(CommandAPDU(bytes))
            #expect(apdu.extended == bytes)
            let request = try U2FRequest(apdu)
            #expect(request.apdu == apdu)
            let short = try #require(apdu.short)
            #expect(CommandAPDU(short) == apdu && CommandAPDU(Array(short.dropLast())) == apdu)
        }
    }

    @Test func responsesThatOthersMadeAreRead() throws {
        let vectors = try Vectors.load()
        let registered = try Hex.decode(vectors.registerResponse)
        let registration = try #require(U2FRegistration(Array(registered.dropLast(2))))
        #expect(registration.keyHandle.count == 32 && registration.publicKey.count == 65)
        #expect(U2FResponse.register(registration).encoded == registered)
        let signed = try Hex.decode(vectors.authResponse)
        let assertion = try #require(U2FAssertion(Array(signed.dropLast(2))))
        #expect(assertion.userPresence == 1 && assertion.counter == 0)
        #expect(U2FResponse.authenticate(assertion).encoded == signed)
        #expect(U2FResponse.version("U2F_V2").encoded == (try Hex.decode(vectors.versionResponse)))
        // Whatever is missing at the end, nothing traps.
        for count in 0..<registered.count {
            _ = U2FRegistration(Array(registered.prefix(count)))
            _ = U2FAssertion(Array(signed.prefix(count)))
        }
    }

    struct Framing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let hex: String
        /// The data; nil for what is no command.
        let data: String?
    }
    static let framings = [
        Framing(testDescription: "header alone", hex: "00030000", data: ""),
        Framing(testDescription: "short, expected length", hex: "0003000000", data: ""),
        Framing(testDescription: "short, data", hex: "0003000002aabb", data: "aabb"),
        Framing(testDescription: "short, data and expected length", hex: "0003000002aabb00", data: "aabb"),
        Framing(testDescription: "extended, expected length", hex: "00030000000000", data: ""),
        Framing(testDescription: "extended, data", hex: "00030000000002aabb", data: "aabb"),
        Framing(
            testDescription: "extended, data and expected length", hex: "00030000000002aabb0000", data: "aabb"
        ),
        Framing(testDescription: "nothing", hex: "", data: nil),
        Framing(testDescription: "cut header", hex: "000300", data: nil),
        Framing(testDescription: "short, too little", hex: "0003000003aabb", data: nil),
        Framing(testDescription: "short, too much", hex: "0003000001aabbcc", data: nil),
        Framing(testDescription: "extended, cut length", hex: "000300000000", data: nil),
        Framing(testDescription: "extended, too little", hex: "00030000000003aabb", data: nil),
        Framing(testDescription: "extended, half an expected length", hex: "00030000000002aabb00", data: nil),
    ]

    @Test(arguments: framings) func framesAreRead(row: Framing) throws {
        let apdu = CommandAPDU(try Hex.decode(row.hex))
        #expect(apdu?.data == (try row.data.map { try Hex.decode($0) }))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apdu: CommandAPDU
        let word: U2FStatusWord
    }
    static let refusals = [
        Refusal(
            testDescription: "class", apdu: .init(instructionClass: 0x80, instruction: 3),
            word: .classNotSupported),
        Refusal(testDescription: "instruction", apdu: .init(instruction: 9), word: .instructionNotSupported),
        Refusal(
            testDescription: "register with 63 bytes",
            apdu: .init(instruction: 1, data: [UInt8](repeating: 0, count: 63)),
            word: .wrongLength),
        Refusal(
            testDescription: "a handle that is cut",
            apdu: .init(instruction: 2, parameter1: 3, data: [UInt8](repeating: 2, count: 66)),
            word: .wrongLength),
        Refusal(
            testDescription: "an unknown control byte",
            apdu: .init(instruction: 2, parameter1: 4, data: [UInt8](repeating: 0, count: 65)),
            word: .wrongParameters),
        Refusal(
            testDescription: "version with data", apdu: .init(instruction: 3, data: [1]), word: .wrongLength),
    ]

    @Test(arguments: refusals) func whatIsNoRequestIsRefused(row: Refusal) {
        #expect(throws: row.word) { try U2FRequest(row.apdu) }
    }
}
