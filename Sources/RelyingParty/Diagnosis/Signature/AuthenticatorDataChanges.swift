internal import CBOR
internal import COSE
internal import WebAuthnModel

/// Authenticator data as it may have been when it was signed.
enum AuthenticatorDataChanges {
    static func all(_ data: [UInt8], _ evidence: Evidence) -> [SignedInput] {
        guard data.count >= 37 else { return [] }
        return counters(data, evidence) + parts(data, evidence) + relyingParties(data, evidence) + flags(data)
    }

    private static func change(
        _ word: String, _ variant: String, _ what: String, _ bytes: [UInt8], _ story: String = altered,
        _ suspect: Suspect = .transport
    ) -> SignedInput {
        SignedInput(word: word, variant: variant, what: what, story: story, suspect: suspect, bytes: bytes)
    }

    private static let altered = "it was changed after it was signed, or put together a second time."

    // MARK: Counter

    private static func counters(_ data: [UInt8], _ evidence: Evidence) -> [SignedInput] {
        let count = data[AuthenticatorDataLayout.signCount].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        func with(_ other: UInt32) -> [UInt8] {
            var changed = data
            for place in 0..<4 {
                changed[33 + place] = UInt8(truncatingIfNeeded: other >> (24 - 8 * UInt32(place)))
            }
            return changed
        }
        var numbers = [0, count &+ 1, count &- 1]
        if let stored = evidence.record?.signCount { numbers += [stored, stored &+ 1] }
        return [
            change(
                "counterSwapped", "overOtherCounter", "authenticator data with its counter little-endian",
                with(count.byteSwapped), "the counter was swapped after it was signed; it is big-endian.")
        ]
            + numbers.map {
                change(
                    "counter", "overOtherCounter",
                    "authenticator data with the counter \($0) instead of \(count)", with($0))
            }
    }

    // MARK: What follows the first 37 bytes

    private static func parts(_ data: [UInt8], _ evidence: Evidence) -> [SignedInput] {
        var inputs: [SignedInput] = []
        if let repaired = ShortKeyMapNearMiss.repaired(data) {
            inputs.append(
                change(
                    "repairedKeyMap", "overRepairedCBOR",
                    "authenticator data whose key begins with a4, a map of four members, as it should",
                    repaired,
                    "the a3 that came was made of it on the way, or by the authenticator when it answered.",
                    .authenticator))
        }
        if let start = ShortKeyMapNearMiss.keyStart(in: data), data[start] == 0xA4 {
            var broken = data
            broken[start] = 0xA3
            inputs.append(
                change(
                    "shortKeyMap", "overRepairedCBOR",
                    "authenticator data whose key begins with a3, as some security keys write it", broken,
                    "whoever repaired the map for reading must still hash the bytes that came."))
        }
        if data.count > 37 {
            let header = Array(data.prefix(37))
            inputs += [
                change(
                    "headerOnly", "overShortData", "the first 37 bytes of the authenticator data", header,
                    "what follows them was added after it was signed."),
                change(
                    "headerOnly", "overShortData",
                    "the first 37 bytes of the authenticator data, AT and ED clear",
                    without([.attestedCredentialData, .extensionData], header),
                    "what follows them was added after it was signed."),
            ]
        }
        inputs += withoutExtensions(data)
        if let record = evidence.record, data.count == 37 { inputs.append(withCredential(data, record)) }
        inputs.append(
            change(
                "wrapped", "overWrappedData", "the authenticator data within its CBOR byte string",
                CBOREncoder.encode(.bytes(data)),
                "CTAP hands it over wrapped; what is signed is the contents.",
                .authenticator))
        return inputs
    }

    private static func withoutExtensions(_ data: [UInt8]) -> [SignedInput] {
        guard let (parts, layout) = try? AuthenticatorData.decode(data), parts.flags.contains(.extensionData),
            let extensions = layout.extensions
        else { return [] }
        let short = Array(data[..<extensions.lowerBound])
        let story = "the extension outputs were added after it was signed."
        return [
            change(
                "withoutExtensions", "overDataWithoutExtensions",
                "authenticator data without its extension outputs",
                without([.extensionData], short), story),
            change(
                "withoutExtensions", "overDataWithoutExtensions",
                "authenticator data without its extension outputs, ED set all the same", short, story),
        ]
    }

    /// As a registration has it.
    private static func withCredential(_ data: [UInt8], _ record: CredentialRecord) -> SignedInput {
        let whole = AuthenticatorData(
            rpIDHash: Array(data.prefix(32)),
            flags: AuthenticatorFlags(
                rawValue: data[32] | AuthenticatorFlags.attestedCredentialData.rawValue),
            signCount: data[33..<37].reduce(0) { $0 << 8 | UInt32($1) },
            attestedCredentialData: AttestedCredentialData(
                aaguid: record.aaguid ?? .zero, credentialID: record.id, credentialPublicKey: record.publicKey
            ))
        return change(
            "withCredential", "overDataWithCredential",
            "authenticator data with AT set and the credential in it, as a registration has it",
            whole.encoded,
            "an assertion's data has no credential; it was cut off to look right.", .authenticator)
    }

    private static func without(_ flags: AuthenticatorFlags, _ data: [UInt8]) -> [UInt8] {
        var data = data
        data[32] &= ~flags.rawValue
        return data
    }

    // MARK: RP ID hash

    private static func relyingParties(_ data: [UInt8], _ evidence: Evidence) -> [SignedInput] {
        var seen: Set<String> = []
        let hosts =
            [evidence.rpID]
            + ([evidence.origin].compactMap { $0 } + evidence.origins).compactMap { OriginText($0)?.host }
        let names = hosts + hosts.flatMap(OriginText.parents)
        return names.filter { seen.insert($0).inserted }.prefix(6).map {
            change(
                "rpIdHash", "overOtherRPIDHash", "authenticator data with the hash of the RP ID \"\($0)\"",
                RPIDHash(of: $0).bytes + data.dropFirst(32))
        }
    }

    // MARK: Flags

    /// Each bit, and each two of those that mean something.
    private static func flags(_ data: [UInt8]) -> [SignedInput] {
        let bits: [AuthenticatorFlags] = [
            .userVerified, .userPresent, .backupState, .backupEligible, .attestedCredentialData,
            .extensionData,
        ]
        let single = bits + [.reserved1, .reserved2]
        let double = bits.indices.flatMap { first in
            bits[(first + 1)...].map { bits[first].union($0) }
        }
        return (single + double).map { flipped in
            var changed = data
            changed[32] ^= flipped.rawValue
            let was = AuthenticatorFlags(rawValue: changed[32])
            return change(
                "flags", "overOtherFlags",
                "authenticator data with the flags \(was) instead of \(AuthenticatorFlags(rawValue: data[32]))",
                changed)
        }
    }
}
