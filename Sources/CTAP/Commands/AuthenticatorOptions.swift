internal import CBOR

/// The options map of makeCredential and getAssertion (CTAP 2.2 §6.1, §6.2); nil members were absent.
public struct AuthenticatorOptions: Hashable, Sendable {
    /// `rk`: a discoverable credential; getAssertion does not allow it, but it is kept so that a device can refuse.
    public var residentKey: Bool?
    /// `up`: must not be false in makeCredential; false in getAssertion is a silent look.
    public var userPresence: Bool?
    /// `uv`: built-in user verification.
    public var userVerification: Bool?

    /// No options unless told otherwise.
    public init(residentKey: Bool? = nil, userPresence: Bool? = nil, userVerification: Bool? = nil) {
        self.residentKey = residentKey
        self.userPresence = userPresence
        self.userVerification = userVerification
    }

    /// Reads the map; an absent one has no options, and unknown names are ignored.
    init(_ map: MessageMap?) throws(CTAPError) {
        self.init(
            residentKey: try map?.bool("rk"), userPresence: try map?.bool("up"),
            userVerification: try map?.bool("uv"))
    }

    /// The map; nil where no option is set.
    var cbor: CBORValue? {
        var map = MessageMapBuilder()
        map.add("rk", residentKey.map(CBORValue.bool))
        map.add("up", userPresence.map(CBORValue.bool))
        map.add("uv", userVerification.map(CBORValue.bool))
        return map.isEmpty ? nil : map.cbor
    }
}
