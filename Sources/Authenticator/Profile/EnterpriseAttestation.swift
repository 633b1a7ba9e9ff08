/// To whom a device may tell which one it is, by a certificate with its serial number (CTAP 2.2 §7.1).
public struct EnterpriseAttestation: Hashable, Sendable {
    /// The RP IDs that the vendor has put into it.
    public var rpIDs: [String]
    /// Whether it also believes a platform that says so.
    public var isPlatformManaged: Bool

    /// Takes both.
    public init(rpIDs: [String], isPlatformManaged: Bool) {
        self.rpIDs = rpIDs
        self.isPlatformManaged = isPlatformManaged
    }

    /// Whether a request may be told (CTAP 2.2 §6.1.2): where the platform has no say, 1 and 2 are the same.
    ///
    /// - Parameter parameter: 1 for an attestation that the vendor facilitates, 2 for one that the platform manages.
    func isGranted(_ parameter: Int, rpID: String) -> Bool {
        if isPlatformManaged, parameter == 2 { return true }
        return (parameter == 1 || !isPlatformManaged) && rpIDs.contains(rpID)
    }
}
