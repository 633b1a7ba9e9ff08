internal import JSON

/// One of the reports on a model, the latest of which tells how it stands (FIDO Metadata Service 3.0 §3.1.3).
public struct StatusReport: Hashable, Sendable {
    /// What is reported.
    public let status: AuthenticatorStatus
    /// Since when; nil for as long as the report is there.
    public let effectiveDate: MetadataDate?
    /// The day on which a certification ends (since 3.1); nil for none.
    public let sunsetDate: MetadataDate?
    /// The firmware it is about: for a weakness the first that has it, for an update the one that mends it.
    public let authenticatorVersion: Int?
    /// The certificates, DER, that mark the batch it is about; none for the whole model.
    ///
    /// From the members `certificate` and `batchCertificate`.
    public let certificates: [[UInt8]]
    /// Where to read more.
    public let url: String?
    /// The number of the certificate that the FIDO Alliance issued.
    public let certificateNumber: String?

    static let most = 1024

    init(_ reader: MemberReader) throws(RelyingPartyError) {
        status = AuthenticatorStatus(rawValue: try reader.requiredString("status"))
        effectiveDate = try reader.date("effectiveDate")
        sunsetDate = try reader.date("sunsetDate")
        authenticatorVersion = try reader.version("authenticatorVersion")
        certificates = [
            try reader.certificate("certificate"), try reader.certificate("batchCertificate"),
        ].compactMap { $0 }
        url = try reader.string("url")
        certificateNumber = try reader.string("certificateNumber")
    }
}
