internal import Cryptography
internal import WebAuthnModel

/// Authenticator data: its length and whose it is (WebAuthn Level 3 §6.1); the signatures are over it.
extension Fault {
    private static let signed = FaultFamily(.authenticatorData, signs: .overTheLie)

    private static func hashed(_ value: FaultValue) -> FaultEdit {
        .authenticatorData { $0.rpIDHash = Digest.sha256(Array(value.text.utf8)) }
    }

    static let authenticatorDataFaults: [Fault] = [
        signed(
            .authenticatorData, "short", "The authenticator data ends early.", where: [.ceremony(.get)],
            taking: .number("how many bytes are left", 1...36, standard: 36)
        ) { value in .authenticatorDataBytes { $0 = Array($0.prefix(value.number)) } },
        signed(
            .authenticatorData, "trailingBytes", "A byte follows the authenticator data.",
            .authenticatorDataBytes { $0.append(0) }),
        signed(
            .rpIDHash, "other", "The authenticator data is that of another relying party.",
            taking: .text("the RP ID", standard: "evil.example"), hashed),
        signed(
            .rpIDHash, "ofOrigin", "The hash is that of the origin instead of the RP ID.",
            taking: .text("the origin", standard: "https://login.example.org"), hashed),
        signed(
            .rpIDHash, "ofAppId", "The hash is that of an AppID, and none was asked for.",
            taking: .text("the AppID", standard: "https://login.example.org/app-id.json"), hashed),
        signed(
            .rpIDHash, "zero", "The hash is all zeroes.",
            .authenticatorData { $0.rpIDHash = [UInt8](repeating: 0, count: 32) }),
    ]
}
