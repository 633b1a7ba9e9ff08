import COSE
import Cryptography
import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// The vectors of WebAuthn Level 3 §16.
@Suite struct W3CVectorTests {
    private static func origin(_ vector: W3CVectors.Vector) -> OriginExpectation {
        OriginExpectation(
            [W3CVectors.origin], allowCrossOrigin: vector.crossOrigin,
            topOrigins: vector.topOrigin.map { [$0] } ?? [])
    }

    private static func registration(
        _ vector: W3CVectors.Vector, _ policy: Policy, anchors: [X509Certificate] = []
    ) throws -> Report {
        let parts = RegistrationParts(
            credentialID: vector.registration("credential_id"),
            clientDataJSON: try #require(vector.registration("clientDataJSON")),
            attestationObject: try #require(vector.registration("attestationObject")))
        let expectation = RegistrationExpectation(
            challenge: try #require(vector.registration("challenge")), origin: origin(vector),
            rpID: W3CVectors.rpID, offeredAlgorithms: [COSEAlgorithm(rawValue: vector.coseAlgorithm)],
            trustAnchors: anchors, now: CertificateRecipe.now)
        return Verifier(policy: policy).verify(parts, expecting: expectation)
    }

    @Test func thereAreFifteen() { #expect(W3CVectors.all.count == 15) }

    /// The TPM is of no vendor that is known, and the authorization lists of the key description are empty.
    static let warnings = [
        "tpm": ["tpm.aik.san.unknownVendor"],
        "android-key": ["androidKey.origin.absent", "androidKey.purpose.absent"],
    ]

    @Test(arguments: W3CVectors.all) func registrations(_ vector: W3CVectors.Vector) throws {
        let authority = try X509Certificate(der: try W3CVectors.load().authorityCertificate)
        for policy in Policy.all {
            let report = try Self.registration(vector, policy, anchors: [authority])
            if vector.format == "fido-u2f", policy == .fidoConformance {
                // Its AAGUID is not zero, which Level 3 allows.
                #expect(report.findings.filter(\.rejects).map(\.code) == [.u2fAAGUID])
            } else {
                let warnings = report.findings(.warn).compactMap(\.fault?.description)
                #expect(
                    report.verdict == .accept && warnings == Self.warnings[vector.format] ?? [],
                    "\(report.text)")
                let isCertified = vector.registration("attestation_cert_serial_number") != nil
                #expect((report.trust.status == .trusted) == isCertified)
                #expect((report.trust.status == .trusted) == isCertified)
            }
        }
        let unanchored = try Self.registration(vector, .level3)
        #expect(unanchored.trust.status != .trusted)
    }

    /// The key of each registration, whatever its format, verifies the assertion that follows.
    @Test(arguments: W3CVectors.all) func authentications(_ vector: W3CVectors.Vector) throws {
        let object = try AttestationObject.decode(try #require(vector.registration("attestationObject")))
            .object
        let registered = try AuthenticatorData.decode(object.authenticatorData).data
        let attested = try #require(registered.attestedCredentialData)
        let record = CredentialRecord(
            id: attested.credentialID, publicKey: attested.credentialPublicKey,
            signCount: registered.signCount, backupEligible: registered.flags.contains(.backupEligible))
        let parts = AuthenticationParts(
            credentialID: attested.credentialID,
            clientDataJSON: try #require(vector.authentication("clientDataJSON")),
            authenticatorData: try #require(vector.authentication("authenticatorData")),
            signature: try #require(vector.authentication("signature")))
        let expectation = AuthenticationExpectation(
            challenge: try #require(vector.authentication("challenge")), origin: Self.origin(vector),
            rpID: W3CVectors.rpID, allowCredentials: [record.id], credential: record)
        for policy in Policy.all {
            let report = Verifier(policy: policy).verify(parts, expecting: expectation)
            #expect(report.verdict == .accept && report.findings(.warn).isEmpty, "\(report.text)")
        }
    }

    /// What was not expected is refused: frames, other algorithms, other times.
    @Test func expectationsCount() throws {
        let vector = try #require(W3CVectors.all.first { $0.topOrigin != nil })
        var parts = RegistrationParts(
            clientDataJSON: try #require(vector.registration("clientDataJSON")),
            attestationObject: try #require(vector.registration("attestationObject")))
        var expectation = RegistrationExpectation(
            challenge: try #require(vector.registration("challenge")),
            origin: OriginExpectation([W3CVectors.origin]), rpID: W3CVectors.rpID,
            offeredAlgorithms: nil, now: CertificateRecipe.now)
        #expect(
            Verifier().verify(parts, expecting: expectation).findings.filter(\.rejects).map(\.code)
                == [.clientDataCrossOrigin])
        let packed = try #require(W3CVectors.all.first { $0.name == "packed.ES256" })
        parts.clientDataJSON = try #require(packed.registration("clientDataJSON"))
        parts.attestationObject = try #require(packed.registration("attestationObject"))
        expectation.challenge = try #require(packed.registration("challenge"))
        expectation.trustAnchors = [try X509Certificate(der: try W3CVectors.load().authorityCertificate)]
        expectation.now = 1_600_000_000
        let report = Verifier().verify(parts, expecting: expectation)
        #expect(report.findings.filter(\.rejects).compactMap(\.fault?.description) == ["chain.notYetValid"])
    }
}
