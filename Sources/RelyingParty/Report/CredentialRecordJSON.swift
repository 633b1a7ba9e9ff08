internal import Bytes
internal import COSE
public import JSON
internal import WebAuthnModel

/// Level 3's names; byte values are `{"base64url": …}`, and the bare text is read as well.
extension CredentialRecord {
    /// The record as JSON.
    public func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        write(to: &writer)
        return writer.bytes
    }

    /// Writes the record as a value; members that were not kept are left out.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("type", "public-key")
        writer.member("id", bytes: id)
        writer.member("publicKey", bytes: publicKey)
        writer.member("signCount", Int(signCount))
        writer.member("uvInitialized", uvInitialized)
        if let transports {
            writer.beginArray("transports")
            for transport in transports { writer.value(transport.rawValue) }
            writer.endArray()
        }
        if let backupEligible { writer.member("backupEligible", backupEligible) }
        if let backupState { writer.member("backupState", backupState) }
        if let rpID { writer.member("rpId", rpID) }
        if let userHandle { writer.member("userHandle", bytes: userHandle) }
        if let algorithm { writer.member("algorithm", algorithm.rawValue) }
        if let attestationFormat { writer.member("fmt", attestationFormat) }
        if let aaguid { writer.member("aaguid", aaguid.description) }
        writer.endObject()
    }

    /// Reads a bare record, or the one that an accepting report holds under `credential`.
    ///
    /// - Throws: ``RelyingPartyError`` that names the member and its place.
    public init(json bytes: [UInt8]) throws(RelyingPartyError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch { throw .notJSON(error) }
        let root = document.root
        guard root.kind == .object else {
            throw .member(path: "", expected: "a credential record or a report", offset: root.offset)
        }
        if let verdict = root["verdict"], verdict.string != "accept" {
            throw .rejectedReport(offset: verdict.offset)
        }
        try self.init(root["credential"] ?? root)
    }

    /// Reads the members of a record.
    ///
    /// - Throws: ``RelyingPartyError/member(path:expected:offset:)``.
    public init(_ element: JSONElement) throws(RelyingPartyError) {
        let reader = MemberReader(object: element)
        guard element.kind == .object else { throw reader.wrong("", "an object", element) }
        if let type = element["type"], type.string != "public-key" {
            throw reader.wrong("type", "\"public-key\"", type)
        }
        let count = try reader.integer("signCount") ?? 0
        guard let signCount = UInt32(exactly: count) else {
            throw reader.wrong("signCount", "a number of 32 bits", element["signCount"] ?? element)
        }
        let aaguid: AAGUID?
        if let text = try reader.string("aaguid") {
            guard let value = AAGUID(text) else {
                throw reader.wrong("aaguid", "a UUID", element["aaguid"] ?? element)
            }
            aaguid = value
        } else {
            aaguid = nil
        }
        self.init(
            id: try reader.required("id"), publicKey: try reader.required("publicKey"),
            signCount: signCount, uvInitialized: try reader.flag("uvInitialized") ?? false,
            transports: try reader.strings("transports")?.map(AuthenticatorTransport.init(rawValue:)),
            backupEligible: try reader.flag("backupEligible"), backupState: try reader.flag("backupState"),
            rpID: try reader.string("rpId"), userHandle: try reader.bytes("userHandle"),
            algorithm: try reader.integer("algorithm").map(COSEAlgorithm.init(rawValue:)),
            attestationFormat: try reader.string("fmt"), aaguid: aaguid)
    }
}
