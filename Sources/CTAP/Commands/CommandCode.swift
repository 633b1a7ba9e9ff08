/// The command bytes that are implemented here (CTAP 2.2 §6).
public enum CommandCode: UInt8, Hashable, Sendable, CaseIterable {
    /// authenticatorMakeCredential.
    case makeCredential = 0x01
    /// authenticatorGetAssertion.
    case getAssertion = 0x02
    /// authenticatorGetInfo.
    case getInfo = 0x04
    /// authenticatorClientPIN.
    case clientPIN = 0x06
    /// authenticatorReset.
    case reset = 0x07
    /// authenticatorGetNextAssertion.
    case getNextAssertion = 0x08
    /// authenticatorSelection.
    case selection = 0x0B
    /// authenticatorLargeBlobs.
    case largeBlobs = 0x0C
}

/// A request with its command byte: what a transport carries.
public enum CTAPRequest: Hashable, Sendable {
    /// authenticatorMakeCredential.
    case makeCredential(MakeCredentialRequest)
    /// authenticatorGetAssertion.
    case getAssertion(GetAssertionRequest)
    /// authenticatorGetInfo.
    case getInfo
    /// authenticatorClientPIN.
    case clientPIN(ClientPINRequest)
    /// authenticatorReset.
    case reset
    /// authenticatorGetNextAssertion.
    case getNextAssertion
    /// authenticatorSelection.
    case selection
    /// authenticatorLargeBlobs.
    case largeBlobs(LargeBlobsRequest)

    /// The command byte.
    public var code: CommandCode {
        switch self {
        case .makeCredential: .makeCredential
        case .getAssertion: .getAssertion
        case .getInfo: .getInfo
        case .clientPIN: .clientPIN
        case .reset: .reset
        case .getNextAssertion: .getNextAssertion
        case .selection: .selection
        case .largeBlobs: .largeBlobs
        }
    }

    /// Command byte and canonical CBOR.
    public var encoded: [UInt8] {
        switch self {
        case .makeCredential(let request): [code.rawValue] + request.encoded
        case .getAssertion(let request): [code.rawValue] + request.encoded
        case .clientPIN(let request): [code.rawValue] + request.encoded
        case .largeBlobs(let request): [code.rawValue] + request.encoded
        case .getInfo, .reset, .getNextAssertion, .selection: [code.rawValue]
        }
    }

    /// Decodes a message; unknown map keys and options are ignored, as the specification asks.
    public init(decoding message: [UInt8]) throws(CTAPError) {
        guard let byte = message.first else { throw .empty }
        guard let code = CommandCode(rawValue: byte) else { throw .unknownCommand(byte) }
        let body = Array(message.dropFirst())
        switch code {
        case .makeCredential: self = .makeCredential(try MakeCredentialRequest(decoding: body))
        case .getAssertion: self = .getAssertion(try GetAssertionRequest(decoding: body))
        case .clientPIN: self = .clientPIN(try ClientPINRequest(decoding: body))
        case .largeBlobs: self = .largeBlobs(try LargeBlobsRequest(decoding: body))
        case .getInfo, .reset, .getNextAssertion, .selection:
            guard body.isEmpty else { throw .unexpectedBody(code, length: body.count) }
            self =
                switch code {
                case .getInfo: .getInfo
                case .reset: .reset
                case .getNextAssertion: .getNextAssertion
                default: .selection
                }
        }
    }
}
