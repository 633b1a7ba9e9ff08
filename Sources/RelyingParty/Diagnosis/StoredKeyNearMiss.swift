internal import Bytes
internal import CBOR
internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// A stored public key that is a key, but no COSE_Key.
struct StoredKeyNearMiss: NearMiss {
    let codes: Set<RuleCode> = [
        .key, .keyMissing, .keyAlgorithm, .keyCurve, .keyCoordinate, .keyOKP, .keyRSA,
    ]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard finding.location?.field == .storedPublicKey, let stored = evidence.record?.publicKey,
            let (word, what) = Self.recognise(stored)
        else { return nil }
        let isKey = word.hasPrefix("trailing") || finding.code != .key
        return Diagnosis(
            "storedKey.\(word)", of: finding.code, variant: isKey ? nil : "otherForm",
            "The stored public key is \(what); a credential record holds the COSE_Key out of the authenticator data, "
                + "as its bytes.", .server)
    }

    private static func recognise(_ bytes: [UInt8]) -> (word: String, what: String)? {
        if let what = recogniseBytes(bytes) { return what }
        guard let text = decodeText(bytes) else { return nil }
        if (try? COSEKey(decoding: text.bytes)) != nil {
            return ("as\(text.word)", "the \(text.phrase) text of a COSE_Key, instead of its bytes")
        }
        return recogniseBytes(text.bytes).map {
            ($0.word, "the \(text.phrase) text of something else: \($0.what)")
        }
    }

    private static func recogniseBytes(_ bytes: [UInt8]) -> (word: String, what: String)? {
        if bytes.isEmpty { return ("empty", "empty") }
        if let what = trailing(bytes) ?? point(bytes) { return what }
        if (try? PublicKey(subjectPublicKeyInfo: bytes)) != nil {
            return ("spki", "a SubjectPublicKeyInfo, as getPublicKey() returns it")
        }
        if (try? X509Certificate(der: bytes)) != nil { return ("certificate", "a certificate") }
        if (try? AttestationObject.decode(bytes)) != nil {
            return ("attestationObject", "a whole attestation object")
        }
        if let (data, _) = try? AuthenticatorData.decode(bytes), data.attestedCredentialData != nil {
            return ("authenticatorData", "the whole authenticator data of the registration")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("-----BEGIN") { return ("pem", "PEM") }
        if text.hasPrefix("{"), text.contains("\"kty\"") { return ("jwk", "a JSON Web Key") }
        guard text.unicodeScalars.contains("\u{FFFD}"), Array(text.utf8) == bytes else { return nil }
        return ("replacedText", "damaged: its bytes were read as UTF-8 text, and what is none was replaced")
    }

    /// A key with something behind it.
    private static func trailing(_ bytes: [UInt8]) -> (word: String, what: String)? {
        guard let (value, end) = try? CBORDecoder.decodePrefix(bytes, from: 0), end < bytes.count,
            (try? COSEKey(value)) != nil
        else { return nil }
        let count = bytes.count - end
        guard let rest = try? CBORDecoder.decode(Array(bytes[end...])), case .map = rest else {
            return ("trailingBytes", "a COSE_Key with \(count) bytes after it")
        }
        return (
            "trailingExtensions",
            "a COSE_Key with \(count) bytes after it, the authenticator's extension outputs: it was cut out of the "
                + "authenticator data up to the end"
        )
    }

    /// The bare numbers of a key.
    private static func point(_ bytes: [UInt8]) -> (word: String, what: String)? {
        for curve in EllipticCurve.allCases {
            if (try? ECPublicKey(curve: curve, uncompressedPoint: bytes)) != nil {
                return ("rawPoint", "an uncompressed point (04, x, y), as U2F and X.509 write it")
            }
            if (try? ECPublicKey(curve: curve, uncompressedPoint: [4] + bytes)) != nil {
                return ("rawPoint", "x and y of a point, one after the other")
            }
        }
        switch (bytes.count, bytes[0]) {
        case (33, 2), (33, 3): return ("compressedPoint", "a compressed point")
        case (32, _): return ("rawPoint", "32 bytes, such as a raw Ed25519 key")
        default: return nil
        }
    }

    private static func decodeText(_ bytes: [UInt8]) -> (word: String, phrase: String, bytes: [UInt8])? {
        if let hex = try? Hex.decode(String(decoding: bytes, as: UTF8.self)) {
            return ("Hex", "hexadecimal", hex)
        }
        if let decoded = try? Base64URL.decode(bytes) { return ("Base64url", "base64url", decoded) }
        return (try? Base64Decoder.decodeLeniently(bytes).bytes).map { ("Base64", "base64", $0) }
    }
}
