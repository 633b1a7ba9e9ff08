internal import Bytes
internal import JSON
internal import WebAuthnModel

/// What a client says of the ceremony (WebAuthn Level 3 §5.8.1); the signatures are over it.
extension Fault {
    private static let said = FaultFamily(.clientData, signs: .overTheLie)

    static let clientDataFaults: [Fault] = [
        said(
            .clientData, "notJSON", "The client data lacks its last brace.",
            .clientDataBytes { if $0.last == UInt8(ascii: "}") { $0.removeLast() } }),
        said(
            .clientData, "notObject", "The client data stands in an array.",
            .clientDataBytes { $0 = [UInt8(ascii: "[")] + $0 + [UInt8(ascii: "]")] }),
        said(
            .clientData, "notUTF8", "A member of the client data holds a byte that is no UTF-8.",
            .clientDataBytes { $0.addMember(Array("\"note\":\"".utf8) + [0xFF] + Array("\"".utf8)) }),
        said(
            .clientData, "duplicateMember", "A member of the client data stands twice.",
            .clientDataBytes { $0.addMember("\"crossOrigin\":false") }),
        said(
            .clientDataType, "missing", "The client data names no ceremony.", .clientDataMember("type", nil)),
        said(
            .clientDataType, "notString", "The type in the client data is no text.",
            .clientDataMember("type", true)),
        said(
            .clientDataType, "empty", "The type in the client data is empty.",
            .clientData { $0.type = "" }),
        said(
            .clientDataType, "otherWord", "The type in the client data is a word of the page's own.",
            taking: .text("the type", standard: "webauthn.dance")
        ) { value in .clientData { $0.type = value.text } },
        said(
            .clientDataType, "swapped", "The client data names the other ceremony.",
            .clientData { data in
                data.type = data.type == "webauthn.get" ? "webauthn.create" : "webauthn.get"
            }),
        said(
            .clientDataType, "paymentGet", "The client data is that of a payment.",
            .clientData { $0.type = "payment.get" }),
        said(
            .clientDataChallenge, "missing", "The client data has no challenge.",
            .clientDataMember("challenge", nil)),
        said(
            .clientDataChallenge, "notString", "The challenge is an array of numbers.",
            .clientDataMember("challenge", [1, 2, 3])),
        said(
            .clientDataChallenge, "empty", "The challenge is empty.", .clientData { $0.challenge = [] }),
        said(
            .clientDataChallenge, "notBase64url", "The challenge has letters that base64url does not have.",
            .clientDataMember("challenge", "!?")),
        said(
            .clientDataChallenge, "other",
            "The challenge is not the one that was issued: an earlier one, or that of another session.",
            taking: .bytes("the challenge", 1...1024, standard: Array("a challenge of yesterday".utf8))
        ) { value in .clientData { $0.challenge = value.bytes } },
        said(
            .clientDataChallenge, "otherEncoding", "The challenge is encoded twice.",
            .clientData { $0.challenge = Array(Base64URL.encode($0.challenge).utf8) }),
        said(
            .clientDataChallenge, "truncated", "The challenge lacks its last byte.",
            .clientData { if !$0.challenge.isEmpty { $0.challenge.removeLast() } }),
        said(
            .clientDataChallenge, "extended", "A byte follows the challenge.",
            .clientData { $0.challenge.append(0) }),
        said(
            .clientDataCrossOrigin, "true",
            "The page says that it was framed by another origin, and nothing was said of frames.",
            .clientData { $0.crossOrigin = true }),
        said(
            .clientDataCrossOrigin, "notBoolean", "crossOrigin is a text.",
            .clientDataMember("crossOrigin", "false")),
        said(
            .clientDataCrossOrigin, "absent", "The client data does not speak of frames.",
            caughtBy: .allowed(because: "what is absent is false"), .clientDataMember("crossOrigin", nil)),
        said(
            .clientDataTopOrigin, "unlisted", "The client data names a top-level page that nobody expects.",
            taking: .text("the origin", standard: "https://evil.example")
        ) { value in .clientData { $0.topOrigin = value.text } },
        said(
            .clientDataTopOrigin, "notString", "topOrigin is a number.", .clientDataMember("topOrigin", 7)),
        said(
            .clientDataTopOrigin, "withoutCrossOrigin",
            "The client data names a top-level page, and says that it was not framed.",
            taking: .text("the origin, which the server expects", standard: "https://top.example")
        ) { value in .clientData { $0.topOrigin = value.text } },
        said(
            .clientDataTokenBinding, "notObject", "tokenBinding is a text.",
            .clientDataMember("tokenBinding", "supported")),
        said(
            .clientDataTokenBinding, "statusMissing", "tokenBinding has no status.",
            .clientDataMember("tokenBinding", ["id": "AAAA"])),
        said(
            .clientDataTokenBinding, "statusUnknown", "tokenBinding has a status that nobody knows.",
            .clientDataMember("tokenBinding", ["status": "maybe"])),
        said(
            .clientData, "byteOrderMark", "The client data begins with a byte order mark.",
            caughtBy: .allowed(because: "it is taken off before parsing, and hashed as it came"),
            .clientDataBytes { $0 = [0xEF, 0xBB, 0xBF] + $0 }),
        said(
            .clientData, "unknownMember",
            "The client data has a member that the specification does not know.",
            caughtBy: .allowed(
                because: "clients add some on purpose, so that nobody relies on their absence"),
            .clientDataMember(
                "new_keys_may_be_added_here", "do not compare clientDataJSON against a template")),
        said(
            .clientData, "memberOrder", "The members of the client data come in another order.",
            caughtBy: .allowed(because: "the order binds clients, and a relying party parses"),
            .clientDataJSON { if let members = $0.objectValue { $0 = .object(members.reversed()) } }),
        said(
            .clientData, "whiteSpace", "The client data is written with line breaks.",
            caughtBy: .allowed(because: "it is JSON, hashed as it came"),
            .clientDataBytes { bytes in
                if let value = try? JSONValue(parsing: bytes) { bytes = value.pretty() }
            }),
    ]
}
