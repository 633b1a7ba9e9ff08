internal import CBOR
internal import WebAuthnModel

/// Authenticator data, read part by part as far as it goes (§6.1).
///
/// The strict reading of the model stops at the first thing that is wrong; this one tells it, and goes on while
/// what follows still means something. Both accept the same bytes.
struct ReadAuthenticatorData {
    /// The credential that a registration brings.
    struct Attested {
        let aaguid: AAGUID
        let credentialID: [UInt8]
        let credentialIDRange: Range<Int>
        /// The key's item and where it stands; nil when it could not be read.
        let key: (item: CBORValue, range: Range<Int>)?
    }

    /// The bytes as they came.
    let bytes: [UInt8]
    /// Hash, flags and counter.
    let header: AuthenticatorData
    /// Nil when AT is clear, or what follows it could not be read.
    private(set) var attested: Attested?
    /// Nil when ED is clear, or what follows it could not be read.
    private(set) var extensions: CBORValue?

    /// Nil, after telling why, when there is none or it has not even 37 bytes.
    init?(_ bytes: [UInt8]?, _ findings: inout FindingList) {
        guard let bytes else {
            findings.skip(.authenticatorData, because: "there is no authenticator data")
            return nil
        }
        do { header = try AuthenticatorData.header(of: bytes) } catch {
            findings.breach(
                .authenticatorData, "short",
                because: "the authenticator data has \(bytes.count) bytes; it needs at least 37",
                expected: .integer(37), actual: .integer(bytes.count),
                at: ReportLocation(.authenticatorData, 0..<bytes.count))
            return nil
        }
        self.bytes = bytes
        readParts(&findings)
        findings.passUnlessBroken(.authenticatorData)
    }

    var flags: AuthenticatorFlags { header.flags }

    /// Where the flags stand.
    static let flagsLocation = ReportLocation(.authenticatorData, path: "flags", 32..<33)

    private mutating func readParts(_ findings: inout FindingList) {
        var offset = 37
        if flags.contains(.attestedCredentialData) {
            guard let end = readAttested(&findings) else {
                if flags.contains(.extensionData) {
                    findings.skip(
                        .flagED, .authenticatorExtensions,
                        because: "where the extension outputs start cannot be known")
                }
                return
            }
            offset = end
        } else {
            guard !tellMissingAT(&findings) else { return }
        }
        readExtensions(from: offset, &findings)
    }

    // MARK: Attested credential data

    /// The offset of what follows; nil when that cannot be known.
    private mutating func readAttested(_ findings: inout FindingList) -> Int? {
        if bytes.count == 37 || flags.contains(.extensionData) && Self.isExtensionMap(bytes, from: 37) {
            findings.breach(
                .flagAT, "setWithoutData",
                because: "AT is set, and no attested credential data follows",
                actual: .text(flags.description), at: Self.flagsLocation)
            return 37
        }
        guard bytes.count >= 53, let aaguid = AAGUID(bytes[AuthenticatorDataLayout.aaguid]) else {
            findings.breach(
                .aaguid, "truncated", because: "the authenticator data ends within the AAGUID",
                at: ReportLocation(.authenticatorData, path: "aaguid", 37..<bytes.count))
            return nil
        }
        guard bytes.count >= 55 else {
            findings.breach(
                .credentialID, "lengthOverruns",
                because: "the authenticator data ends where the credential ID's length should stand",
                at: ReportLocation(.authenticatorData, path: "credentialIdLength", 53..<bytes.count))
            return nil
        }
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        guard length <= bytes.count - 55 else {
            findings.breach(
                .credentialID, "lengthOverruns",
                because: "the credential ID's length is \(length), but \(bytes.count - 55) bytes follow",
                expected: .integer(bytes.count - 55), actual: .integer(length),
                at: ReportLocation(.authenticatorData, path: "credentialIdLength", 53..<55))
            return nil
        }
        let idRange = 55..<55 + length
        let key = readKey(from: idRange.upperBound, &findings)
        attested = Attested(
            aaguid: aaguid, credentialID: Array(bytes[idRange]), credentialIDRange: idRange, key: key)
        return key?.range.upperBound
    }

