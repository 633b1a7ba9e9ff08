import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import TestSupport
import WebAuthnModel

/// What is changed in an authentication.
enum AuthenticationMutations {
    typealias Row = Mutation<VectorAuthentication>

    static let all: [Row] = client + data + rest

    static let client: [Row] = [
        Row("client.type", .client, .clientDataType) { $0.client["type"] = "webauthn.create" },
        Row("client.challenge", .client, .clientDataChallenge) {
            var challenge = $0.expectation.challenge
            challenge[0] ^= 1
            $0.client["challenge"] = .string(Base64URL.encode(challenge))
        },
        Row("client.origin", .client, .clientDataOrigin) { $0.client["origin"] = "https://example.net" },
        Row("client.crossOrigin", .client, { RegistrationMutations.frame($0.vector) }) { subject in
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

    /// Flipping BE leaves BS alone, or an eligibility that is not the registered one.
    private static func eligibility(_ subject: VectorAuthentication) -> Row.Expected {
        subject.data.flags.contains(.backupState) ? .fails(.flagBS) : .fails(.flagBE)
    }

    static let data: [Row] = [
        Row("data.rpIdHash", .data, .rpIDHash) { $0.data.rpIDHash[31] ^= 1 },
        Row("data.UP", .data, .flagUP) { $0.data.flags.remove(.userPresent) },
        Row(
            "data.UV, required", .data,
            { $0.expectation.userVerification == .required ? .fails(.flagUV) : .absent }
        ) { $0.data.flags.remove(.userVerified) },
        Row("data.BE", .data, eligibility) { $0.data.flags.formSymmetricDifference(.backupEligible) },
        Row("data.BE and BS", .data, .flagBE) {
            let isEligible = $0.data.flags.contains(.backupEligible)
            $0.data.flags.remove([.backupEligible, .backupState])
            if !isEligible { $0.data.flags.formUnion([.backupEligible, .backupState]) }
        },
        Row(
            "data.BS", .data,
            {
                $0.data.flags.contains(.backupEligible)
                    ? .unseen("an eligible credential may be backed up or not") : .fails(.flagBS)
            }
        ) { $0.data.flags.formSymmetricDifference(.backupState) },
        Row("data.AT, no data", .data, .flagAT) { $0.data.flags.insert(.attestedCredentialData) },
        Row("data.AT, its own key", .data, { _ in .warns(.flagAT) }) { subject in
            subject.data.flags.insert(.attestedCredentialData)
            subject.data.attestedCredentialData = AttestedCredentialData(
                aaguid: .zero, credentialID: [1],
                credentialPublicKey: subject.expectation.credential.publicKey)
        },
        Row("data.AT, another key", .data, .key) { subject in
            subject.data.flags.insert(.attestedCredentialData)
            subject.data.attestedCredentialData = AttestedCredentialData(
                aaguid: .zero, credentialID: [1],
                credentialPublicKey: COSEKey(try TestKeys.stranger().publicKey, algorithm: .es256).encoded)
        },
        Row("data.ED", .data, .flagED) { $0.data.flags.insert(.extensionData) },
        Row("data.reserved 1", .data, { _ in .warns(.flags) }) { $0.data.flags.insert(.reserved1) },
        Row("data.reserved 2", .data, { _ in .warns(.flags) }) { $0.data.flags.insert(.reserved2) },
        Row("data.signCount, forward", .data, { _ in .unseen("a counter may jump forward") }) {
            $0.data.signCount += 5
        },
        Row("data.signCount, back", .data, .counter) {
            $0.expectation.credential.signCount = 7
            $0.data.signCount = 6
        },
        Row("data.signCount, the same", .data, .counter) {
            $0.expectation.credential.signCount = 7
            $0.data.signCount = 7
        },
        Row("data.extensions, ED clear", .data, .flagED) {
            $0.data.extensions = CBOREncoder.encode(["credProtect": 2])
        },
        Row("data.extensions not a map", .data, .authenticatorExtensions) {
            $0.data.flags.insert(.extensionData)
            $0.data.extensions = [0x01]
        },
        Row("data.one byte more", .data, .authenticatorData) { $0.editData = { $0.append(0) } },
        Row("data.36 bytes", .data, .authenticatorData) { $0.editData = { $0.removeLast() } },
    ]

    static let rest: [Row] = [
        Row("signature, one bit", .signature, .signature) {
            $0.editSignature = { $0[$0.count - 1] ^= 1 }
        },
        Row("signature, empty", .signature, .envelopeSignature) { $0.editSignature = { $0 = [] } },
        Row("userHandle", .unsigned, .userHandle) { $0.userHandle = Array("user-0002".utf8) },
        Row("userHandle missing, discovered", .unsigned, .userHandle) {
            $0.userHandle = nil
            $0.expectation.account = .discovered
        },
        Row("account", .unsigned, .userHandle) {
            $0.userHandle = nil
            $0.expectation.account = .identified(userHandle: Array("user-0002".utf8))
        },
        Row("id", .unsigned, .envelopeID) { $0.editResponse = { $0["id"] = "AQID" } },
        Row("rawId", .unsigned, .envelopeID) { $0.editResponse = { $0["rawId"] = "AQID" } },
        Row("id and rawId", .unsigned, .credentialID) {
            $0.editResponse = {
                $0["id"] = "AQID"
                $0["rawId"] = "AQID"
            }
        },
        Row("id and rawId, any allowed", .unsigned, .envelopeID) {
            $0.expectation.allowCredentials = []
            $0.editResponse = {
                $0["id"] = "AQID"
                $0["rawId"] = "AQID"
            }
        },
        Row("type", .unsigned, .envelopeType) { $0.editResponse = { $0["type"] = "password" } },
        Row("allowCredentials", .unsigned, .credentialID) { $0.expectation.allowCredentials = [[1]] },
        Row("stored key, cut off", .unsigned, .key) { $0.expectation.credential.publicKey.removeLast() },
        Row("stored key, one byte more", .unsigned, .key) { $0.expectation.credential.publicKey.append(0) },
        Row("stored key, another", .signature, .signature) { subject in
            subject.expectation.credential.publicKey = try subject.otherKey()
        },
    ]
}

extension VectorAuthentication {
    /// A key of the same kind as the credential's, but another.
    func otherKey() throws -> [UInt8] {
        let key: PublicKey
        switch keys.credential.publicKey {
        case .ec(let own): key = try TestKeys.ec(own.curve, 9).publicKey
        case .edwards(let own): key = try TestKeys.edwards(own.curve).publicKey
        case .rsa(let own):
            var modulus = own.modulus
            modulus[40] ^= 1
            key = .rsa(try RSAPublicKey(modulus: modulus, exponent: own.exponent))
        }
        return COSEKey(key, algorithm: COSEAlgorithm(rawValue: vector.coseAlgorithm)).encoded
    }
}
