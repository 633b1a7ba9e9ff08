internal import Bytes
internal import WebAuthnModel

/// The party that a credential made with U2F is for, of which a device is told the hash alone.
enum U2FApplication {
    /// What stands in the place of its RP ID: no RP ID has a colon.
    static func rpID(_ application: [UInt8]) -> String { "u2f:" + Hex.encode(application) }
}

extension CredentialStore {
    /// The credential with this ID, if it belongs to the RP, or was made with U2F for it or for this AppID.
    func listed(id: [UInt8], rpID: String, speaksU2F: Bool) throws(StoreError) -> StoredCredential? {
        if let found = try credential(id: id, rpID: rpID) { return found }
        guard speaksU2F else { return nil }
        return try credential(id: id, rpID: U2FApplication.rpID(RPIDHash(of: rpID).bytes))
    }
}