    private func readKey(
        from offset: Int, _ findings: inout FindingList
    ) -> (item: CBORValue, range: Range<Int>)? {
        let path = "credentialPublicKey"
        let item: LenientCBOR
        do { item = try CBORDecoder.decodePrefixLeniently(bytes, from: offset) } catch {
            findings.breach(
                .key, error.variant, because: "the credential public key is not CBOR as required: \(error)",
                at: ReportLocation(.authenticatorData, path: path, offset: error.offset))
            return nil
        }
        findings.tell(forgiven: item.forgiven, .key, in: "the credential public key") {
            ReportLocation(.authenticatorData, path: path, offset: $0)
        }
        guard case .map = item.value else {
            findings.breach(
                .key, "notMap", because: "what stands where the key should is not a CBOR map",
                at: ReportLocation(.authenticatorData, path: path, offset..<item.end))
            return nil
        }
        return (item.value, offset..<item.end)
    }

    /// AT is clear, which is right where no attested credential data follows and none is wanted.
    ///
    /// - Returns: whether the data follows all the same, so that the rest is no extension data.
    private func tellMissingAT(_ findings: inout FindingList) -> Bool {
        if Self.isAttestedData(bytes, from: 37) {
            findings.breach(
                .flagAT, "clearWithData",
                because: "AT is clear, but attested credential data follows",
                actual: .text(flags.description), at: Self.flagsLocation)
            return true
        }
        if findings.ceremony == .registration {
            findings.breach(
                .flagAT, "clearWithoutData", because: "there is no attested credential data",
                actual: .text(flags.description), at: Self.flagsLocation,
                hint: "This looks like the authenticator data of an authentication.")
        }
        return false
    }

    private static func isAttestedData(_ bytes: [UInt8], from start: Int) -> Bool {
        guard bytes.count >= start + 18 else { return false }
        let length = Int(bytes[start + 16]) << 8 | Int(bytes[start + 17])
        let key = start + 18 + length
        guard key < bytes.count, let item = try? CBORDecoder.decodePrefixLeniently(bytes, from: key),
            case .map = item.value
        else { return false }
        return item.end == bytes.count || isExtensionMap(bytes, from: item.end)
    }

    // MARK: Extensions

    private mutating func readExtensions(from offset: Int, _ findings: inout FindingList) {
        guard flags.contains(.extensionData) else {
            guard offset < bytes.count else { return findings.pass(.flagED) }
            if Self.isExtensionMap(bytes, from: offset) {
                findings.breach(
                    .flagED, "clearWithData", because: "ED is clear, but a map of extension outputs follows",
                    actual: .text(flags.description), at: Self.flagsLocation)
            } else {
                findings.breach(
                    .authenticatorData, "trailingBytes",
                    because: "\(bytes.count - offset) bytes follow the end of the authenticator data",
                    at: ReportLocation(.authenticatorData, offset..<bytes.count))
            }
            return
        }
        guard offset < bytes.count else {
            return findings.breach(
                .flagED, "setWithoutData", because: "ED is set, and no extension outputs follow",
                actual: .text(flags.description), at: Self.flagsLocation)
        }
        findings.pass(.flagED)
        readExtensionMap(from: offset, &findings)
        findings.passUnlessBroken(.authenticatorExtensions)
    }

    private mutating func readExtensionMap(from offset: Int, _ findings: inout FindingList) {
        func location(_ offset: Int) -> ReportLocation {
            ReportLocation(.authenticatorData, path: "extensions", offset: offset)
        }
        let item: LenientCBOR
        do { item = try CBORDecoder.decodePrefixLeniently(bytes, from: offset) } catch {
            return findings.breach(
                .authenticatorExtensions, "notCBOR",
                because: "the extension outputs are not CBOR as required: \(error)",
                at: location(error.offset))
        }
        findings.tell(
            forgiven: item.forgiven, .authenticatorExtensions, in: "the map of extension outputs",
            at: location)
        guard case .map(let pairs) = item.value, pairs.allSatisfy({ $0.key.textValue != nil }) else {
            return findings.breach(
                .authenticatorExtensions, "notMap",
                because: "the extension outputs are not a CBOR map with names as keys", at: location(offset))
        }
        guard item.end == bytes.count else {
            return findings.breach(
                .authenticatorExtensions, "trailing",
                because: "\(bytes.count - item.end) bytes follow the extension outputs",
                at: ReportLocation(.authenticatorData, path: "extensions", item.end..<bytes.count))
        }
        extensions = item.value
    }

    /// Whether all that is left is one map with texts as keys.
    private static func isExtensionMap(_ bytes: [UInt8], from offset: Int) -> Bool {
        guard offset < bytes.count, bytes[offset] >> 5 == 5,
            let item = try? CBORDecoder.decodePrefix(bytes, from: offset), item.end == bytes.count,
            case .map(let pairs) = item.value
        else { return false }
        return pairs.allSatisfy { $0.key.textValue != nil }
    }
}
