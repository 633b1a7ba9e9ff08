import CBOR
import COSE
import Cryptography
import RelyingParty
import TestSupport
import WebAuthnModel

/// What a TPM signs, and what certificates of the credential's own key say.
extension RegistrationMutations {
    static func attest(
        _ name: String, _ code: RuleCode, _ edit: @escaping @Sendable (inout TPMAttest) -> Void
    ) -> Row { tpmRow("certInfo.\(name)", .certInfo, .fails(code)) { $0.editAttest = edit } }

    static func area(
        _ name: String, _ expected: Row.Expected, _ edit: @escaping @Sendable (inout TPMPublicArea) -> Void
    ) -> Row { tpmRow("pubArea.\(name)", .publicArea, expected) { $0.editArea = edit } }

    static func tpmRow(
        _ name: String, _ part: Row.Part, _ expected: Row.Expected,
        _ edit: @escaping @Sendable (inout VectorRegistration) throws -> Void
    ) -> Row { Row(name, part, { isFormat($0, "tpm") ? expected : .absent }, edit) }

    static func point(
        _ edit: @escaping @Sendable (inout TPMCurve, inout [UInt8], inout [UInt8]) -> Void
    ) -> @Sendable (inout TPMPublicArea) -> Void {
        { area in
            guard case .ecc(var curve, let kdf, var x, var y) = area.key else { return }
            edit(&curve, &x, &y)
            area.key = .ecc(curve: curve, kdf: kdf, x: x, y: y)
        }
    }

    static let obfuscated = "TPMs may obfuscate it, and no rule looks"

    static let tpm: [Row] = [
        attest("magic", .tpmMagic) { $0.magic ^= 1 }, attest("type", .tpmType) { $0.type ^= 0x0F },
        attest("extraData", .tpmExtraData) { $0.extraData[0] ^= 1 },
        attest("attested.name", .tpmAttestedName) { attest in
            guard case .certifyInfo(var name, let qualifiedName) = attest.attested else { return }
            name[name.count - 1] ^= 1
            attest.attested = .certifyInfo(name: name, qualifiedName: qualifiedName)
        },
        tpmRow("certInfo.attested.qualifiedName", .certInfo, .unseen("§8.3 does not look at it")) {
            $0.editAttest = { attest in
                guard case .certifyInfo(let name, let qualifiedName) = attest.attested else { return }
                attest.attested = .certifyInfo(name: name, qualifiedName: qualifiedName + [1])
            }
        },
        tpmRow("certInfo.qualifiedSigner", .certInfo, .unseen(obfuscated)) {
            $0.editAttest = { $0.qualifiedSigner.append(1) }
        },
        tpmRow("certInfo.clockInfo", .certInfo, .unseen(obfuscated)) {
            $0.editAttest = { $0.clockInfo.clock ^= 1 }
        },
        tpmRow("certInfo.clockInfo.safe", .certInfo, .unseen(obfuscated)) {
            $0.editAttest = { $0.clockInfo.safe ^= 0xFF }
        },
        tpmRow("certInfo.firmwareVersion", .certInfo, .unseen(obfuscated)) {
            $0.editAttest = { $0.firmwareVersion ^= 1 }
        },
        tpmRow("certInfo.one byte more", .certInfo, .fails(.tpmCertInfo)) {
            $0.editAttestBytes = { $0.append(0) }
        },
        tpmRow("certInfo.cut off", .certInfo, .fails(.tpmCertInfo)) {
            $0.editAttestBytes = { $0.removeLast($0.count - 20) }
        },
        area("type", .fails(.tpmParameters)) { $0.key = .rsa(keyBits: 2048, exponent: 0, modulus: [1]) },
        tpmRow("pubArea.type, unknown", .publicArea, .fails(.tpmPublicArea)) {
            $0.editAreaBytes = { $0[1] ^= 0x10 }
        },
        area("nameAlg", .unseen("any hash that is known will do, once it made the name")) {
            $0.nameAlgorithm = $0.nameAlgorithm == .sha256 ? .sha384 : .sha256
        },
        area("objectAttributes", .unseen("no rule looks at them")) { $0.attributes ^= 2 },
        area("authPolicy", .unseen("no rule looks at it")) { $0.authPolicy.append(1) },
        area("parameters.curveID", .fails(.tpmParameters), point { curve, _, _ in curve = .nistP384 }),
        area("unique.x", .fails(.tpmUnique), point { _, x, _ in x[0] ^= 1 }),
        area("unique.y", .fails(.tpmUnique), point { _, _, y in y[0] ^= 1 }),
        tpmRow("pubArea.one byte more", .publicArea, .fails(.tpmPublicArea)) {
            $0.editAreaBytes = { $0.append(0) }
        },
    ]

    static func description(
        _ name: String, _ code: RuleCode, _ edit: @escaping @Sendable (inout KeyDescription) -> Void
    ) -> Row {
        Row(
            "keyDescription.\(name)", .certificate,
            { isFormat($0, "android-key") ? .fails(code) : .absent }
        ) { $0.editDescription = edit }
    }

    static func nonce(_ name: String, _ value: X509Extension?) -> Row {
        Row("nonce.\(name)", .certificate, { isFormat($0, "apple") ? .fails(.appleNonce) : .absent }) {
            $0.editLeaf = { $0.set(AppleStatement.nonceExtension, value) }
        }
    }

    static let binding: [Row] = [
        description("attestationChallenge", .androidKeyChallenge) { $0.attestationChallenge[0] ^= 1 },
        description("origin", .androidKeyOrigin) { $0.hardwareEnforced.origin = 2 },
        description("purpose", .androidKeyPurpose) { $0.hardwareEnforced.purposes = [3] },
        description("allApplications", .androidKeyAllApplications) {
            $0.hardwareEnforced.allApplications = true
        },
        description("allApplications, software", .androidKeyAllApplications) {
            $0.softwareEnforced.allApplications = true
        },
        Row(
            "keyDescription.missing", .certificate,
            { isFormat($0, "android-key") ? .fails(.androidKeyDescription) : .absent }
        ) { $0.editLeaf = { $0.set(KeyDescription.extensionIdentifier, nil) } },
        Row(
            "keyDescription.certificate of another key", .certificate,
            { isFormat($0, "android-key") ? .fails(.androidKeyLeafKey) : .absent }
        ) { subject in
            subject.signer = try TestKeys.stranger()
            let key = subject.signer.publicKey
            subject.editLeaf = { $0.publicKeyInfo = key.subjectPublicKeyInfo }
        },
        nonce(
            "other",
            X509Extension(
                AppleStatement.nonceExtension,
                value: AppleStatement.extensionValue(nonce: [UInt8](repeating: 9, count: 32)))),
        nonce(
            "not wrapped",
            X509Extension(
                AppleStatement.nonceExtension, value: DER.octetString([UInt8](repeating: 9, count: 32)))),
        nonce("missing", nil),
        Row("signer", .signature, rule { $0.signature }) { subject in
            // Another key of the same kind signs what is otherwise right.
            let data = try TestKeys.sign([1], TestKeys.stranger())
            subject.editStatement = { $0 = $0.setting("sig", to: .bytes(data)) }
        },
    ]
}
