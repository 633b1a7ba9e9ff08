internal import Cryptography

extension X509Certificate {
    /// The host names that it was issued to; the subject's common name counts only where there is no alternative
    /// name (RFC 6125 §6.4.4).
    var hostNames: [String] {
        let names = (try? subjectAlternativeNames()) ?? []
        let hosts = names.compactMap { if case .dns(let name) = $0 { name } else { nil } }
        let hasExtension = extensionValue(.subjectAlternativeName) != nil
        return hasExtension ? hosts : subject.values(of: .commonName)
    }
}
