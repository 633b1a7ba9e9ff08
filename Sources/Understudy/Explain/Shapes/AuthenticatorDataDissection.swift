internal import CBOR
internal import WebAuthnModel

extension Dissection {
    /// Cuts authenticator data (WebAuthn Level 3 §6.1): as far as it goes.
    mutating func authenticatorData(_ range: Range<Int>) {
        let stop = range.upperBound
        if authenticatorDataParts(range), end < stop {
            report(.authenticatorData(.trailingBytes(offset: end, count: stop - end)))
            leftover(upTo: stop, "bytes after the authenticator data, which no flag announces")
        }
        leftover(upTo: stop)
        guard range.count > AuthenticatorDataLayout.flags else { return }
        let flags = range.lowerBound + AuthenticatorDataLayout.flags
        remarkFlags(AuthenticatorFlags(rawValue: bytes[flags]), at: flags)
    }

    /// Cuts what is always there, and what the flags announce; false when an error ended that.
    private mutating func authenticatorDataParts(_ range: Range<Int>) -> Bool {
        let (start, stop) = (range.lowerBound, range.upperBound)
        let tooShort = ExplainError.authenticatorData(.tooShort(length: range.count))
        guard range.count >= 32 else { return fail(tooShort, at: stop) }
        leaf(32, "rpIdHash", context.meaning(ofRPIDHash: bytes[start..<start + 32]))
        guard range.count > 32 else { return fail(tooShort, at: stop) }
        let flags = AuthenticatorFlags(rawValue: bytes[start + AuthenticatorDataLayout.flags])
        leaf(1, "flags", "\(flags)")
        for (number, name, meaning) in Self.flagMeanings(flags) {
            bit(number, isSet: flags.rawValue >> UInt8(number) & 1 == 1, name, meaning)
        }
        guard range.count >= 37 else { return fail(tooShort, at: stop) }
        let count = bytes[start + 33..<start + 37].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        leaf(4, "signCount", count == 0 ? "0, no counter is kept" : "\(count)")
        if flags.contains(.attestedCredentialData) {
            var isRead = false
            group("attestedCredentialData") { isRead = $0.attestedCredentialData($0.end..<stop) }
            guard isRead else { return false }
        }
        return flags.contains(.extensionData) ? authenticatorExtensions(end..<stop) : true
    }

    /// Cuts attested credential data (§6.5.1); false when an error ended that.
    private mutating func attestedCredentialData(_ range: Range<Int>) -> Bool {
        let (start, stop) = (range.lowerBound, range.upperBound)
        let truncated = ExplainError.authenticatorData(.attestedCredentialDataTruncated(offset: stop))
        guard range.count >= 16 else { return fail(truncated) }
        leaf(16, "aaguid", AAGUID(bytes[start..<start + 16]).map(context.meaning(of:)) ?? "")
        guard range.count >= 18 else { return fail(truncated) }
        let length = Int(bytes[start + 16]) << 8 | Int(bytes[start + 17])
        leaf(2, "credentialIdLength", "\(length)")
        let available = range.count - 18
        guard length <= available else {
            leftover(upTo: stop, "the credential ID, cut off")
            return fail(
                .authenticatorData(
                    .credentialIDOverrun(offset: start + 16, length: length, available: available)))
        }
        leaf(length, "credentialId", byteCount(length))
        let maximum = CredentialID.maximumLength
        if length > maximum {
            remark("relying parties accept credential IDs of at most \(byteCount(maximum))", at: start + 18)
        }
        let key = end
        guard coseKey(at: key..<stop, "credentialPublicKey") else { return false }
        guard bytes[key] >> 5 == 5 else {
            return fail(.authenticatorData(.credentialPublicKeyNotMap(offset: key)))
        }
        return true
    }

    /// Cuts the extension map (§9.5); false when an error ended that.
    private mutating func authenticatorExtensions(_ range: Range<Int>) -> Bool {
        let next = cbor(range, "extensions", .authenticatorExtensions, isStrict: true) {
            .authenticatorData(.extensions($0))
        }
        guard let next else { return false }
        let map = CBORPeek.value(in: Array(bytes[range.lowerBound..<next]), at: 0)?.mapValue
        guard let map, map.allSatisfy({ $0.key.textValue != nil }) else {
            return fail(.authenticatorData(.extensionsNotMap(offset: range.lowerBound)))
        }
        return true
    }

    private mutating func fail(_ error: ExplainError, at offset: Int? = nil) -> Bool {
        report(error, at: offset)
        return false
    }

    private static func flagMeanings(_ flags: AuthenticatorFlags) -> [(Int, String, String)] {
        func say(_ flag: AuthenticatorFlags, _ yes: String, _ no: String) -> String {
            flags.contains(flag) ? yes : no
        }
        return [
            (0, "UP", say(.userPresent, "the user was present", "the user was not present")),
            (1, "RFU1", say(.reserved1, "reserved, and set all the same", "reserved")),
            (2, "UV", say(.userVerified, "the user was verified", "the user was not verified")),
            (3, "BE", say(.backupEligible, "may be backed up", "stays on one device")),
            (4, "BS", say(.backupState, "is backed up", "is not backed up")),
            (5, "RFU2", say(.reserved2, "reserved, and set all the same", "reserved")),
            (
                6, "AT",
                say(
                    .attestedCredentialData, "attested credential data follows", "no attested credential data"
                )
            ),
            (7, "ED", say(.extensionData, "extension data follows", "no extension data")),
        ]
    }

    private mutating func remarkFlags(_ flags: AuthenticatorFlags, at offset: Int) {
        if CredentialBackup(flags) == nil {
            remark("BS is set without BE: no credential is backed up that may not be", at: offset)
        }
        if !flags.isDisjoint(with: [.reserved1, .reserved2]) {
            remark("a reserved flag is set", at: offset)
        }
    }
}
