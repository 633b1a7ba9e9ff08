internal import Bytes
internal import JSON
internal import WebAuthnModel

/// Whose account a credential belongs to; no signature covers the user handle.
extension Fault {
    private static let claimed = FaultFamily(.account, signs: .notCovered, where: .ceremony(.get))

    static let accountFaults: [Fault] = [
        claimed(
            .userHandle, "other", "The user handle is that of another account.",
            taking: .bytes("the user handle", 1...64, standard: Array("another account".utf8))
        ) { value in .responseMember("userHandle", .string(Base64URL.encode(value.bytes))) },
        claimed(
            .userHandle, "otherEncoding", "The user handle is encoded twice.",
            .responseBytes(in: "userHandle") { $0 = Array(Base64URL.encode($0).utf8) }),
        claimed(
            .userHandle, "missing",
            "A discoverable credential does not say whose it is; nobody was identified before.",
            .responseMember("userHandle", nil)),
    ]
}
