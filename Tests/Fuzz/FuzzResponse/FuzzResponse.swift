import FuzzSupport
import JSON
import WebAuthnModel

@main enum Fuzz {
    static func main() { run(fuzzResponse) }
}

/// A response that is read strictly is read by the envelope too, and can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzResponse(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let creation = envelope(bytes, .create)
    let registration = attempt { () throws(ResponseError) in try RegistrationResponse(json: bytes) }
    check(registration, against: creation)
    if let response = try? registration.get(), let creation {
        hold(creation.rawID == response.rawID, "rawId is the envelope's")
        hold(creation.clientDataJSON == response.clientDataJSON, "clientDataJSON is the envelope's")
        hold(creation.attestationObject == response.attestationObject, "attestationObject is the envelope's")
        hold((creation.transports ?? []) == response.transports, "transports are the envelope's")
        let json = response.json
        let again = attempt { () throws(ResponseError) in try RegistrationResponse(json: json) }
        hold((try? again.get()) == response, "read(write(r)) == r, not \(again)")
        hold((try? again.get())?.json == json, "writing is stable")
        hold(envelope(json, .create)?.problems == [], "a response that was written has no problems")
    }
    let request = envelope(bytes, .get)
    let authentication = attempt { () throws(ResponseError) in try AuthenticationResponse(json: bytes) }
    check(authentication, against: request)
    if let response = try? authentication.get(), let request {
        hold(request.rawID == response.rawID, "rawId is the envelope's")
        hold(request.clientDataJSON == response.clientDataJSON, "clientDataJSON is the envelope's")
        hold(request.authenticatorData == response.authenticatorData, "authenticatorData is the envelope's")
        hold(request.signature == response.signature, "signature is the envelope's")
        hold(request.userHandle == response.userHandle, "userHandle is the envelope's")
        let json = response.json
        let again = attempt { () throws(ResponseError) in try AuthenticationResponse(json: json) }
        hold((try? again.get()) == response, "read(write(r)) == r, not \(again)")
        hold((try? again.get())?.json == json, "writing is stable")
        hold(envelope(json, .get)?.problems == [], "a response that was written has no problems")
    }
    return 0
}

private func attempt<T>(_ read: () throws(ResponseError) -> T) -> Result<T, ResponseError> {
    do { return .success(try read()) } catch { return .failure(error) }
}

private func envelope(_ bytes: [UInt8], _ ceremony: ClientDataType) -> ResponseEnvelope? {
    do throws(ResponseError) {
        let envelope = try ResponseEnvelope(json: bytes, of: ceremony)
        for problem in envelope.problems {
            hold((0..<bytes.count).contains(problem.offset), "a problem lies within the text: \(problem)")
            hold(!problem.description.isEmpty, "a problem has a description")
        }
        return envelope
    } catch {
        switch error {
        case .notJSON(let error):
            hold((0...bytes.count).contains(error.offset), "an error lies within the text")
        case .notObject(let offset): hold((0..<bytes.count).contains(offset), "an error lies within the text")
        case .member, .incomplete: hold(false, "members are problems of an envelope, not errors")
        }
        return nil
    }
}

/// The strict types read what the envelope reads without an unforgivable problem, and nothing else.
private func check<T>(_ strict: Result<T, ResponseError>, against envelope: ResponseEnvelope?) {
    let problem = envelope?.problems.first { !$0.isForgivable }
    switch strict {
    case .success: hold(envelope != nil && problem == nil, "strict is within lenient")
    case .failure(.member(let named)): hold(named == problem, "the first problem is the strict error")
    case .failure(.incomplete): hold(false, "what is incomplete has a problem that says so")
    case .failure: hold(envelope == nil, "what is no object has no envelope")
    }
}
