internal import Bytes

/// What a TPM attests: a TPMS_ATTEST (TCG "TPM 2.0 Library", part 2, §10.12.12), a wire value.
public struct TPMAttest: Hashable, Sendable {
    /// TPM_GENERATED_VALUE: what nobody but a TPM signs with a restricted key.
    public static let generatedValue: UInt32 = 0xFF54_4347
    /// TPM_ST_ATTEST_CERTIFY: that another object is in the TPM.
    public static let certify: UInt16 = 0x8017

    /// What depends on the type.
    public enum Attested: Hashable, Sendable {
        /// TPMS_CERTIFY_INFO: the object's name and its qualified name.
        case certifyInfo(name: [UInt8], qualifiedName: [UInt8])
        /// What another type has, unread.
        case other([UInt8])
    }

    /// ``generatedValue``, unless somebody else made it.
    public var magic: UInt32
    /// What is attested; ``certify`` in WebAuthn.
    public var type: UInt16
    /// The qualified name of the key that signs.
    public var qualifiedSigner: [UInt8]
    /// What the caller handed in.
    public var extraData: [UInt8]
    /// The TPM's clock.
    public var clockInfo: TPMClockInfo
    /// The vendor's number.
    public var firmwareVersion: UInt64
    /// What is attested.
    public var attested: Attested

    /// Takes the fields.
    public init(
        magic: UInt32 = Self.generatedValue, type: UInt16 = Self.certify, qualifiedSigner: [UInt8],
        extraData: [UInt8], clockInfo: TPMClockInfo, firmwareVersion: UInt64, attested: Attested
    ) {
        self.magic = magic
        self.type = type
        self.qualifiedSigner = qualifiedSigner
        self.extraData = extraData
        self.clockInfo = clockInfo
        self.firmwareVersion = firmwareVersion
        self.attested = attested
    }

    /// Reads the whole structure; magic and type may have any value.
    public init(decoding bytes: [UInt8]) throws(TPMStructureError) {
        var reader = TPMReader(bytes)
        magic = try reader.integer(.magic)
        type = try reader.integer(.type)
        qualifiedSigner = try reader.sized(.qualifiedSigner)
        extraData = try reader.sized(.extraData)
        clockInfo = TPMClockInfo(
            clock: try reader.integer(.clock), resetCount: try reader.integer(.resetCount),
            restartCount: try reader.integer(.restartCount), safe: try reader.integer(.safe))
        firmwareVersion = try reader.integer(.firmwareVersion)
        guard type == Self.certify else {
            attested = .other(reader.rest())
            return
        }
        attested = .certifyInfo(
            name: try reader.sized(.attestedName), qualifiedName: try reader.sized(.attestedQualifiedName))
        try reader.finish()
    }

    /// The bytes.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: magic)
        bytes.append(bigEndian: type)
        bytes.append(sized: qualifiedSigner)
        bytes.append(sized: extraData)
        bytes.append(bigEndian: clockInfo.clock)
        bytes.append(bigEndian: clockInfo.resetCount)
        bytes.append(bigEndian: clockInfo.restartCount)
        bytes.append(clockInfo.safe)
        bytes.append(bigEndian: firmwareVersion)
        switch attested {
        case .certifyInfo(let name, let qualifiedName):
            bytes.append(sized: name)
            bytes.append(sized: qualifiedName)
        case .other(let rest): bytes += rest
        }
        return bytes
    }
}

/// A TPMS_CLOCK_INFO (part 2, §10.11.1).
public struct TPMClockInfo: Hashable, Sendable {
    /// Milliseconds with power.
    public var clock: UInt64
    /// How often the TPM was reset.
    public var resetCount: UInt32
    /// How often it was restarted or went to sleep.
    public var restartCount: UInt32
    /// Whether the clock never showed a later time: 0 or 1, but published vectors have 0x33 there.
    public var safe: UInt8

    /// Takes the fields.
    public init(clock: UInt64, resetCount: UInt32, restartCount: UInt32, safe: UInt8) {
        self.clock = clock
        self.resetCount = resetCount
        self.restartCount = restartCount
        self.safe = safe
    }
}
