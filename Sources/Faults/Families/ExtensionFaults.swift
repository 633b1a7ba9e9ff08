internal import CBOR
internal import JSON
internal import WebAuthnModel

/// The extension outputs in authenticator data (WebAuthn Level 3 §6.1, §9.5).
extension Fault {
    private static let signed = FaultFamily(.extensions, signs: .overTheLie)

    private static func outputs(_ bytes: [UInt8]) -> FaultEdit {
        .authenticatorData { $0.addExtensions(bytes) }
    }

    private static func output(_ name: String, _ value: CBORValue) -> FaultEdit {
        outputs(CBOREncoder.encode(.map([CBORPair(.text(name), value)])))
    }

    private static let claimed = FaultFamily(.extensions, signs: .notCovered)

    private static func claim(_ name: String, _ value: JSONValue) -> FaultEdit {
        .response { $0["clientExtensionResults"]?[name] = value }
    }

    static let extensionFaults: [Fault] = [
        claimed(
            .appid, "trueUnrequested", "The client says that it used an AppID, and none was asked for.",
            where: [.ceremony(.get)], claim("appid", true)),
        claimed(
            .credProps, "wrongType", "The output credProps is true instead of an object.",
            where: [.ceremony(.create)], claim("credProps", true)),
        claimed(
            .prf, "wrongType", "The output prf is true instead of an object.", claim("prf", true)),
        claimed(
            .largeBlob, "wrongType", "The output largeBlob is true instead of an object.",
            claim("largeBlob", true)),
        signed(
            .credProtect, "wrongValue", "The device protects the credential by a policy that does not exist.",
            where: [.ceremony(.create)], output("credProtect", 9)),
        signed(
            .credBlob, "wrongType", "The device says neither yes nor no of the blob, but a text.",
            where: [.ceremony(.create)], output("credBlob", "stored")),
        signed(
            .minPinLength, "wrongValue", "The device takes a PIN of one character.",
            where: [.ceremony(.create)], output("minPinLength", 1)),
        signed(
            .hmacSecret, "wrongType", "The device answers with a number whether it has secrets.",
            where: [.ceremony(.create)], output("hmac-secret", 7)),
        signed(
            .authenticatorExtensions, "notMap", "The extension outputs are an array.",
            outputs([0x81, 0x61, 0x61])),
        signed(
            .authenticatorExtensions, "notCBOR",
            "The extension outputs begin with a byte that begins no item.",
            outputs([0xFC])),
        signed(
            .authenticatorExtensions, "keysNotText", "An extension output has a number for a name.",
            outputs([0xA1, 0x01, 0xF5])),
        signed(
            .authenticatorExtensions, "trailing", "A byte follows the extension outputs.",
            outputs([0xA1, 0x61, 0x61, 0xF5, 0x00])),
        signed(
            .authenticatorExtensions, "keyOrder", "The extension outputs are not in canonical order.",
            outputs([0xA2, 0x61, 0x62, 0xF5, 0x61, 0x61, 0xF5])),
        signed(
            .authenticatorExtensions, "nonShortestLength", "A length takes a byte more than it needs.",
            outputs([0xB8, 0x01, 0x61, 0x61, 0xF5])),
        signed(
            .authenticatorExtensions, "unsolicited", "The device answers an extension that nobody asked for.",
            caughtBy: .allowed(because: "a relying party must be prepared for it"),
            outputs([0xA1, 0x6A] + Array("understudy".utf8) + [0xF5])),
    ]
}
