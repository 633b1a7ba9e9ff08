import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import TestSupport
import WebAuthnModel

/// What is changed in a registration: client data and authenticator data, then what attests.
enum RegistrationMutations {
    typealias Row = Mutation<VectorRegistration>

    static let all: [Row] =
        client + data + credential + key + object + statement + certificate + tpm + binding

    static func isFormat(_ subject: VectorRegistration, _ formats: String...) -> Bool {
        formats.contains(subject.vector.format)
    }

    // MARK: Client data

    static let client: [Row] = [
        Row("client.type", .client, .clientDataType) { $0.client["type"] = "webauthn.get" },
        Row("client.challenge", .client, .clientDataChallenge) {
            var challenge = $0.expectation.challenge
            challenge[0] ^= 1
            $0.client["challenge"] = .string(Base64URL.encode(challenge))
        },
        Row("client.origin", .client, .clientDataOrigin) { $0.client["origin"] = "https://example.net" },
        Row("client.crossOrigin", .client, { frame($0.vector) }) { subject in
            subject.client["crossOrigin"] = .bool(!subject.vector.crossOrigin)
        },
        Row("client.topOrigin", .client, .clientDataTopOrigin) {
            $0.client["topOrigin"] = "https://framing.example"
        },
        Row("client.extra member", .client, { _ in .unseen("unknown members are ignored") }) {
            $0.client["more"] = 1
        },
        Row("client.JSON", .client, .clientData) { $0.editClient = { $0.removeLast() } },
    ]

    /// What becomes of crossOrigin turned round.
    static func frame<Subject>(_ vector: W3CVectors.Vector) -> Mutation<Subject>.Expected {
        if !vector.crossOrigin { return .fails(.clientDataCrossOrigin) }
        // The vector's page may be framed, and then need not be.
        return vector.topOrigin == nil
            ? .unseen("a page that may be framed need not be") : .warns(.clientDataTopOrigin)
    }

    // MARK: Authenticator data

    static func isBackedUp(_ subject: VectorRegistration) -> Bool {
        subject.data.flags.contains(.backupState)
    }

    static let data: [Row] = [
        Row("data.rpIdHash", .data, .rpIDHash) { $0.data.rpIDHash[0] ^= 1 },
        Row("data.UP", .unsignedByU2F, .flagUP) { $0.data.flags.remove(.userPresent) },
        Row(
            "data.UV, required", .unsignedByU2F,
            { $0.expectation.userVerification == .required ? .fails(.flagUV) : .absent }
        ) { $0.data.flags.remove(.userVerified) },
        Row(
            "data.BE", .unsignedByU2F,
            { isBackedUp($0) ? .fails(.flagBS) : .unseen("a new credential may be of either kind") }
        ) { $0.data.flags.formSymmetricDifference(.backupEligible) },
        Row(
            "data.BS", .unsignedByU2F,
            {
                $0.data.flags.contains(.backupEligible)
                    ? .unseen("an eligible credential may be backed up or not") : .fails(.flagBS)
            }
        ) { $0.data.flags.formSymmetricDifference(.backupState) },
        Row("data.AT", .unsignedByU2F, .flagAT) { $0.data.flags.remove(.attestedCredentialData) },
        Row("data.ED", .unsignedByU2F, .flagED) { $0.data.flags.insert(.extensionData) },
        Row("data.reserved 1", .unsignedByU2F, { _ in .warns(.flags) }) { $0.data.flags.insert(.reserved1) },
        Row("data.reserved 2", .unsignedByU2F, { _ in .warns(.flags) }) { $0.data.flags.insert(.reserved2) },
        Row("data.signCount", .unsignedByU2F, { _ in .unseen("a counter may start anywhere") }) {
            $0.data.signCount ^= 1
        },
        Row("data.extensions, ED clear", .unsignedByU2F, .flagED) {
            $0.data.extensions = CBOREncoder.encode(["credProtect": 2])
        },
        Row("data.extensions, ED set", .unsignedByU2F, { _ in .unseen("unsolicited outputs are allowed") }) {
            $0.data.flags.insert(.extensionData)
            $0.data.extensions = CBOREncoder.encode(["credProtect": 2])
        },
        Row("data.extensions not a map", .unsignedByU2F, .authenticatorExtensions) {
            $0.data.flags.insert(.extensionData)
            $0.data.extensions = [0x01]
        },
        Row("data.extensions and a byte more", .unsignedByU2F, .authenticatorExtensions) {
            $0.data.flags.insert(.extensionData)
            $0.data.extensions = CBOREncoder.encode(["credProtect": 2]) + [0]
        },
        Row("data.one byte more", .unsignedByU2F, .authenticatorData) { $0.editData = { $0.append(0) } },
        Row("data.36 bytes", .data, .authenticatorData) { $0.editData = { $0.removeLast($0.count - 36) } },
    ]

    // MARK: Attested credential data

    static let aaguid: @Sendable (inout VectorRegistration) -> Void = { subject in
        guard var bytes = subject.data.attestedCredentialData.map({ $0.aaguid.bytes.bytes }) else { return }
        bytes[0] ^= 1
        subject.data.attestedCredentialData?.aaguid = AAGUID(bytes) ?? .zero
    }

    /// The rule of the certificate that names the model; nil where no certificate does.
    static func modelRule(_ subject: VectorRegistration) -> RuleCode? {
        guard subject.certificate?.extensionValue(CertificateRecipe.aaguidExtension) != nil else {
            return nil
        }
        return ["packed": RuleCode.packedAAGUID, "tpm": .tpmAAGUID][subject.vector.format]
    }

    static let credential: [Row] = [
        Row(
            "data.aaguid", .unsignedByU2F,
            { subject in
                modelRule(subject).map { .fails($0) }
                    ?? .unseen("nothing that is checked names the model a second time")
            }, aaguid),
        Row(
            "data.aaguid, models listed", .unsignedByU2F,
            { modelRule($0) == nil ? .fails(.aaguid) : .absent }
        ) {
            $0.expectation.acceptedAAGUIDs = $0.data.attestedCredentialData.map { [$0.aaguid] }
            aaguid(&$0)
        },
        Row("data.credentialId", .data, .envelopeID) {
            $0.data.attestedCredentialData?.credentialID[0] ^= 1
        },
        Row("data.credentialId, registered", .unsignedByU2F, .credentialID) {
            // The ID is right, and is taken.
            $0.expectation.registeredCredentialIDs = $0.data.attestedCredentialData.map { [$0.credentialID] }
            $0.data.signCount ^= 1
        },
        Row("data.credentialIdLength too large", .unsignedByU2F, .credentialID) {
            $0.editData = { $0[53] = 0xFF }
        },
        Row("data.credentialIdLength + 1", .unsignedByU2F, .key) { $0.editData = { $0[54] &+= 1 } },
        Row("data.credentialIdLength - 1", .unsignedByU2F, .key) { $0.editData = { $0[54] &-= 1 } },
        Row("data.AAGUID cut off", .unsignedByU2F, .aaguid) {
            $0.editData = { $0.removeLast($0.count - 45) }
        },
    ]
}
