import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// Bytes that nobody chose: the verifier says something about all of them and agrees with the model's strict reading.
@Suite struct ReadingTests {
    /// Whether a registration of format none is accepted is decided by the authenticator data alone, so its reading
    /// can be compared with the strict one.
    @Test func authenticatorDataIsReadAsByTheModel() throws {
        let seed: UInt64 = 20_261_130
        var generator = SeededGenerator(seed: seed)
        var recipe = try RegistrationRecipe(.none)
        recipe.data.flags.insert(.extensionData)
        recipe.data.extensions = AuthenticatorDataTests.output
        var seen: [Bool: Int] = [:]
        for round in 0..<3_000 {
            var mutated: [UInt8] = []
            let edit = Edit(&generator)
            recipe.editData = { bytes in
                edit.apply(to: &bytes)
                mutated = bytes
            }
            let report = try recipe.report(.level3)
            let isStrict = (try? AuthenticatorData.decode(mutated)) != nil
            let broken = report.findings.filter(\.rejects).contains(where: Self.isStructural)
            seen[isStrict, default: 0] += 1
            #expect(
                isStrict == !broken,
                "seed \(seed) round \(round): \(edit) \(report.text)")
        }
        #expect(seen[true, default: 0] > 300 && seen[false, default: 0] > 300)
    }

    /// What the strict reading refuses: length, AT, ED, the CBOR of key and extensions.
    ///
    /// A wrong key that is
    /// canonical CBOR, or a length that nobody should have, is not its business.
    private static func isStructural(_ finding: Finding) -> Bool {
        switch finding.code {
        case .authenticatorData, .flagED, .authenticatorExtensions, .attestationAuthenticatorData: true
        case .flagAT: finding.variant != "clearWithoutData"
        case .aaguid: finding.variant == "truncated"
        case .credentialID: finding.variant == "lengthOverruns"
        case .key:
            [
                "truncated", "nonShortestLength", "keyOrder", "duplicateKey", "indefiniteLength", "tag",
                "tooDeep",
                "notCBOR", "notMap",
            ].contains(finding.variant)
        default: false
        }
    }

    /// One byte changed, some taken out, some put in.
    struct Edit: CustomStringConvertible {
        let kind: Int
        let place: Int
        let bytes: [UInt8]

        init(_ generator: inout SeededGenerator) {
            kind = Int.random(in: 0..<4, using: &generator)
            place = Int.random(in: 0..<200, using: &generator)
            bytes = generator.bytes(Int.random(in: 1...3, using: &generator))
        }

        var description: String { "edit \(kind) at \(place) with \(bytes)" }

        func apply(to data: inout [UInt8]) {
            let place = min(place, data.count - 1)
            switch kind {
            case 0: data[place] ^= bytes[0]
            case 1: data.removeSubrange(place..<min(data.count, place + bytes.count))
            case 2: data.insert(contentsOf: bytes, at: place)
            default: data.removeLast(data.count - place)
            }
        }
    }

    /// Any mutation of any part ends in a report, never in a trap, and never in an acceptance that keeps a broken
    /// signature.
    @Test func nothingTraps() throws {
        let seed: UInt64 = 7
        var generator = SeededGenerator(seed: seed)
        let registration = try RegistrationRecipe(.packedCertified)
        let authentication = try AuthenticationRecipe()
        let object = try registration.object()
        for _ in 0..<2_000 {
            var recipe = registration
            let edits = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                (Int.random(in: 0..<object.count, using: &generator), generator.bytes(2))
            }
            recipe.editObjectBytes = { bytes in
                for (place, change) in edits { bytes[place] ^= change[0] }
            }
            let report = try recipe.report(.level3)
            #expect(!report.text.isEmpty && !report.json(toolVersion: "1").isEmpty)
            var second = authentication
            second.editText = { text in
                for (place, change) in edits { text[place % text.count] ^= change[1] & 0x1F }
            }
            let answer = try second.report(.level3)
            #expect(!answer.text.isEmpty && !answer.json(toolVersion: "1").isEmpty)
        }
    }
}
