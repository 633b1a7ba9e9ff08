/// A name of a subject in whatever form (RFC 5280 §4.2.1.6).
public enum GeneralName: Hashable, Sendable {
    /// A host name, as Android SafetyNet's certificate has it.
    case dns(String)
    /// A directory name, as a TPM's certificate has it.
    case directory(DistinguishedName)
    /// Any other form: its tag number, and its DER.
    case other(number: UInt32, der: [UInt8])

    init(_ element: DERElement) throws(CryptographyError) {
        switch element.tag {
        case .context(2, isConstructed: false):
            guard element.contents.allSatisfy({ $0 < 0x80 }) else {
                throw .der(.badString(offset: element.offset))
            }
            self = .dns(String(decoding: element.contents, as: UTF8.self))
        case .context(4):
            // A CHOICE inside an implicit tag is explicit (X.680 §31.2.7).
            var inside = element.reader
            self = .directory(try DistinguishedName(&inside))
            try inside.finish()
        default:
            guard element.tag.tagClass == .contextSpecific, element.tag.number <= 8 else {
                throw .der(.badTag(offset: element.offset))
            }
            self = .other(number: element.tag.number, der: Array(element.encoded))
        }
    }
}

extension X509Certificate {
    /// The subject's alternative names; empty when the certificate has none.
    ///
    /// - Throws: ``CryptographyError/der(_:)`` for an extension that cannot be read, with the offset in its value.
    public func subjectAlternativeNames() throws(CryptographyError) -> [GeneralName] {
        guard let value = extensionValue(.subjectAlternativeName)?.value else { return [] }
        var list = try DERReader.readWhole(.sequence, of: value).reader
        var names: [GeneralName] = []
        while !list.isAtEnd { names.append(try GeneralName(try list.readAny())) }
        return names
    }
}
