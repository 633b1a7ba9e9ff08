import CBOR
import COSE
import Cryptography
import RelyingParty
import Testing
import WebAuthnModel

/// The classes of attacks that were published against verifiers: which rows mount each, or why none can.
@Suite struct AttackTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Rows of any suite, by the name of what they plant.
        let rows: [String]
        /// What is left to others, and why.
        let left: String

        init(_ name: String, _ rows: String..., left: String = "") {
            testDescription = name
            self.rows = rows
            self.left = left
        }
    }

    static let all: [Attack] = [
        Attack(
            "a valid signature of the wrong owner", "ceremony.crossUser", "ceremony.emptyAllowListMeansAny",
            "userHandle.other", "envelope.id.differsFromCredentialId", "authData.credentialId.notAllowed"),
        Attack(
            "a refusal that is overlooked", "signature.otherKey",
            left:
                "every row checks that a report which rejects has no credential; ReportTests, that it throws"),
        Attack(
            "no cryptography at all", "signature.otherKey", "clientData.challenge.other", "signature.empty"),
        Attack(
            "a challenge used again", "ceremony.challengeReuse", "ceremony.registrationReplayed",
            "clientData.challenge.expired", "clientData.challenge.ofOtherCeremony",
            left: "the server keeps challenges and throws them away; the verifier keeps nothing"),
        Attack(
            "a link that enrols the attacker's key",
            left: "what a server lets somebody register after is not in the response"),
        Attack(
            "a policy that only the browser keeps", "ceremony.algorithmPolicyOnlyInBrowser",
            "authData.flags.UV.clear",
            left: "the attachment is not signed: only attestation tells what made the key"),
        Attack("user verification left out", "ceremony.uvDowngrade", "authData.flags.UV.clear"),
        Attack(
            "an origin that nearly is the right one", "clientData.origin.suffixTrick",
            "clientData.origin.http", "clientData.origin.otherPort", "clientData.origin.subdomain",
            "clientData.origin.userinfo", "clientData.origin.punycodeLookalike",
            "clientData.origin.androidOtherKey"),
        Attack("a page in a frame", "clientData.crossOrigin.true", "clientData.topOrigin.unlisted"),
        Attack(
            "a script in the relying party's own page, or a relay",
            left: "the browser signs for the page that it sees, and that is the right one"),
        Attack("another ceremony's response", "clientData.type.swapped", "clientData.type.paymentGet"),
        Attack(
            "two parsers that read two things", "attestation.duplicateKey", "key.duplicateKey", "key.boolKey",
            "attestation.trailingBytes", "key.trailingBytes", "authData.trailingBytes",
            "envelope.trailingData", "clientData.duplicateMember", "envelope.duplicateMember",
            "safetynet.response.duplicateMember"),
        Attack(
            "a key of another algorithm", "key.alg.otherThanKty", "key.crv.otherThanAlg",
            "key.alg.eddsaWithEd448", "packed.alg.otherThanKey", "tpm.alg.otherThanKey",
            "safetynet.jws.algOtherThanKey", "safetynet.jws.algNone"),
        Attack(
            "signatures of nothing", "signature.zeroRS", "signature.rEqualsN", "key.offCurve", "key.infinity",
            "key.okp.smallOrder", left: "SignatureEdgeTests has the numbers one by one"),
        Attack(
            "RSA that is weak, or long", "key.rsa.small", "key.rsa.huge", "key.rsa.longExponent",
            "key.rsa.evenExponent", "key.rsa.exponentOne",
            left: "SignatureEdgeTests has the paddings, a forged cube root among them"),
        Attack(
            "too much of everything", "attestation.tooDeep", "envelope.hugeBody", "envelope.deepNesting",
            "chain.tooLong", "compound.tooMany", "authData.credentialId.tooLong",
            left: "the verifier opens no connection"),
        Attack(
            "attestation that passes when it cannot be judged", "tpm.pubArea.parameters.otherType",
            "androidKey.keyDescription.malformed", "androidKey.origin.otherValue", "chain.attackerRoot",
            "attestation.fmt.unknown", "safetynet.jws.x5u"),
        Attack(
            "a model that nobody vouches for", "attestation.trust.none", "attestation.trust.selfAttestation"),
        Attack(
            "a chain that should not be", "chain.intermediateNotCA", "chain.pathLength", "chain.keyUsage",
            "chain.unverifiable", "chain.nameMismatch", "chain.order", "chain.criticalExtension",
            "chain.intermediateExpired"),
        Attack("a model that is broken or revoked", left: "the tests of metadata"),
        Attack("an older list of models", left: "the tests of metadata"),
        Attack(
            "a counter that is believed unsigned", "authData.counter.lower", "authData.counter.equal",
            "authData.counter.zeroAfterNonZero",
            left: "SignatureTests: without a valid signature the counter is not looked at"),
        Attack("an ID that is taken already", "ceremony.duplicateCredential"),
        Attack(
            "accounts that can be told apart",
            left: "the server's options and its answer to the outside tell, not the report"),
        Attack(
            "a state that came back changed",
            left: "what is expected is handed in; where a server keeps it is its own business"),
        Attack(
            "a relay over a hybrid link",
            left: "the phone and the browser that it serves are both the real ones"),
    ]

    @Test func noneIsLeftOut() { #expect(Self.all.count == 26) }

    /// Each class is mounted by rows that some suite runs, or says why it cannot be.
    @Test(arguments: all) func isMounted(_ attack: Attack) {
        #expect(!attack.rows.isEmpty || !attack.left.isEmpty)
        let planted = Set(RuleCatalogue.rows.map(\.fault))
        #expect(attack.rows.filter { !planted.contains($0) } == [])
    }

    /// A modulus of 16384 bits with an exponent as long is refused before anything is raised to any power.
    @Test func aGiantExponentCostsNothing() throws {
        var recipe = try AuthenticationRecipe()
        guard case .map(var pairs) = try CBORDecoder.decode(recipe.expectation.credential.publicKey) else {
            return
        }
        let modulus = KeyTests.filled(0xC1, 2048)
        KeyTests.rsa(modulus, modulus)(&pairs)
        recipe.expectation.credential.publicKey = CBOREncoder.encode(.map(pairs))
        let report = try recipe.report(.lenient)
        #expect(report.findings.filter(\.rejects).map(\.code) == [.keyRSA], "\(report.text)")
    }

    /// What only a chain could vouch for is not called trusted, whatever the response claims.
    @Test func nothingUnverifiedIsTrusted() throws {
        for attestation in [RegistrationRecipe.Attestation.none, .packedSelf, .packedCertified, .tpm, .apple]
        {
            var recipe = try RegistrationRecipe(attestation)
            recipe.hasAnchor = false
            recipe.expectation.acceptedAAGUIDs = [AAGUID(RegistrationRecipe.aaguid) ?? .zero]
            let trust = try recipe.report(.lenient).trust
            #expect(trust.status != .trusted)
            // A claimed model proves nothing where nothing is certified.
            #expect((trust.attestation == .certified) == attestation.isCertified)
        }
    }
}
