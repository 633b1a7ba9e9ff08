internal import JSON
public import WebAuthnModel

/// What the service says of one model (FIDO Metadata Service 3.0 §3.1.1).
public struct MetadataEntry: Hashable, Sendable {
    /// The model, where it speaks FIDO2.
    public let aaguid: AAGUID?
    /// The model, where it speaks UAF.
    public let aaid: String?
    /// The model, where it has neither: the SHA-1 of the key bits of its attestation certificates, 20 bytes each
    /// (RFC 5280 §4.2.1.2, method 1).
    public let keyIdentifiers: [[UInt8]]
    /// What its vendor states.
    public let statement: MetadataStatement?
    /// What became of it, in the order written.
    public let statusReports: [StatusReport]
    /// Since when these reports stand.
    public let timeOfLastStatusChange: MetadataDate?

    static let mostIdentifiers = 4096

    init(_ reader: MemberReader) throws(RelyingPartyError) {
        aaguid = try reader.aaguid("aaguid")
        aaid = try reader.string("aaid")
        keyIdentifiers = try reader.keyIdentifiers("attestationCertificateKeyIdentifiers")
        statement = try reader.object("metadataStatement").map { (inner) throws(RelyingPartyError) in
            try MetadataStatement(inner)
        }
        statusReports = try reader.objects("statusReports", most: StatusReport.most) {
            (inner) throws(RelyingPartyError) in try StatusReport(inner)
        }
        timeOfLastStatusChange = try reader.date("timeOfLastStatusChange")
    }
}
