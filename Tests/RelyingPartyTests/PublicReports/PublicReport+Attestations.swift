import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import WebAuthnModel

/// Attestation statements.
extension PublicReport {
    private typealias Recipe = RegistrationRecipe

    static let attestations: [PublicReport] = [
        PublicReport(
            57, "eclipse-vertx/vertx-auth #669, mozilla/authenticator-rs #357",
            stands: [GoodRow("none, and an AAGUID", registration: { _ in })]),
        PublicReport(
            58, "cedarcode/webauthn-ruby #154, fido-alliance/conformance-test-tools-resources #191",
            breaks: [
                Row(
                    "u2f.aaguid.notZero", marks: "ppfp", .fidoU2F,
                    registration: {
                        $0.data.attestedCredentialData?.aaguid = AAGUID(Recipe.aaguid) ?? .zero
                    })
            ]),
        PublicReport(
            59, "JanssenProject/jans #14379",
            breaks: [
                Row("u2f.x5c.count", .fidoU2F, registration: { $0.certificates.hasIntermediate = true }),
                Row(
                    "u2f.x5c.empty", .fidoU2F,
                    registration: { $0.editStatement = { $0 = $0.setting("x5c", to: []) } }),
                Row(
                    "u2f.certificateKey.notP256", .fidoU2F,
                    registration: {
                        $0.signer = try TestKeys.ec(.p384, 3)
                        $0.certificates.leaf.publicKeyInfo =
                            try TestKeys.ec(.p384, 3).publicKey.subjectPublicKeyInfo
                    }),
            ]),
        PublicReport(
            61, "Yubico/python-fido2 #42, fido-alliance/conformance-test-tools-resources #225",
            breaks: [nil, "CWG"].map { unit in
                packed("subject.unitWrong") { $0.leaf.subject = CertificateRecipe.subject(unit: unit) }
            }),
        PublicReport(
            62, "MasterKale/SimpleWebAuthn #111, fido-alliance/conformance-test-tools-resources #769",
            breaks: [
                packed("notStrictlyDER", marks: "wwfw") {
                    $0.setLeaf(
                        .basicConstraints, X509Extension(.basicConstraints, value: [0x30, 3, 1, 1, 0]))
                }
            ]),
        PublicReport(
            63, "fxamacker/webauthn #15 and #18",
            stands: [GoodRow("a leaf alone", .packedCertified, registration: { $0.hasAnchor = false })]),
    ]

    static func packed(
        _ variant: String, marks: String = "ffff",
        _ edit: @escaping @Sendable (inout CertificateRecipe) throws -> Void
    ) -> Row {
        Row(
            "packed.certificate.\(variant)", marks: marks, .packedCertified,
            registration: { try edit(&$0.certificates) })
    }

    /// Windows' attestation keys: an alternative name that is critical, a purpose of the TCG's, an intermediate.
    static let windows = GoodRow(
        "an attestation key of Windows", .tpm, registration: { $0.certificates.hasIntermediate = true })

    static let bindings: [PublicReport] = [
        PublicReport(
            69, "go-webauthn/webauthn #275 and #342, gravitational/teleport #51201", stands: [windows]),
        PublicReport(
            70, "line-fido2-server #27, MasterKale/SimpleWebAuthn #238",
            breaks: [
                // COSE's number of the curve, where the TCG's is meant.
                Row(
                    "tpm.pubArea.parameters.otherCurve", .tpm,
                    registration: {
                        $0.tpm.editArea = { area in
                            guard case .ecc(_, _, let x, let y) = area.key else { return }
                            area.key = .ecc(curve: TPMCurve(rawValue: 1), kdf: nil, x: x, y: y)
                        }
                    })
            ],
            stands: [GoodRow("a point without a length before it", .tpm, registration: { _ in })]),
        PublicReport(
            71, "passwordless-lib/fido2-net-lib #671",
            breaks: [
                Row(
                    "tpm.pubArea.parameters.otherType", .tpm,
                    registration: {
                        $0.key = try TestKeys.edwards(.ed25519)
                        $0.algorithm = .edDSA
                    }),
                TPMTests.rsaArea("parameters.exponent") { area in
                    guard case .rsa(let bits, _, let modulus) = area.key else { return }
                    area.key = .rsa(keyBits: bits, exponent: 0x0100_0100, modulus: modulus)
                },
                AndroidKeyTests.raw("malformed", AndroidKeyTests.empty, [0x30, 0x80, 0, 0]),
            ]),
        PublicReport(
            73, "PeculiarVentures/asn1-schema #98",
            breaks: [
                AndroidKeyTests.raw(
                    "tagOrder", marks: "wwfw", AndroidKeyTests.empty,
                    DER.sequence(
                        AndroidKeyTests.purpose, AndroidKeyTests.origin, DER.explicit(717, DER.null()),
                        DER.explicit(716, DER.null()), DER.explicit(712, DER.null())))
            ]),
        PublicReport(
            74, "w3c/webauthn #1022", stands: [GoodRow("TEE only", .androidKey, registration: { _ in })]),
        PublicReport(
            75, "MasterKale/SimpleWebAuthn #702, lbuchs/WebAuthn #51",
            breaks: [
                SafetyNetTests.row("ctsProfileMatch.false", marks: "fffw") {
                    $0.say("ctsProfileMatch", .bool(false))
                }
            ]),
        PublicReport(
            77, "w3c/webauthn #1491, fido2viewer #4",
            breaks: [AppleTests.nonce("notWrapped", DER.octetString(AppleTests.nonce))],
            stands: [
                GoodRow(
                    "38 bytes, and an alg member", .apple,
                    registration: { $0.editStatement = { $0 = $0.setting("alg", to: -7) } })
            ]),
        PublicReport(
            78, "cedarcode/webauthn-ruby #348",
            breaks: [
                Row(
                    "chain.attackerRoot", .apple,
                    registration: {
                        $0.hasAnchor = false
                        $0.expectation.trustAnchors = [
                            try X509Certificate(
                                der: try RogueCertificate.der(subject: "Old", issuer: "Old", authority: true))
                        ]
                    })
            ]),
    ]
}
