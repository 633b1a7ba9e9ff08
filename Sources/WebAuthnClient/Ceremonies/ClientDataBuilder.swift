public import WebAuthnModel

/// Turns the client data of a ceremony into the bytes that are hashed and sent: a seam.
public protocol ClientDataBuilder: Sendable {
    /// The bytes.
    func build(_ data: CollectedClientData) -> [UInt8]
}

/// The JSON-compatible serialization of client data (§5.8.1.1).
public struct StandardClientData: ClientDataBuilder {
    /// Members after those that the specification names, as browsers add them now and then so that nobody relies
    /// on their absence.
    public var extraMembers: [CollectedClientData.ExtraMember]

    /// No extra members unless told otherwise.
    public init(extraMembers: [CollectedClientData.ExtraMember] = []) { self.extraMembers = extraMembers }

    /// The serialisation.
    public func build(_ data: CollectedClientData) -> [UInt8] {
        guard !extraMembers.isEmpty else { return data.serialized }
        var data = data
        data.extraMembers += extraMembers
        return data.serialized
    }
}

extension CollectedClientData {
    /// §5.1.3 and §5.1.4: the origin is the caller's, and a top-level origin stands there only in a cross-origin
    /// frame.
    init(_ type: ClientDataType, challenge: [UInt8], from caller: CallerContext) {
        self.init(
            type: type.rawValue, challenge: challenge, origin: caller.serializedOrigin,
            crossOrigin: caller.isCrossOrigin, topOrigin: caller.serializedTopOrigin)
    }
}
