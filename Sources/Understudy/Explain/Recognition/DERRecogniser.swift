internal import Cryptography

/// Tells what bytes are that may be DER.
enum DERRecogniser {
    static func candidates(_ bytes: [UInt8]) -> [Candidate] {
        guard bytes.first == 0x30 else { return other(bytes) }
        if (try? X509Certificate(der: bytes)) != nil { return [Candidate(.certificate, .certain)] }
        if (try? PublicKeyInfo(der: bytes)) != nil { return [Candidate(.subjectPublicKeyInfo, .certain)] }
        if let lengths = DERShape.ecdsaSignature.integerLengths(bytes) {
            // A modulus has 2048 bits and more, an exponent a few bytes; r and s are about as long as each other.
            let isKey = lengths.0 >= 128 && lengths.1 <= 8
            return [Candidate(isKey ? .rsaPublicKey : .ecdsaSignature, .likely)]
        }
        guard let element = try? DERReader.readWhole(.sequence, of: bytes) else {
            // Cut off, or with something behind it: 30 82 and then 30 is the start of every certificate.
            let isCertificate = bytes.count > 8 && bytes[1] == 0x82 && bytes[4] == 0x30
            return [Candidate(isCertificate ? .certificate : .der, isCertificate ? .likely : .guess)]
        }
        if looksLikeCertificate(element) { return [Candidate(.certificate, .likely)] }
        if looksLikeKey(element) { return [Candidate(.subjectPublicKeyInfo, .likely)] }
        return [Candidate(.der, element.contents.isEmpty ? .guess : .likely)]
    }

    private static func other(_ bytes: [UInt8]) -> [Candidate] {
        var reader = DERReader(bytes)
        guard let element = try? reader.readAny(), reader.isAtEnd, element.tag.tagClass == .universal,
            element.contents.count > 0
        else { return [] }
        return [Candidate(.der, element.tag == .set ? .likely : .guess)]
    }

    /// SEQUENCE, SEQUENCE, BIT STRING; and the first of them starts with `[0]` or INTEGER.
    private static func looksLikeCertificate(_ element: DERElement) -> Bool {
        var fields = element.reader
        guard let signed = try? fields.read(.sequence), (try? fields.read(.sequence)) != nil,
            let tag = try? fields.peekTag(), tag == .bitString, let first = try? signed.reader.peekTag()
        else { return false }
        return first == .context(0) || first == .integer
    }

    /// SEQUENCE that starts with an OBJECT IDENTIFIER, BIT STRING.
    private static func looksLikeKey(_ element: DERElement) -> Bool {
        var fields = element.reader
        guard let algorithm = try? fields.read(.sequence), let tag = try? fields.peekTag() else {
            return false
        }
        return tag == .bitString && algorithm.leadingObjectIdentifier != nil
    }
}
