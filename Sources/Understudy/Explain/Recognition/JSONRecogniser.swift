internal import JSON

/// Tells what a JSON object is by its members.
enum JSONRecogniser {
    /// Nil for an object that is none of those known here.
    static func kind(of object: JSONElement) -> Explanation.Kind? {
        guard object.kind == .object else { return nil }
        if let wrapped = object["publicKey"], let kind = options(wrapped) { return kind }
        if object["response"]?.kind == .object, let kind = response(object) { return kind }
        if object["verdict"]?.string != nil, object["findings"]?.kind == .array { return .verificationReport }
        if let error = object["error"], error.kind == .object, error["name"]?.string != nil {
            return .rejection
        }
        if object["type"]?.string != nil, object["challenge"]?.string != nil, object["origin"] != nil {
            return .clientData
        }
        if object["publicKey"] != nil, object["signCount"] != nil, object["id"] != nil {
            return .credentialRecord
        }
        if object["no"]?.kind == .number, object["entries"]?.kind == .array { return .metadataPayload }
        return options(object)
    }

    private static func response(_ object: JSONElement) -> Explanation.Kind? {
        guard let response = object["response"] else { return nil }
        if response["attestationObject"] != nil { return .registrationResponse }
        if response["signature"] != nil { return .authenticationResponse }
        // One with nothing but client data says itself what it is.
        if response["authenticatorData"] != nil { return .authenticationResponse }
        return nil
    }

    private static func options(_ object: JSONElement) -> Explanation.Kind? {
        guard object.kind == .object else { return nil }
        let isCreation = object["rp"]?.kind == .object || object["user"]?.kind == .object
        if isCreation || object["pubKeyCredParams"]?.kind == .array {
            return object["challenge"] != nil || object["pubKeyCredParams"] != nil ? .creationOptions : nil
        }
        guard object["challenge"]?.string != nil else { return nil }
        let others = ["rpId", "allowCredentials", "userVerification", "timeout", "extensions", "hints"]
        // A challenge alone is all that request options must have.
        return object.count == 1 || others.contains { object[$0] != nil } ? .requestOptions : nil
    }

    /// The members of a kind that is JSON.
    static func shape(of kind: Explanation.Kind) -> JSONShape {
        switch kind {
        case .clientData: .clientData
        case .registrationResponse: .registrationResponse
        case .authenticationResponse: .authenticationResponse
        case .creationOptions: .creationOptions
        case .requestOptions: .requestOptions
        case .verificationReport: .verificationReport
        case .credentialRecord: .credentialRecord
        case .rejection: .rejection
        case .metadataPayload: .metadataPayload
        default: .any
        }
    }
}
