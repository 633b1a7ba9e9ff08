import Bytes
import JSON
import TestSupport
import Testing
import Understudy
import WebAuthnModel

/// Whatever the bytes, the rows tile them, and both renderings come out.
@Suite struct PropertyTests {
    private func expectHolds(_ bytes: [UInt8], as kind: Explanation.Kind?, _ note: String) {
        do throws(ExplainError) {
            let explanation = try Explainer.explain(
                input: bytes, expecting: kind, knownRPIDs: ["example.org"])
            let comment = Comment(rawValue: note)
            expectSound(explanation, of: explanation.notation == .binary ? bytes : nil, comment)
            expectReadable(explanation, comment)
            let json = try? JSONDocument(parsing: explanation.json(), limits: JSONLimits(maximumBytes: .max))
            #expect(json?.root["rows"]?.count == explanation.rows.count, comment)
        } catch { #expect(error == .empty, "\(note)") }
    }

    /// Bytes of no meaning, short ones most.
    @Test(arguments: [1, 2, 3] as [UInt64]) func random(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<400 {
            let bytes = generator.bytes(Int.random(in: 0...(round % 8 == 0 ? 600 : 40), using: &generator))
            let kind =
                Bool.random(using: &generator)
                ? Explanation.Kind.allCases.randomElement(using: &generator) : nil
            expectHolds(bytes, as: kind, "seed \(seed), round \(round): \(Hex.encode(bytes))")
        }
    }

    /// Real things with a few bytes changed, left out, repeated or cut off.
    @Test(arguments: [11, 12, 13, 14] as [UInt64]) func mutated(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let samples = try Self.samples()
        for round in 0..<250 {
            guard var bytes = samples.randomElement(using: &generator) else { continue }
            for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.mutate(&bytes, &generator) }
            let kind = round % 5 == 0 ? Explanation.Kind.allCases.randomElement(using: &generator) : nil
            expectHolds(bytes, as: kind, "seed \(seed), round \(round): \(Hex.encode(bytes))")
        }
    }

    /// Every beginning of an attestation object with a certificate.
    @Test func cutOff() throws {
        let object = try #require(
            W3CVectors.all.first { $0.name == "tpm.ES256" }?.registration("attestationObject"))
        for count in stride(from: 1, to: object.count, by: 7) {
            let bytes = Array(object.prefix(count))
            expectHolds(bytes, as: .attestationObject, "\(count)")
            let explanation = try Explainer.explain(input: bytes, expecting: .attestationObject)
            #expect(!explanation.isComplete, "\(count)")
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        case 4: bytes.removeLast(min(bytes.count - 1, place))
        default: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(9), at: place)
        }
    }

    private static func samples() throws -> [[UInt8]] {
        var samples = [try W3CVectors.load().authorityCertificate]
        for vector in W3CVectors.all {
            for member in ["attestationObject", "clientDataJSON"] {
                if let bytes = vector.registration(member) { samples.append(bytes) }
            }
            for member in ["authenticatorData", "signature"] {
                if let bytes = vector.authentication(member) { samples.append(bytes) }
            }
            guard let object = vector.registration("attestationObject"),
                let data = vector.registration("clientDataJSON")
            else { continue }
            let parts = try AttestationObject.decode(object).object
            samples.append(parts.authenticatorData)
            samples.append(
                RegistrationResponse(
                    rawID: [1, 2, 3], clientDataJSON: data, attestationObject: object,
                    authenticatorData: parts.authenticatorData, transports: [.usb], publicKey: nil,
                    publicKeyAlgorithm: -7, authenticatorAttachment: nil
                ).json)
            let key = try AuthenticatorData.decode(parts.authenticatorData).data.attestedCredentialData
            samples.append(key?.credentialPublicKey ?? [])
            samples.append(Array(Base64URL.encode(object).utf8))
        }
        return samples.filter { !$0.isEmpty }
    }

    /// What is too long for a page ends in one row that says so; time and memory stay bounded.
    @Test func long() throws {
        let count = 60_000
        let zeroes = [0x99, 0xEA, 0x60] + [UInt8](repeating: 0, count: count)
        let explanation = try Explainer.explain(input: zeroes)
        expectSound(explanation, of: zeroes)
        #expect(explanation.kind == .cbor && explanation.rows.last?.name == "the rest")
        #expect(explanation.rows.count < 10_100)
        #expect(explanation.problems.contains { $0.message.contains("the rows end here") })
    }
}
