internal import WebAuthnModel

/// The flags byte (WebAuthn Level 3 §6.1).
extension Fault {
    private static let signed = FaultFamily(.flags, signs: .overTheLie)

    private static func flags(
        _ edit: @escaping @Sendable (inout AuthenticatorFlags) -> Void
    ) -> FaultEdit {
        .authenticatorData { edit(&$0.flags) }
    }

    static let flagFaults: [Fault] = [
        signed(
            .flagUP, "clear", "Nobody touched the device.", flags { $0.remove(.userPresent) }),
        signed(
            .flagUV, "clear", "The user was not verified, whatever the options ask.",
            flags { $0.remove(.userVerified) }),
        signed(
            .flagUV, "untrue", "The device says that it verified its user, and did not.",
            caughtBy: .nobody(
                because: "only what is known of the model, with an attestation, says whether its word counts"),
            flags { $0.insert(.userVerified) }),
        signed(
            .flagAT, "clearWithData", "AT is clear, and attested credential data follows.",
            where: [.ceremony(.create)], flags { $0.remove(.attestedCredentialData) }),
        signed(
            .flagAT, "setWithoutData", "AT is set, and nothing follows.", where: [.ceremony(.get)],
            flags { $0.insert(.attestedCredentialData) }),
        Fault(
            FaultID(.flagAT, "clearWithoutData"),
            "There is no attested credential data, as in the authenticator data of a sign-in.",
            layer: .flags, caughtBy: .rule(.flagAT), signs: .overTheLie, conditions: [.ceremony(.create)],
            parameter: nil
        ) { _ in
            FaultEdit.beyondTheClient { bytes in
                bytes = Array(bytes.prefix(37))
                if bytes.count > 32 { bytes[32] &= ~0xC0 }
            }
        },
        signed(
            .flagAT, "setInAssertion", "A sign-in brings the credential's public key once more.",
            where: [.ceremony(.get)],
            taking: .bytes("the public key of the credential's record", 1...4096)
        ) { value in
            .authenticatorData { $0.attach(key: value.bytes) }
        },
        signed(
            .flagED, "setWithoutData", "ED is set, and no extension outputs follow.",
            .authenticatorData {
                $0.extensions = nil
                $0.flags.insert(.extensionData)
            }),
        signed(
            .flagED, "clearWithData", "ED is clear, and extension outputs follow.",
            .authenticatorData { $0.addExtensions([0xA1, 0x61, 0x61, 0xF5], flagged: false) }),
        signed(
            .flagBS, "withoutBE", "The credential is backed up, and cannot be.",
            where: [.backupEligible(false)], flags { $0.insert(.backupState) }),
        signed(
            .flagBS, "changed", "The credential is backed up now, or no longer.",
            caughtBy: .allowed(because: "credentials come to be backed up, and cease to be"),
            where: [.ceremony(.get), .backupEligible(true)],
            flags { $0.formSymmetricDifference(.backupState) }),
        signed(
            .flagBE, "changed", "The credential can be backed up now, and could not before; or the reverse.",
            where: [.ceremony(.get)],
            flags { flags in
                if flags.contains(.backupEligible) { flags.remove(.backupState) }
                flags.formSymmetricDifference(.backupEligible)
            }),
        signed(
            .flags, "reservedBits", "A reserved bit is set.",
            taking: FaultParameter(meaning: "the reserved bits", kind: .bits(0x22), standard: .number(0x02))
        ) { value in
            flags { $0.insert(AuthenticatorFlags(rawValue: UInt8(truncatingIfNeeded: value.number))) }
        },
    ]
}

extension AuthenticatorData {
    /// Adds attested credential data that no sign-in has.
    fileprivate mutating func attach(key: [UInt8]) {
        flags.insert(.attestedCredentialData)
        attestedCredentialData = AttestedCredentialData(
            aaguid: .zero, credentialID: [UInt8](repeating: 7, count: 16), credentialPublicKey: key)
    }
}
