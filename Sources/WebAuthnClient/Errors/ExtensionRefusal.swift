/// Why the input of an extension is wrong, which pages are told.
public enum ExtensionRefusal: Hashable, Sendable {
    /// `prf.evalByCredential` in a registration (§10.1.4).
    case prfByCredential
    /// `prf.evalByCredential` without `allowCredentials`.
    case prfWithoutCredentials
    /// A key of `prf.evalByCredential` that is not the base64url of an entry of `allowCredentials`.
    case prfCredential(String)
    /// `largeBlob.read` or `largeBlob.write` in a registration (§10.1.5).
    case largeBlobAtCreation
    /// `largeBlob.support` in an authentication.
    case largeBlobSupport
    /// Both `largeBlob.read` and `largeBlob.write`.
    case largeBlobReadAndWrite
    /// `largeBlob.write` without exactly one entry of `allowCredentials`.
    case largeBlobWithoutCredential
    /// `appid` in a registration (§10.1.1).
    case appIDAtCreation
    /// `appidExclude` in an authentication (§10.1.2).
    case appIDExclude

    /// The name of the DOMException.
    var exception: ExceptionName {
        switch self {
        case .prfByCredential, .prfWithoutCredentials, .largeBlobAtCreation, .largeBlobSupport,
            .largeBlobReadAndWrite, .largeBlobWithoutCredential, .appIDAtCreation, .appIDExclude:
            .notSupported
        case .prfCredential: .syntax
        }
    }
}

extension ExtensionRefusal: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .prfByCredential: "prf.evalByCredential is for get() only"
        case .prfWithoutCredentials: "prf.evalByCredential needs allowCredentials"
        case .largeBlobAtCreation: "largeBlob.read and largeBlob.write are for get() only"
        case .largeBlobSupport: "largeBlob.support is for create() only"
        case .largeBlobReadAndWrite: "largeBlob reads or writes, not both"
        case .largeBlobWithoutCredential: "largeBlob.write needs exactly one entry of allowCredentials"
        case .appIDAtCreation: "appid is for get() only"
        case .appIDExclude: "appidExclude is for create() only"
        case .prfCredential(let key):
            "the key \"\(key)\" of prf.evalByCredential is not the base64url of a credential ID in allowCredentials"
        }
    }
}
