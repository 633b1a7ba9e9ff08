import CBOR
import COSE
import CTAP
import Cryptography
import FuzzSupport
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzCTAP) }
}

/// Messages that were read can be written and read again.
///
/// From 0x80 on, the first byte chooses a response.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCTAP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let message = input(start, count)
    let body = Array(message.dropFirst())
    switch message.first {
    case 0x80?:
        check(
            body, { (bytes) throws(CTAPError) in try MakeCredentialResponse(decoding: bytes) }, \.encoded,
            \.self)
    case 0x81?:
        check(
            body, { (bytes) throws(CTAPError) in try GetAssertionResponse(decoding: bytes) }, \.encoded,
            \.self)
    case 0x82?:
        check(body, { (bytes) throws(CTAPError) in try GetInfoResponse(decoding: bytes) }, \.encoded, \.self)
    case 0x83?:
        check(
            body, { (bytes) throws(CTAPError) in try ClientPINResponse(decoding: bytes) }, \.encoded, \.self)
    default:
        check(
            message, { (bytes) throws(CTAPError) in try CTAPRequest(decoding: bytes) }, \.encoded,
            withoutTransports)
        checkRequest(message)
    }
    return 0
}

private func check<Message: Hashable>(
    _ bytes: [UInt8], _ read: ([UInt8]) throws(CTAPError) -> Message, _ write: (Message) -> [UInt8],
    _ plain: (Message) -> Message
) {
    let message: Message
    do throws(CTAPError) { message = try read(bytes) } catch {
        hold(error.status != .ok, "an error has a status that says so: \(error)")
        hold(!error.description.isEmpty, "an error has a description")
        if case .invalidCBOR(let error) = error {
            hold((0...bytes.count).contains(error.offset), "an error lies within the message: \(error)")
        }
        return
    }
    let written = write(message)
    let again: Message
    do throws(CTAPError) { again = try read(written) } catch {
        return hold(false, "a message that was written is read: \(error)")
    }
    hold(plain(again) == plain(message), "decode(encode(m)) == m")
    hold(write(again) == written, "encoding is stable")
}

private func checkRequest(_ message: [UInt8]) {
    guard let request = try? CTAPRequest(decoding: message) else { return }
    hold(request.code.rawValue == message.first, "the command byte is the first")
    switch request {
    case .makeCredential, .getAssertion, .largeBlobs:
        hold(request.encoded.count <= message.count, "nothing is written that was not read")
        hold(request.encoded.count < message.count || request.encoded == message, "encode(decode(x)) == x")
    case .clientPIN:
        hold(
            (try? CBORDecoder.decode(Array(request.encoded.dropFirst()))) != nil,
            "what is written is canonical")
    case .getInfo, .reset, .getNextAssertion, .selection:
        hold(request.encoded == message, "encode(decode(x)) == x")
    }
}

/// Transports are hints for the client and are not written.
private func withoutTransports(_ request: CTAPRequest) -> CTAPRequest {
    switch request {
    case .makeCredential(var request):
        request.excludeList = request.excludeList.map {
            PublicKeyCredentialDescriptor(type: $0.type, id: $0.id)
        }
        return .makeCredential(request)
    case .getAssertion(var request):
        request.allowList = request.allowList.map { PublicKeyCredentialDescriptor(type: $0.type, id: $0.id) }
        return .getAssertion(request)
    default: return request
    }
}
