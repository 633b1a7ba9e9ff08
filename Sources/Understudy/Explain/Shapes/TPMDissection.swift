internal import Bytes
internal import WebAuthnModel

// Structures of a TPM's attestation (WebAuthn Level 3 §8.3; TCG "TPM 2.0 Library", part 2). All integers are
// big-endian; a TPM2B is a two-byte length and as many bytes.

extension Dissection {
    /// Cuts a TPMS_ATTEST.
    mutating func tpmAttestation(_ range: Range<Int>) {
        var fields = TPMFields(range)
        fields.constant(4, "magic", [0xFF54_4347: "TPM_GENERATED_VALUE: made by a TPM"], &self)
        fields.constant(2, "type", [0x8017: "TPM_ST_ATTEST_CERTIFY", 0x8018: "TPM_ST_ATTEST_QUOTE"], &self)
        fields.sized("qualifiedSigner", "name of the signing key", &self)
        fields.sized("extraData", "must be the hash of authenticator data and client data hash", &self)
        fields.fixed(8, "clockInfo.clock", "milliseconds", &self)
        fields.fixed(4, "clockInfo.resetCount", "", &self)
        fields.fixed(4, "clockInfo.restartCount", "", &self)
        fields.fixed(1, "clockInfo.safe", "", &self)
        fields.fixed(8, "firmwareVersion", "", &self)
        fields.sized("attested.name", "must be the hash of pubArea, behind the hash's number", &self)
        fields.sized("attested.qualifiedName", "", &self)
        fields.finish(&self)
    }

    /// Cuts a TPMT_PUBLIC: the parameters depend on the type.
    mutating func tpmPublicArea(_ range: Range<Int>) {
        var fields = TPMFields(range)
        let type = fields.constant(2, "type", [1: "TPM_ALG_RSA", 0x23: "TPM_ALG_ECC"], &self)
        fields.constant(2, "nameAlg", Self.tpmAlgorithms, &self)
        fields.fixed(4, "objectAttributes", "bits", &self)
        fields.sized("authPolicy", "", &self)
        guard let type, type == 1 || type == 0x23 else { return }
        let cipher = fields.constant(2, "parameters.symmetric", Self.tpmAlgorithms, &self)
        if let cipher, cipher != 0x10 {
            fields.fixed(2, "parameters.symmetric.keyBits", "", &self)
            fields.fixed(2, "parameters.symmetric.mode", "", &self)
        }
        tpmScheme("parameters.scheme", &fields)
        if type == 1 {
            fields.fixed(2, "parameters.keyBits", "", &self)
            fields.fixed(4, "parameters.exponent", "0 stands for 65537", &self)
            fields.sized("unique", "the modulus, must be n of the credential's key", &self)
        } else {
            fields.constant(2, "parameters.curveID", Self.tpmCurves, &self)
            tpmScheme("parameters.kdf", &fields)
            fields.sized("unique.x", "must be x of the credential's key", &self)
            fields.sized("unique.y", "must be y of the credential's key", &self)
        }
        fields.finish(&self)
    }

    /// Cuts a scheme: all but two carry a hash and nothing else.
    private mutating func tpmScheme(_ name: String, _ fields: inout TPMFields) {
        let scheme = fields.constant(2, name, Self.tpmAlgorithms, &self)
        guard let scheme, scheme != 0x10, scheme != 0x15 else { return }
        fields.constant(2, name + ".hashAlg", Self.tpmAlgorithms, &self)
        if scheme == 0x1A { fields.fixed(2, name + ".count", "", &self) }
    }

    /// TPM_ECC_CURVE.
    private static let tpmCurves = Dictionary(
        uniqueKeysWithValues: TPMCurve.names.map { (Int($0.key), $0.value) })

    /// TPM_ALG_ID.
    private static let tpmAlgorithms = Dictionary(
        uniqueKeysWithValues: TPMAlgorithm.names.map { (Int($0.key), $0.value) })
}

/// Cuts one field after the other, until one of them does not fit.
private struct TPMFields {
    private let stop: Int
    private var isBroken = false

    init(_ range: Range<Int>) { stop = range.upperBound }

    /// Whether so many bytes are there; notes once that they are not.
    private mutating func has(_ count: Int, _ dissection: inout Dissection) -> Bool {
        guard !isBroken else { return false }
        let available = stop - dissection.end
        guard count > available else { return true }
        isBroken = true
        dissection.report(.bytes(.truncated(offset: dissection.end, wanted: count, available: available)))
        return false
    }

    mutating func fixed(_ count: Int, _ name: String, _ meaning: String, _ dissection: inout Dissection) {
        if has(count, &dissection) { dissection.leaf(count, name, meaning) }
    }

    @discardableResult
    mutating func constant(
        _ count: Int, _ name: String, _ names: [Int: String], _ dissection: inout Dissection
    ) -> Int? {
        guard has(count, &dissection) else { return nil }
        let number = integer(count, in: dissection)
        dissection.leaf(count, name, names[number] ?? "unknown value 0x" + String(number, radix: 16))
        return number
    }

    mutating func sized(_ name: String, _ meaning: String, _ dissection: inout Dissection) {
        guard has(2, &dissection) else { return }
        let length = integer(2, in: dissection)
        dissection.leaf(2, name + " size", "\(length)")
        guard length > 0, has(length, &dissection) else { return }
        dissection.leaf(length, name, meaning)
    }

    /// Notes what is left behind the last field.
    func finish(_ dissection: inout Dissection) {
        let count = stop - dissection.end
        guard !isBroken, count > 0 else { return }
        dissection.remark("\(byteCount(count)) after the structure", at: dissection.end)
    }

    private func integer(_ count: Int, in dissection: Dissection) -> Int {
        dissection.bytes[dissection.end..<dissection.end + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
