/// What goes wrong in this room.
public enum CryptographyError: Error, Hashable, Sendable {
    /// Bytes that are not the DER they should be.
    case der(DERProblem)
    /// A certificate, or the draft of one, that cannot be what it claims.
    case certificate(CertificateProblem)
}
