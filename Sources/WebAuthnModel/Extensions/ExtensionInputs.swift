public import JSON

/// Extension inputs of either ceremony (§9): what is understood here, and what was asked besides.
///
/// An input of another type than it must have counts as absent; a client may ignore any.
public struct ExtensionInputs: Hashable, Sendable {
    /// The AppID under which older credentials were registered (§10.1.1); authentication only.
    public var appid: String?
    /// The AppID whose credentials exclude an authenticator (§10.1.2); registration only.
    public var appidExclude: String?
    /// Whether `credProps` was asked for (§10.1.3).
    public var credProps: Bool
    /// A blob to store with the credential (CTAP 2.1 §12.2); registration only.
    public var credBlob: [UInt8]?
    /// Whether the credential's blob is wanted (CTAP 2.1 §12.2); authentication only.
    public var getCredBlob: Bool
    /// How well the credential must be protected (CTAP 2.1 §12.1).
    public var credentialProtectionPolicy: CredentialProtectionPolicy?
    /// Whether a client that cannot have it so must fail.
    public var enforceCredentialProtectionPolicy: Bool
    /// Whether the credential must have the secrets of `hmac-secret` (CTAP 2.1 §12.5).
    public var hmacCreateSecret: Bool
    /// The input of `largeBlob` (§10.1.5).
    public var largeBlob: LargeBlobInput?
    /// Whether the least length of a PIN is wanted (CTAP 2.1 §12.4).
    public var minPinLength: Bool
    /// Whether the credential is for payments: `isPayment` (Secure Payment Confirmation §5).
    public var payment: Bool
    /// The input of `prf` (§10.1.4).
    public var prf: PRFInput?
    /// Whether it is asked how the user was verified (WebAuthn Level 2 §10.3).
    public var uvm: Bool
    /// The identifiers asked for, in order, understood or not.
    public var identifiers: [String]

    /// No extensions unless told otherwise.
    ///
    /// - Parameter identifiers: those that were asked for; unless given, those of the inputs.
    public init(
        appid: String? = nil, appidExclude: String? = nil, credProps: Bool = false, credBlob: [UInt8]? = nil,
        getCredBlob: Bool = false, credentialProtectionPolicy: CredentialProtectionPolicy? = nil,
        enforceCredentialProtectionPolicy: Bool = false, hmacCreateSecret: Bool = false,
        largeBlob: LargeBlobInput? = nil, minPinLength: Bool = false, payment: Bool = false,
        prf: PRFInput? = nil, uvm: Bool = false, identifiers: [String]? = nil
    ) {
        self.appid = appid
        self.appidExclude = appidExclude
        self.credProps = credProps
        self.credBlob = credBlob
        self.getCredBlob = getCredBlob
        self.credentialProtectionPolicy = credentialProtectionPolicy
        self.enforceCredentialProtectionPolicy = enforceCredentialProtectionPolicy
        self.hmacCreateSecret = hmacCreateSecret
        self.largeBlob = largeBlob
        self.minPinLength = minPinLength
        self.payment = payment
        self.prf = prf
        self.uvm = uvm
        self.identifiers = identifiers ?? []
        if identifiers == nil { self.identifiers = understood }
    }

    /// No extensions.
    public static let none = ExtensionInputs(identifiers: [])

    /// The names of the inputs that are there and understood, in the order in which they are written.
    var understood: [String] {
        let all = [
            ("appid", appid != nil), ("appidExclude", appidExclude != nil), ("credProps", credProps),
            ("credBlob", credBlob != nil), ("getCredBlob", getCredBlob),
            ("credentialProtectionPolicy", credentialProtectionPolicy != nil),
            ("hmacCreateSecret", hmacCreateSecret), ("largeBlob", largeBlob != nil),
            ("minPinLength", minPinLength), ("payment", payment), ("prf", prf != nil), ("uvm", uvm),
        ]
        return all.filter(\.1).map(\.0)
    }

    /// Whether nothing is asked for that is understood here.
    public var isEmpty: Bool {
        identifiers.isEmpty && !credProps && prf == nil && largeBlob == nil && credBlob == nil && !getCredBlob
            && credentialProtectionPolicy == nil && !hmacCreateSecret && !minPinLength && appid == nil
            && appidExclude == nil && !payment && !uvm
    }

    /// Reads the member `extensions` of options.
    public init(reading element: JSONElement) {
        self.init(
            appid: element["appid"]?.string, appidExclude: element["appidExclude"]?.string,
            credProps: element["credProps"]?.bool == true, credBlob: element["credBlob"]?.base64URL,
            getCredBlob: element["getCredBlob"]?.bool == true,
            credentialProtectionPolicy: element["credentialProtectionPolicy"]?.string
                .flatMap(CredentialProtectionPolicy.init(word:)),
            enforceCredentialProtectionPolicy: element["enforceCredentialProtectionPolicy"]?.bool == true,
            hmacCreateSecret: element["hmacCreateSecret"]?.bool == true,
            largeBlob: element["largeBlob"].flatMap(LargeBlobInput.init(reading:)),
            minPinLength: element["minPinLength"]?.bool == true,
            payment: element["payment"]?["isPayment"]?.bool == true,
            prf: element["prf"].flatMap(PRFInput.init(reading:)), uvm: element["uvm"]?.bool == true,
            identifiers: element.members.map(\.name))
    }

    /// Writes the inputs that are understood, as members.
    func write(to writer: inout JSONWriter) {
        if let appid { writer.member("appid", appid) }
        if let appidExclude { writer.member("appidExclude", appidExclude) }
        if credProps { writer.member("credProps", true) }
        if let credBlob { writer.member("credBlob", base64URL: credBlob) }
        if getCredBlob { writer.member("getCredBlob", true) }
        if let policy = credentialProtectionPolicy {
            writer.member("credentialProtectionPolicy", policy.word)
            if enforceCredentialProtectionPolicy {
                writer.member("enforceCredentialProtectionPolicy", true)
            }
        }
        if hmacCreateSecret { writer.member("hmacCreateSecret", true) }
        largeBlob?.write(to: &writer)
        if minPinLength { writer.member("minPinLength", true) }
        if payment {
            writer.beginObject("payment")
            writer.member("isPayment", true)
            writer.endObject()
        }
        prf?.write(to: &writer)
        if uvm { writer.member("uvm", true) }
    }
}
