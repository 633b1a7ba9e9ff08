internal import Bytes
internal import JSON
internal import WebAuthnModel

/// The JSON that a page posts; no signature covers it.
extension Fault {
    private static let posted = FaultFamily(.envelope, signs: .notCovered)

    static let envelopeFaults: [Fault] = [
        posted(
            .envelopeID, "missing", "The response has no id.", .response { $0["id"] = nil }),
        posted(
            .envelopeID, "notString", "The id is a number.", .response { $0["id"] = 7 }),
        posted(
            .envelopeID, "notBase64url", "The id has a letter that base64url does not have.",
            .response { $0["id"] = .string("!" + ($0["id"]?.stringValue ?? "").dropFirst()) }),
        posted(
            .envelopeID, "differsFromRawId", "id names another credential than rawId.",
            .response { $0["id"] = .string("AAAA") }),
        posted(
            .envelopeID, "differsFromCredentialId",
            "id and rawId agree, and name another credential than the authenticator data.",
            where: [.ceremony(.create)],
            .response {
                $0["id"] = .string("AAAA")
                $0["rawId"] = .string("AAAA")
            }),
        posted(
            .envelopeRawID, "missing", "The response has no rawId.", .response { $0["rawId"] = nil }),
        posted(
            .envelopeRawID, "notString",
            "rawId is an array of numbers, as a page gets it that forgets to encode.",
            .response { $0["rawId"] = [1, 2, 3] }),
        posted(
            .envelopeType, "missing", "The response has no type.", .response { $0["type"] = nil }),
        posted(
            .envelopeType, "notString", "The type is no text.", .response { $0["type"] = true }),
        posted(
            .envelopeType, "notPublicKey", "The type is that of a password.",
            .response { $0["type"] = "password" }),
        posted(
            .envelopeResponse, "missing", "What the authenticator answered is missing.",
            .response { $0["response"] = nil }),
        posted(
            .envelopeResponse, "notObject", "What the authenticator answered is a text.",
            .response { $0["response"] = "response" }),
        posted(
            .envelopeUserHandle, "notString", "The user handle is a number.",
            where: [.ceremony(.get)], .responseMember("userHandle", 7)),
        posted(
            .envelopeUserHandle, "emptyString",
            "The user handle is an empty text, as Safari sends it where there is none.",
            where: [.ceremony(.get)], .responseMember("userHandle", "")),
        posted(
            .envelope, "trailingData", "Text follows the JSON.", .responseBytes { $0 += Array("{}".utf8) }),
        posted(
            .envelope, "hugeBody", "Two mebibytes of white space follow the JSON.",
            .responseBytes { $0 += [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20) }),
        posted(
            .envelope, "deepNesting", "A member nests a thousand arrays.",
            .responseBytes {
                $0.addMember(
                    "\"deep\":" + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000))
            }),
        posted(
            .envelope, "notUTF8", "A member holds a byte that is no UTF-8.",
            .responseBytes { $0.addMember(Array("\"note\":\"".utf8) + [0xFF] + Array("\"".utf8)) }),
        posted(
            .envelope, "duplicateMember", "A member stands twice, both times with the same value.",
            .responseBytes { $0.addMember("\"type\":\"public-key\"") }),
        posted(
            .envelope, "unknownMember", "There is a member that the specification does not know.",
            caughtBy: .allowed(because: "members that are not known are to be ignored"),
            .response { $0["understudy"] = "a member of another day" }),
        posted(
            .envelope, "unknownAttachment", "authenticatorAttachment is a word of another day.",
            caughtBy: .allowed(because: "words that are not known are to be taken for none"),
            .response { $0["authenticatorAttachment"] = "orbital" }),
        posted(
            .envelopeUserHandle, "null", "The user handle is null instead of absent.",
            caughtBy: .allowed(because: "older clients write null where there is none"),
            where: [.ceremony(.get)], .responseMember("userHandle", .null)),
        posted(
            .envelopeTransports, "unknownWord", "A transport has a name of another day.",
            caughtBy: .allowed(because: "transports are to be stored, whatever their names are"),
            where: [.ceremony(.create)], .responseMember("transports", ["orbital"])),
        posted(
            .envelopeTransports, "untrue", "The transports are not those of the device.",
            caughtBy: .nobody(
                because: "nothing vouches for them; a sign-in on another machine may then not find the device"
            ),
            where: [.ceremony(.create)], .responseMember("transports", ["ble"])),
        posted(
            .envelopeTransports, "notArray", "The transports are one text.",
            where: [.ceremony(.create)], .responseMember("transports", "usb")),
        posted(
            .envelopeAuthenticatorData, "differsFromAttestationObject",
            "The copy of the authenticator data is not what the attestation object holds.",
            where: [.ceremony(.create)],
            .responseBytes(in: "authenticatorData") { bytes in
                // The counter: the copy stays readable.
                if bytes.count > 36 { bytes[36] ^= 1 }
            }),
        posted(
            .envelopePublicKey, "differs", "The copy of the public key is another key.",
            where: [.ceremony(.create)],
            .responseBytes(in: "publicKey") { bytes in
                if let last = bytes.indices.last { bytes[last] ^= 1 }
            }),
        posted(
            .envelopePublicKeyAlgorithm, "differs", "The copy of the algorithm is another one.",
            where: [.ceremony(.create)], .responseMember("publicKeyAlgorithm", -65_535)),
        posted(
            .envelopeClientExtensionResults, "missing",
            "There are no extension outputs, not even empty ones.",
            .response { $0["clientExtensionResults"] = nil }),
        posted(
            .extensions, "notObject", "The extension outputs are a text.",
            .response { $0["clientExtensionResults"] = "none" }),
    ]
}

extension [UInt8] {
    /// Adds a member at the end of a JSON object that has some.
    mutating func addMember(_ text: some Sequence<UInt8>) {
        guard last == UInt8(ascii: "}") else { return }
        removeLast()
        append(UInt8(ascii: ","))
        append(contentsOf: text)
        append(UInt8(ascii: "}"))
    }

    /// Adds a member at the end of a JSON object that has some.
    mutating func addMember(_ text: String) { addMember(text.utf8) }
}
