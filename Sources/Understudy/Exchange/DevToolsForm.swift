internal import Cryptography
internal import JSON
internal import WebAuthnModel

extension CredentialForm {
    /// `WebAuthn.Credential` of the Chrome DevTools Protocol: bytes in padded base64.
    public static let devTools = CredentialForm(
        name: "cdp", carries: [.names, .backup, .notDiscoverable],
        read: { (object) throws(ExchangeError) in
            try ExchangedCredential(automation: ExchangedMembers(object: object, notation: .base64))
        },
        write: { credential, writer in
            let notation = ByteNotation.base64
            writer.beginObject()
            credential.writeAutomationMembers(notation, to: &writer)
            if let backup = credential.backup {
                writer.member("backupEligibility", backup.flags.contains(.backupEligible))
                writer.member("backupState", backup.flags.contains(.backupState))
            }
            if let name = credential.name { writer.member("userName", name) }
            if let name = credential.displayName { writer.member("userDisplayName", name) }
            writer.endObject()
        })
}

extension ExchangedCredential {
    /// The members that DevTools and WebDriver have in common, in their order.
    func writeAutomationMembers(_ notation: ByteNotation, to writer: inout JSONWriter) {
        writer.member("credentialId", notation.write(id.bytes))
        writer.member("isResidentCredential", isDiscoverable)
        writer.member("rpId", rpID)
        writer.member("privateKey", notation.write(key.privateKeyInfo))
        if !userHandle.isEmpty { writer.member("userHandle", notation.write(userHandle)) }
        writer.member("signCount", Int(signCount))
    }

    /// Reads the members of DevTools and WebDriver, which differ in how bytes are written.
    init(automation members: ExchangedMembers) throws(ExchangeError) {
        let isDiscoverable = try members.required(
            "isResidentCredential", members.flag("isResidentCredential"))
        let userHandle = try members.userHandle("userHandle") ?? []
        guard !isDiscoverable || !userHandle.isEmpty else { throw members.problem("userHandle", .missing) }
        // What opens a large blob belongs to one device.
        if let blob = try members.bytes("largeBlob", 0...(1 << 20)), !blob.isEmpty {
            throw members.problem("largeBlob", .notTaken)
        }
        self.init(
            path: members.object.pointer, id: try members.credentialID("credentialId"),
            rpID: try members.rpID("rpId"), isDiscoverable: isDiscoverable,
            key: try members.key("privateKey"), userHandle: userHandle,
            signCount: try members.signCount("signCount"), backup: try Self.backup(members),
            name: try members.text("userName"), displayName: try members.text("userDisplayName"))
    }

    private static func backup(_ members: ExchangedMembers) throws(ExchangeError) -> CredentialBackup? {
        let eligible = try members.flag("backupEligibility")
        let backedUp = try members.flag("backupState")
        guard eligible != nil || backedUp != nil else { return nil }
        var flags: AuthenticatorFlags = eligible == true ? .backupEligible : []
        if backedUp == true { flags.insert(.backupState) }
        guard let backup = CredentialBackup(flags) else {
            throw members.problem("backupState", .backedUpButNotEligible)
        }
        return backup
    }
}
