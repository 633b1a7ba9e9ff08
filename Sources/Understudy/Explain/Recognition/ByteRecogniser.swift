internal import CBOR
internal import COSE
internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// Something that bytes can be, and how much speaks for it.
struct Candidate: Hashable, Sendable {
    let kind: Explanation.Kind
    let confidence: Explanation.Confidence

    init(_ kind: Explanation.Kind, _ confidence: Explanation.Confidence) {
        (self.kind, self.confidence) = (kind, confidence)
    }
}

/// Tells what bytes are by what they look like.
enum ByteRecogniser {
    /// Everything that the bytes can be, the likeliest first; never empty.
    static func candidates(_ bytes: [UInt8], _ context: ExplainContext) -> [Candidate] {
        var found: [Candidate] = []
        found += json(bytes)
        found += CTAPRecogniser.candidates(bytes)
        found += CBORRecogniser.candidates(bytes)
        found += DERRecogniser.candidates(bytes)
        found += authenticatorData(bytes, context)
        found += CBORRecogniser.broken(bytes)
        if let aaguid = AAGUID(bytes), context.name(of: aaguid) != nil {
            found.append(Candidate(.aaguid, .likely))
        }
        if isText(bytes) { found.append(Candidate(.text, .guess)) }
        found.append(Candidate(.bytes, .guess))
        // Stable: among equals, the order above is one of decreasing specificity.
        return found.enumerated().sorted {
            ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset)
        }.map(\.element)
    }

    private static func json(_ bytes: [UInt8]) -> [Candidate] {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = body.first { !" \t\r\n".utf8.contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return [] }
        let text = JSONText(bytes)
        let kind = text.document.flatMap { JSONRecogniser.kind(of: $0.root) }
        if text.error == nil { return [Candidate(kind ?? .json, .certain)] }
        // Broken JSON is still text; a text string of CBOR may start with the same byte.
        guard kind != nil || isText(bytes.prefix(32)) else { return [] }
        return [Candidate(kind ?? .json, .likely)]
    }

    /// Nothing marks authenticator data but that its parts fit together (WebAuthn Level 3 §6.1).
    private static func authenticatorData(_ bytes: [UInt8], _ context: ExplainContext) -> [Candidate] {
        guard let header = try? AuthenticatorData.header(of: bytes) else { return [] }
        if context.rpID(of: header.rpIDHash) != nil { return [Candidate(.authenticatorData, .certain)] }
        let reserved: AuthenticatorFlags = [.reserved1, .reserved2]
        let isPlausible = header.flags.isDisjoint(with: reserved) && CredentialBackup(header.flags) != nil
        if let data = (try? AuthenticatorData.decode(bytes))?.data {
            guard let attested = data.attestedCredentialData else {
                return [Candidate(.authenticatorData, isPlausible ? .likely : .guess)]
            }
            let hasKey = (try? COSEKey(decoding: attested.credentialPublicKey)) != nil
            return [Candidate(.authenticatorData, hasKey ? .certain : .likely)]
        }
        guard isPlausible, header.flags.contains(.attestedCredentialData), bytes.count >= 55 else {
            return []
        }
        // Broken: where the key should be, there may at least be a map; or a length that is none runs over the end.
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        if 55 + length < bytes.count {
            return bytes[55 + length] >> 5 == 5 ? [Candidate(.authenticatorData, .likely)] : []
        }
        let hasModel = AAGUID(bytes[37..<53]).map { $0 == .zero || context.name(of: $0) != nil } ?? false
        return hasModel || length <= CredentialID.maximumLength ? [Candidate(.authenticatorData, .guess)] : []
    }

    /// Whether the bytes are UTF-8 without control characters other than white space.
    static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }) else { return false }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
