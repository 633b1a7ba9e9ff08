public import JSON

/// `clientExtensionResults` (§9): outputs that are understood here; others are left in the JSON.
public struct ClientExtensionOutputs: Hashable, Sendable {
    /// Whether the AppID was used instead of the RP ID (§10.1.1).
    public var appid: Bool?
    /// Whether the client looked for credentials of the AppID (§10.1.2).
    public var appidExclude: Bool?
    /// Nil when there is no `credProps` output (§10.1.3).
    public var credProps: CredPropsOutput?
    /// Whether the blob was stored (CTAP 2.1 §12.2).
    public var credBlob: Bool?
    /// The blob that was stored with the credential.
    public var getCredBlob: [UInt8]?
    /// Whether the credential has the secrets of `hmac-secret` (CTAP 2.1 §12.5).
    public var hmacCreateSecret: Bool?
    /// Nil when there is no `largeBlob` output (§10.1.5).
    public var largeBlob: LargeBlobOutput?
    /// Nil when there is no `payment` output.
    public var payment: PaymentOutput?
    /// Nil when there is no `prf` output (§10.1.4).
    public var prf: PRFOutput?
    /// How the user was verified, one entry for each factor (WebAuthn Level 2 §10.3).
    public var uvm: [UVMEntry]?

    /// No outputs unless told otherwise.
    public init(
        appid: Bool? = nil, appidExclude: Bool? = nil, credProps: CredPropsOutput? = nil,
        credBlob: Bool? = nil, getCredBlob: [UInt8]? = nil, hmacCreateSecret: Bool? = nil,
        largeBlob: LargeBlobOutput? = nil, payment: PaymentOutput? = nil, prf: PRFOutput? = nil,
        uvm: [UVMEntry]? = nil
    ) {
        self.appid = appid
        self.appidExclude = appidExclude
        self.credProps = credProps
        self.credBlob = credBlob
        self.getCredBlob = getCredBlob
        self.hmacCreateSecret = hmacCreateSecret
        self.largeBlob = largeBlob
        self.payment = payment
        self.prf = prf
        self.uvm = uvm
    }

    /// Reads outputs; what has the wrong type is left out and told.
    static func read(_ element: JSONElement) -> (ClientExtensionOutputs, [ClientExtensionProblem]) {
        var outputs = ClientExtensionOutputs()
        var reader = ClientOutputReader()
        for (name, value) in element.members {
            reader.identifier = name
            switch name {
            case "appid": outputs.appid = reader.flag(value)
            case "appidExclude": outputs.appidExclude = reader.flag(value)
            case "credProps": outputs.credProps = CredPropsOutput(value, &reader)
            case "credBlob": outputs.credBlob = reader.flag(value)
            case "getCredBlob": outputs.getCredBlob = reader.bytes(value)
            case "hmacCreateSecret": outputs.hmacCreateSecret = reader.flag(value)
            case "largeBlob": outputs.largeBlob = LargeBlobOutput(value, &reader)
            case "payment": outputs.payment = PaymentOutput(value, &reader)
            case "prf": outputs.prf = PRFOutput(value, &reader)
            case "uvm": outputs.uvm = [UVMEntry](value, &reader)
            default: break
            }
        }
        return (outputs, reader.problems)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("clientExtensionResults")
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Writes the outputs as members of an object, in the JSON form of Level 3.
    public func writeMembers(to writer: inout JSONWriter) {
        if let appid { writer.member("appid", appid) }
        if let appidExclude { writer.member("appidExclude", appidExclude) }
        credProps?.write(to: &writer)
        if let credBlob { writer.member("credBlob", credBlob) }
        if let getCredBlob { writer.member("getCredBlob", base64URL: getCredBlob) }
        if let hmacCreateSecret { writer.member("hmacCreateSecret", hmacCreateSecret) }
        largeBlob?.write(to: &writer)
        payment?.write(to: &writer)
        prf?.write(to: &writer)
        uvm?.write(to: &writer)
    }
}
