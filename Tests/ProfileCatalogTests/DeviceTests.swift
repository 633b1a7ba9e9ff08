import Authenticator
import Bytes
import CBOR
import CTAP
import Cryptography
import ProfileCatalog
import Testing
import WebAuthnModel

/// A device does what its profile says, whichever profile is added.
@Suite struct DeviceTests {
    @Test(arguments: BuiltInProfiles.names) func aDeviceDoesWhatItsProfileSays(_ name: String) async throws {
        let profile = try BuiltInProfiles.profile(named: name)
        let device = VirtualAuthenticator(
            profile: profile,
            environment: Environment(
                clock: StoppedClock(), randomness: .system, user: GestureScript(), store: MemoryStore()))
        for algorithm in profile.algorithms.prefix(3) {
            var request = MakeCredentialRequest(
                clientDataHash: ClientDataHash(of: []), rp: RelyingPartyEntity(id: "example.org"),
                user: UserEntity(id: [1]),
                pubKeyCredParams: [CreationOptions.Parameters(type: "public-key", algorithm: algorithm)])
            let verifies = profile.userVerification == .builtIn
            request.options.userVerification = verifies ? true : nil
            let made = try await device.makeCredential(request).attestation
            let data = try AuthenticatorData.decode(made.authenticatorData).data
            let attested = try #require(data.attestedCredentialData)
            #expect(attested.aaguid == profile.aaguid)
            #expect(attested.credentialID.count == profile.credentialIDLength)
            #expect(data.flags.contains(.userVerified) == verifies)
            #expect(CredentialBackup(data.flags) == profile.backup)
            // The time-based counters of a clock that stands at zero begin there.
            let beginsAtZero: [CounterManner] = [.constantZero, .perCredential(start: 0), .timeBased]
            #expect((data.signCount == 0) == beginsAtZero.contains(profile.counter))
            #expect(made.format == profile.attestation.format)
            try Self.check(
                CompoundStatement.Element(format: made.format, statement: made.statement),
                profile.attestation,
                profile)

            let assertion = try await device.getAssertion(
                GetAssertionRequest(
                    rpID: "example.org", clientDataHash: ClientDataHash(of: []),
                    allowList: [PublicKeyCredentialDescriptor(id: attested.credentialID)]))
            let later = try AuthenticatorData.decode(assertion.authenticatorData).data
            #expect(CredentialBackup(later.flags) == profile.backup)
            #expect((later.signCount > data.signCount) == (profile.counter != .constantZero))
        }
    }

    private static func check(
        _ made: CompoundStatement.Element, _ manner: AttestationManner, _ profile: AuthenticatorProfile
    ) throws {
        #expect(made.format == manner.format)
        switch manner {
        case .none: #expect(made.statement == .map([]))
        case .packedSelf: #expect(try PackedStatement(made.statement).kind == .selfAttestation)
        case .packedCertificate(let template):
            guard case .certificates(let chain) = try PackedStatement(made.statement).kind else {
                Issue.record("no certificate")
                return
            }
            try check(chain, template, profile)
        case .tpm(let template):
            let chain = try TPMStatement(made.statement).certificates
            let leaf = try X509Certificate(der: try #require(chain.first))
            #expect(leaf.subject.isEmpty && leaf.issuer == template.issuer)
        case .androidKey(let template, _):
            try check(try AndroidKeyStatement(made.statement).certificates, template, profile)
        case .apple(let template):
            try check(try AppleStatement(made.statement).certificates, template, profile)
        case .fidoU2F(let template):
            try check(try FIDOU2FStatement(made.statement).certificates, template, profile)
        case .safetyNet(let template):
            let jws = try CompactJWS(SafetyNetStatement(made.statement).response)
            try check(try jws.certificates(), template.certificate, profile)
        case .compound(let manners):
            let items = try #require(made.statement.arrayValue)
            #expect(items.count == manners.count)
            for (item, manner) in zip(items, manners) {
                try check(try CompoundStatement.Element(item), manner, profile)
            }
        }
    }

    private static func check(
        _ chain: [[UInt8]], _ template: AttestationTemplate, _ profile: AuthenticatorProfile
    ) throws {
        let leaf = try X509Certificate(der: try #require(chain.first))
        #expect(leaf.subject == template.subject && leaf.issuer == template.issuer)
        #expect(leaf.notBefore == template.notBefore && leaf.notAfter == template.notAfter)
        let aaguid = leaf.extensionValue("1.3.6.1.4.1.45724.1.1.4")
        #expect(aaguid?.value.suffix(16) == (template.namesAAGUID ? profile.aaguid.bytes.bytes[...] : nil))
        #expect(aaguid?.isCritical != true)
    }
}
