/// What the validation of a path came to.
public enum CertificatePathVerdict: Hashable, Sendable {
    /// The leaf is trusted: the path from it to an anchor, which is its last certificate.
    case trusted(path: [X509Certificate])
    /// The first thing that is wrong.
    case rejected(CertificatePathFailure)
}

/// What is wrong with a path, and with which certificate.
public struct CertificatePathFailure: Error, Hashable, Sendable {
    /// The certificate's place in the chain that was given, leaf first; the count of the chain means the
    /// anchor above it.
    public let index: Int
    /// What is wrong with it.
    public let reason: Reason

    /// Names a failure.
    public init(_ reason: Reason, at index: Int) {
        self.reason = reason
        self.index = index
    }

    /// What can be wrong with a certificate in a path (RFC 5280 §6.1 unless said otherwise).
    public enum Reason: Hashable, Sendable {
        /// There is no certificate at all.
        case empty
        /// More certificates than ``CertificatePath/maximumLength``; the bound is this room's own.
        case tooLong(count: Int)
        /// The same certificate as an earlier one (§6.1, "must not appear more than once").
        case duplicateCertificate
        /// Its issuer is in the chain, but not at the next place.
        case order
        /// Its issuer's name is not the subject of the next certificate, nor of any other.
        case nameMismatch
        /// Its validity has ended.
        case expired
        /// Its validity has not begun.
        case notYetValid
        /// It issued another one without being an authority (§6.1.4 k).
        case intermediateNotCA
        /// More authorities stand below it than it allows (§6.1.4 l, m).
        case pathLength
        /// It issued another one though its key may not sign certificates (§6.1.4 n).
        case keyUsage
        /// It has a critical extension that nobody here knows (§6.1.4 o, §6.1.5 e).
        case criticalExtension(OID)
        /// Its signature is wrong, by the key of the certificate that it names as its issuer.
        case unverifiable
        /// Its signature cannot be checked here, because of its algorithm or of the issuer's key.
        case unsupported(CryptographyError)
        /// Nothing is wrong with the chain itself, but it leads to none of the anchors.
        case noAnchor
    }
}

extension CertificatePathFailure: CustomStringConvertible {
    /// A sentence for people: which certificate, and what is wrong.
    public var description: String { "certificate \(index): \(complaint)" }

    private var complaint: String {
        switch reason {
        case .empty: "there is none"
        case .tooLong(let count): "\(count) certificates are more than \(CertificatePath.maximumLength)"
        case .duplicateCertificate: "the same as an earlier one"
        case .order: "its issuer is in the chain, but not next"
        case .nameMismatch: "its issuer's name is not the subject of the next one"
        case .expired: "expired"
        case .notYetValid: "not yet valid"
        case .intermediateNotCA: "issued a certificate, but is no authority"
        case .pathLength: "more authorities below it than it allows"
        case .keyUsage: "issued a certificate, but its key usage forbids that"
        case .criticalExtension(let oid): "unknown critical extension \(oid)"
        case .unverifiable: "its signature is wrong"
        case .unsupported(let error): "its signature cannot be checked: \(error)"
        case .noAnchor: "leads to none of the trust anchors"
        }
    }
}
