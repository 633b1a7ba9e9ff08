internal import Bytes
public import CTAP
internal import JSON

/// One line of a trace: something that passed between page, client, device and user.
public struct TraceEvent: Hashable, Sendable {
    /// What passed.
    public enum Content: Hashable, Sendable {
        /// A CTAP message to the device: command byte and CBOR.
        case request(CommandCode, message: [UInt8])
        /// The device's answer: status byte and CBOR; the cause is what only a simulator can tell.
        case response(CommandCode, message: [UInt8], status: CTAPStatus, cause: String?)
        /// A U2F message to the device, as an extended APDU.
        case u2fRequest(U2FRequest)
        /// The device's answer with its status word; the cause is what only a simulator can tell.
        case u2fResponse(U2FRequest, message: [UInt8], cause: String?)
        /// The user was asked.
        case prompt(String)
        /// The user answered.
        case gesture(String)
        /// The client chose.
        case decision(String)
        /// A fault took effect: its ID with its value, and what it does.
        case fault(String, story: String)
    }

    /// Milliseconds since 1970, by the device's clock.
    public let at: Int64
    /// What passed.
    public let content: Content

    /// Takes both.
    public init(at: Int64, _ content: Content) {
        self.at = at
        self.content = content
    }

    /// The event as one JSON object, without a line break.
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("at", Int(at))
        switch content {
        case .request(let code, let message):
            writer.member("event", "request")
            writer.member("command", code.name)
            writer.member("hex", Hex.encode(message))
        case .response(let code, let message, let status, let cause):
            writer.member("event", "response")
            writer.member("command", code.name)
            writer.member("status", status.description)
            if let cause { writer.member("cause", cause) }
            writer.member("hex", Hex.encode(message))
        case .u2fRequest(let request):
            writer.member("event", "request")
            writer.member("command", request.name)
            writer.member("hex", Hex.encode(request.apdu.extended))
        case .u2fResponse(let request, let message, let cause):
            writer.member("event", "response")
            writer.member("command", request.name)
            if let cause { writer.member("cause", cause) }
            writer.member("hex", Hex.encode(message))
        case .prompt(let text): writer.text("prompt", text)
        case .gesture(let text): writer.text("gesture", text)
        case .decision(let text): writer.text("decision", text)
        case .fault(let fault, let story):
            writer.member("event", "fault")
            writer.member("fault", fault)
            writer.member("text", story)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func text(_ event: String, _ text: String) {
        member("event", event)
        member("text", text)
    }
}

extension CommandCode {
    /// The specification's name.
    public var name: String {
        switch self {
        case .makeCredential: "authenticatorMakeCredential"
        case .getAssertion: "authenticatorGetAssertion"
        case .getInfo: "authenticatorGetInfo"
        case .clientPIN: "authenticatorClientPIN"
        case .reset: "authenticatorReset"
        case .getNextAssertion: "authenticatorGetNextAssertion"
        case .selection: "authenticatorSelection"
        case .largeBlobs: "authenticatorLargeBlobs"
        }
    }
}

/// Where trace events go.
public protocol TraceSink: Sendable {
    /// Takes one event; must not fail and must not take long.
    func record(_ event: TraceEvent)
}
