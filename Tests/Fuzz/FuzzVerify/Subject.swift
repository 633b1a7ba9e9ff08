import CBOR
import COSE
import Cryptography
import RelyingParty
import TestSupport
import WebAuthnModel

/// A vector as both ceremonies see it: the parts of the responses, and what is expected.
struct Subject {
    let made: RegistrationParts
    let registration: RegistrationExpectation
    let attested: [UInt8]
    let used: AuthenticationParts
    let authentication: AuthenticationExpectation

    static let all = W3CVectors.all.compactMap(Subject.init)

    init?(_ vector: W3CVectors.Vector) {
        guard let registered = vector.registration("clientDataJSON"),
            let challenge = vector.registration("challenge"),
            let statement = vector.registration("attestationObject"),
            let object = try? AttestationObject.decode(statement).object,
            let data = try? AuthenticatorData.decode(object.authenticatorData).data,
            let key = data.attestedCredentialData,
            let presented = vector.authentication("clientDataJSON"),
            let question = vector.authentication("challenge"),
            let asserted = vector.authentication("authenticatorData"),
            let signature = vector.authentication("signature"),
            let authority = try? X509Certificate(der: W3CVectors.load().authorityCertificate)
        else { return nil }
        let origin = OriginExpectation(
            [W3CVectors.origin], allowCrossOrigin: vector.crossOrigin,
            topOrigins: vector.topOrigin.map { [$0] } ?? [])
        attested = object.authenticatorData
        made = RegistrationParts(
            credentialID: key.credentialID, clientDataJSON: registered, attestationObject: statement)
        registration = RegistrationExpectation(
            challenge: challenge, origin: origin, rpID: W3CVectors.rpID,
            offeredAlgorithms: [COSEAlgorithm(rawValue: vector.coseAlgorithm)], trustAnchors: [authority],
            now: 1_795_996_800)
        used = AuthenticationParts(
            credentialID: key.credentialID, clientDataJSON: presented, authenticatorData: asserted,
            signature: signature)
        let record = CredentialRecord(
            id: key.credentialID, publicKey: key.credentialPublicKey, signCount: data.signCount,
            backupEligible: data.flags.contains(.backupEligible))
        authentication = AuthenticationExpectation(
            challenge: question, origin: origin, rpID: W3CVectors.rpID, allowCredentials: [record.id],
            credential: record)
    }
}
