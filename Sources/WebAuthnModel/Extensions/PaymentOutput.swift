internal import JSON

/// The `payment` output (Secure Payment Confirmation, extension `payment`): a signature by a key that the browser
/// keeps for the credential on this one device.
public struct PaymentOutput: Hashable, Sendable {
    /// `browserBoundSignature.signature`: over the client data's bytes.
    public var browserBoundSignature: [UInt8]?

    /// Takes the signature.
    public init(browserBoundSignature: [UInt8]?) { self.browserBoundSignature = browserBoundSignature }

    init?(_ element: JSONElement, _ reader: inout ClientOutputReader) {
        guard reader.isObject(element) else { return nil }
        guard let signature = element["browserBoundSignature"], !signature.isNull else { return }
        guard reader.isObject(signature) else { return }
        guard let bytes = signature["signature"] else {
            reader.note(signature, "an object with a member signature")
            return
        }
        browserBoundSignature = reader.bytes(bytes)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject("payment")
        if let browserBoundSignature {
            writer.beginObject("browserBoundSignature")
            writer.member("signature", base64URL: browserBoundSignature)
            writer.endObject()
        }
        writer.endObject()
    }
}
