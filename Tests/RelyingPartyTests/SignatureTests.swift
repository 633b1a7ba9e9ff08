import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// Signatures of assertions, and of packed statements by the credential's own key.
@Suite struct SignatureTests {
    /// In both places.
    static func both(
        _ variant: String, found: String? = nil, _ edit: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> [Row] {
        [
            Row(
                "signature.\(variant)", found: found.map { "signature.\($0)" },
                authentication: { $0.editSignature = edit }),
            Row(
                "packed.sig.\(variant)", found: found.map { "packed.sig.\($0)" }, .packedSelf,
                registration: { $0.editSignature = edit }),
        ]
    }

    static func signing(
        _ variant: String, found: String? = nil, _ message: @escaping @Sendable ([UInt8], [UInt8]) -> [UInt8]
    ) -> Row {
        Row(
            "signature.\(variant)", found: found.map { "signature.\($0)" },
            authentication: { $0.message = message })
    }

    static func hash(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }

    /// r and s of a DER signature without their leading zeros.
    static func numbers(_ der: [UInt8]) -> [[UInt8]] {
        guard case .strict(let r, let s) = ECDSASignatureShape(of: der, curve: .p256) else { return [] }
        return [r, s]
    }

    static func sequence(_ integers: [[UInt8]]) -> [UInt8] {
        DER.sequence(of: integers.map { DER.element(.integer, $0) })
    }

    static let order: [UInt8] =
        [0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        + [
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]

    static let rows: [Row] =
        both("oneBit", found: "other") { $0[$0.count - 1] ^= 1 }
        + both("rawRS") { $0 = numbers($0).flatMap { $0 } }
        + both("BER") { $0 = [0x30, 0x81] + $0.dropFirst() }
        + both("BER") { $0 = [0x30, 0x80] + $0.dropFirst(2) + [0, 0] }
        + both("nonMinimalInteger") { der in der = sequence(numbers(der).map { [0, 0] + $0 }) }
        + both("negativeInteger") { der in der = sequence([[0xFF] + numbers(der)[0].dropFirst(), [1]]) }
        + both("trailingBytes") { $0.append(0) }
        + both("zeroRS") { $0 = sequence([[0], [0]]) } + both("zeroRS") { $0 = sequence([[1], [0]]) }
        + both("rEqualsN") { $0 = sequence([order, [1]]) } + both("truncated") { $0.removeLast() }
        + both("notDER") { $0 = [UInt8](repeating: 0x11, count: 70) }
        + [
            Row(
                "signature.otherKey", found: "signature.other",
                authentication: { recipe in
                    recipe.key = try TestKeys.stranger()
                }),
            Row(
                "signature.otherHash",
                authentication: { $0.scheme = .ecdsa(.sha384) }),
            Row(
                "signature.otherAlgorithm", found: "signature.notDER",
                authentication: { recipe in
                    recipe.key = try TestKeys.edwards(.ed25519)
                    recipe.scheme = .eddsa
                    recipe.editSignature = { $0.append(0) }
                }),
            signing("overAuthDataOnly") { data, _ in data },
            signing("overOtherClientData", found: "other") { data, _ in data + hash([1, 2, 3]) },
            signing("overReserialisedClientData") { data, client in
                data + hash(client + [0x0A])
            },
            signing("overUnhashedClientData") { data, client in data + client },
            // Changed on the way, after it was signed.
            Row("signature.overOtherCounter", authentication: { $0.editSignedData = { $0[36] ^= 1 } }),
            Row(
                "signature.overOtherFlags", also: ["authData.flags.UV.clear": "ffff"],
                authentication: { $0.editSignedData = { $0[32] ^= 4 } }),
            Row(
                "packed.sig.other", .packedSelf,
                registration: { $0.editSignedData = { $0[40] ^= 1 } }),
            Row(
                "signature.truncated",
                authentication: { recipe in
                    recipe.use(try TestKeys.edwards(.ed25519), .edDSA)
                    recipe.editSignature = { $0.removeLast() }
                }),
            Row(
                "signature.trailingBytes",
                authentication: { recipe in
                    recipe.use(try TestKeys.rsa(), .rs256)
                    recipe.editSignature = { $0.append(0) }
                }),
            Row(
                "signature.otherAlgorithm",
                authentication: { recipe in
                    recipe.use(try TestKeys.rsa(), .ps256)
                    recipe.scheme = .rsaPKCS1(.sha256)
                }),
            Row(
                "signature.otherHash",
                authentication: { recipe in
                    recipe.use(try TestKeys.rsa(), .rs512)
                    recipe.scheme = .rsaPKCS1(.sha256)
                }),
        ]

    @Test(arguments: rows) func breaks(_ row: Row) throws { try row.check() }

    /// Neither low s nor full width is asked for.
    @Test func highAndShortNumbersAreRight() throws {
        var highS = 0
        var short = 0
        for counter in 0..<400 as Range<UInt32> {
            var recipe = try AuthenticationRecipe()
            recipe.data.signCount = 8 + counter
            let message = recipe.data.encoded + Digest.sha256(recipe.client.bytes)
            let numbers = Self.numbers(try TestKeys.sign(message, recipe.key))
            let isHigh = numbers[1][0] >= 0x80
            let isShort = numbers.contains { $0[0] == 0 }
            guard isHigh && highS < 3 || isShort else { continue }
            highS += isHigh ? 1 : 0
            short += isShort ? 1 : 0
            #expect(try recipe.report(.level3).verdict == .accept)
        }
        #expect(highS > 0 && short > 0)
    }

    /// A counter that no signature vouches for is not looked at.
    @Test func theCounterWaitsForTheSignature() throws {
        var recipe = try AuthenticationRecipe()
        recipe.data.signCount = 1
        recipe.editSignature = { $0[$0.count - 1] ^= 1 }
        let report = try recipe.report(.level3)
        #expect(report.findings.filter(\.rejects).map(\.code) == [.signature])
        #expect(report.findings(.skipped).map(\.code).contains(.counter))
    }
}
