import Bytes
import CBOR
import TestSupport
import Testing
import Understudy

/// The vectors of WebAuthn Level 3 §16 made again by the ordinary code: a profile value, a client-data extra,
/// an imported key where none is drawn, and the recorded draws by their purpose.
@Suite struct W3CVectorTests {
    /// Gives the recorded draws; what was not recorded is an error.
    struct RecordedRandom: RandomSource {
        var draws: [RandomPurpose: [UInt8]]

        func bytes(_ count: Int, for purpose: RandomPurpose) throws(CryptographyError) -> [UInt8] {
            guard let draw = draws[purpose], draw.count <= count else { throw .randomUnavailable }
            // The P-521 scalar was drawn as 65 bytes.
            return [UInt8](repeating: 0, count: count - draw.count) + draw
        }
    }

    /// Hands out a key that somebody else made.
    struct ImportedKey: CredentialKeyMaker {
        let key: PrivateKey
        func makeKey(
            _ algorithm: COSEAlgorithm, _ random: any RandomSource
        ) throws(CryptographyError) -> PrivateKey { key }
    }

    /// One vector with everything that its two ceremonies are made from.
    struct Staging {
        let vector: W3CVectors.Vector
        let registered: AuthenticatorData
        let random: RecordedRandom
        let store = MemoryStore()
        let clock = WallClock(standingAt: 1_767_225_600_000)

        init(_ vector: W3CVectors.Vector) throws {
            self.vector = vector
            let object = try AttestationObject.decode(try #require(vector.registration("attestationObject")))
                .object
            registered = try AuthenticatorData.decode(object.authenticatorData).data
            let w3c = try W3CVectors.load()
            var draws: [RandomPurpose: [UInt8]] = [
                .attestationAuthorityKey: w3c.authorityKey, .attestationAuthoritySerial: w3c.authoritySerial,
            ]
            draws[.credentialID] = vector.registration("credential_id")
            draws[.credentialKey] = vector.registration("credential_private_key")
            draws[.attestationKey] = vector.registration("attestation_private_key")
            draws[.certificateSerial] = vector.registration("attestation_cert_serial_number")
            random = RecordedRandom(draws: draws)
        }

        private func profile(_ flags: AuthenticatorFlags) throws -> AuthenticatorProfile {
            var claims = GetInfoResponse(
                versions: ["U2F_V2", "FIDO_2_0"],
                aaguid: try #require(registered.attestedCredentialData?.aaguid))
            claims.algorithms = [COSEAlgorithm(rawValue: vector.coseAlgorithm)]
            claims.options = ["rk": true, "makeCredUvNotRqd": true]
            let attestation: AttestationManner =
                switch vector.format {
                case "none": .none
                case "tpm": .tpm(Self.tpmTemplate)
                case "android-key":
                    .androidKey(
                        Self.template,
                        KeyDescription(
                            attestationVersion: 300, attestationSecurityLevel: .software, keyMintVersion: 0,
                            keyMintSecurityLevel: .software))
                case "apple": .apple(Self.template)
                case "fido-u2f": .fidoU2F(Self.template)
                case _ where vector.registration("attestation_private_key") == nil: .packedSelf
                default: .packedCertificate(Self.template)
                }
            return AuthenticatorProfile(
                name: "w3c", title: "W3C test vectors", attachment: .platform, claims: claims,
                userVerification: .builtIn, discoverable: .whenRequested(capacity: 9),
                credentialIDLength: vector.registration("credential_id")?.count ?? 0,
                backup: try #require(CredentialBackup(flags)), counter: .constantZero,
                attestation: attestation)
        }

        static let template = AttestationTemplate(
            issuer: name("Authenticator Attestation CA"), subject: name("Authenticator Attestation"),
            notBefore: 1_704_067_200, notAfter: 33_260_976_000, namesAAGUID: false)

        /// The clock of the vector is none that a TPM would show.
        private static let tpmTemplate = TPMTemplate(
            issuer: template.issuer, notBefore: template.notBefore, notAfter: template.notAfter,
            namesAAGUID: false, manufacturer: "id:00000000", model: "WebAuthn test vectors",
            version: "id:00000000",
            clockInfo: TPMClockInfo(
                clock: 0, resetCount: 0x1111_1111, restartCount: 0x2222_2222, safe: 0x33))

        private static func name(_ unit: String) -> DistinguishedName {
            DistinguishedName(
                .commonName("WebAuthn test vectors"), .organization("W3C"), .organizationalUnit(unit),
                .country("AA"))
        }

        func device(_ flags: AuthenticatorFlags, extra: [UInt8]?) throws -> VirtualDevice {
            let profile = try profile(flags)
            var makers = Makers(profile: profile)
            if let p = vector.registration("private_key_p"), let q = vector.registration("private_key_q") {
                makers.keyMaker = ImportedKey(
                    key: .rsa(try RSAPrivateKey(firstPrime: p, secondPrime: q, exponent: [1, 0, 1])))
            }
            var device = VirtualDevice(
                profile: profile,
                environment: Environment(
                    clock: clock, randomness: .source(random),
                    user: GestureScript([.gesture(flags.contains(.userVerified) ? .verify : .approve)]),
                    store: store),
                makers: makers)
            if let extra {
                let text =
                    "clientDataJSON may be extended with additional fields in the future, such as this: "
                    + Base64URL.encode(extra)
                device.client.clientData = StandardClientData(
                    extraMembers: [.init(name: "extraData", json: Array("\"\(text)\"".utf8))])
            }
            return device
        }

        func caller() throws -> CallerContext {
            let top = try vector.topOrigin.map { try Origin(parsing: $0) }
            return CallerContext(
                origin: try Origin(parsing: W3CVectors.origin),
                ancestry: vector.crossOrigin ? .crossOrigin(topOrigin: top) : .sameOrigin)
        }
    }

    static let formats = ["none", "packed", "tpm", "fido-u2f", "apple", "android-key"]
    static let reproducible = W3CVectors.all.filter { formats.contains($0.format) }

    @Test func allAreOfTheFormatsMadeHere() { #expect(Self.reproducible.count == 15) }

    @Test(arguments: reproducible) func bothCeremoniesComeOutByteForByte(
        vector: W3CVectors.Vector
    ) async throws {
        let staging = try Staging(vector)
        let flags = staging.registered.flags
        let creator = try staging.device(flags, extra: vector.registration("extraData_random"))
        let created = try RegistrationResponse(
            json: try await creator.create(
                CreationOptions(
                    rp: .init(id: W3CVectors.rpID, name: "W3C"),
                    user: .init(id: [1], name: "", displayName: ""),
                    challenge: try #require(vector.registration("challenge")),
                    pubKeyCredParams: [.init(algorithm: COSEAlgorithm(rawValue: vector.coseAlgorithm))],
                    authenticatorSelection: .init(
                        userVerification: flags.contains(.userVerified) ? .required : .discouraged),
                    attestation: vector.format == "none" ? .none : .direct),
                in: try staging.caller()))
        #expect(created.clientDataJSON == vector.registration("clientDataJSON"))
        #expect(created.attestationObject == vector.registration("attestationObject"))
        #expect(created.rawID == vector.registration("credential_id"))

        let asserted = try AuthenticatorData.decode(try #require(vector.authentication("authenticatorData")))
            .data
        let signer = try staging.device(asserted.flags, extra: vector.authentication("extraData_random"))
        let response = try AuthenticationResponse(
            json: try await signer.get(
                RequestOptions(
                    challenge: try #require(vector.authentication("challenge")), rpID: W3CVectors.rpID,
                    allowCredentials: [.init(id: created.rawID)],
                    userVerification: asserted.flags.contains(.userVerified) ? .required : .discouraged),
                in: try staging.caller()))
        #expect(response.clientDataJSON == vector.authentication("clientDataJSON"))
        #expect(response.authenticatorData == vector.authentication("authenticatorData"))
        #expect(response.signature == vector.authentication("signature"))
    }

    /// The one compound case that an honest device can make; the others each have something wrong in them.
    @Test func theCompoundStatementComesOutByteForByte() async throws {
        let w3c = try W3CVectors.load()
        let compound = w3c.compound
        let expected = try #require(compound.cases.first { $0.isAccepted }).attestationObject
        let object = try AttestationObject.decode(expected).object
        let data = try AuthenticatorData.decode(object.authenticatorData).data
        let credential = try #require(data.attestedCredentialData)
        let first = try #require(object.statement.arrayValue?.first?[text: "attStmt"])
        guard case .certificates(let chain) = try PackedStatement(first).kind else {
            Issue.record("the first statement has no certificate")
            return
        }
        let leaf = try X509Certificate(der: try #require(chain.first))
        let random = RecordedRandom(draws: [
            .attestationAuthorityKey: w3c.authorityKey, .attestationAuthoritySerial: w3c.authoritySerial,
            .credentialID: credential.credentialID, .credentialKey: compound.credentialKey,
            .attestationKey: compound.attestationKey,
            // An INTEGER may begin with a byte that keeps it positive.
            .certificateSerial: Array(leaf.serialNumber.drop { $0 == 0 }),
        ])
        var claims = GetInfoResponse(versions: ["FIDO_2_0"], aaguid: credential.aaguid)
        claims.algorithms = [.es256]
        claims.options = ["rk": true, "makeCredUvNotRqd": true]
        let profile = AuthenticatorProfile(
            name: "w3c", title: "W3C test vectors", attachment: .platform, claims: claims,
            userVerification: .builtIn, discoverable: .whenRequested(capacity: 9),
            credentialIDLength: credential.credentialID.count,
            backup: try #require(CredentialBackup(data.flags)), counter: .constantZero,
            attestation: .compound([.packedCertificate(Staging.template), .packedSelf]))
        let isVerified = data.flags.contains(.userVerified)
        let device = VirtualDevice(
            profile: profile,
            environment: Environment(
                clock: WallClock(standingAt: 0), randomness: .source(random),
                user: GestureScript([.gesture(isVerified ? .verify : .approve)]), store: MemoryStore()))
        let created = try RegistrationResponse(
            json: try await device.create(
                CreationOptions(
                    rp: .init(id: W3CVectors.rpID, name: ""), user: .init(id: [1], name: "", displayName: ""),
                    challenge: compound.challenge, pubKeyCredParams: [.init(algorithm: .es256)],
                    authenticatorSelection: .init(userVerification: isVerified ? .required : .discouraged),
                    attestation: .direct),
                in: CallerContext(origin: try Origin(parsing: W3CVectors.origin))))
        #expect(created.clientDataJSON == compound.clientDataJSON)
        #expect(created.attestationObject == expected)
    }

    /// The same registration and sign-in, asked with the messages of U2F.
    @Test func theU2FVectorComesOutAsRawMessages() async throws {
        let vector = try #require(Self.reproducible.first { $0.format == "fido-u2f" })
        let staging = try Staging(vector)
        let device = try staging.device(staging.registered.flags, extra: nil).authenticator
        let application = RPIDHash(of: W3CVectors.rpID).bytes
        func hash(_ clientData: [UInt8]?) throws -> [UInt8] { Digest.sha256(try #require(clientData)) }

        let object = try AttestationObject.decode(try #require(vector.registration("attestationObject")))
            .object
        let statement = try FIDOU2FStatement(object.statement)
        let attested = try #require(staging.registered.attestedCredentialData)
        guard case .ec(let point)? = try COSEKey(decoding: attested.credentialPublicKey).publicKey else {
            Issue.record("the key is on no curve")
            return
        }
        let register = U2FRequest.register(
            challenge: try hash(vector.registration("clientDataJSON")), application: application)
        let registered = U2FResponse.register(
            U2FRegistration(
                publicKey: point.uncompressedPoint, keyHandle: attested.credentialID,
                certificate: statement.certificates[0], signature: statement.signature))
        #expect(await device.process(apdu: register.apdu.extended) == registered.encoded)

        let authenticate = U2FRequest.authenticate(
            .enforceUserPresence, challenge: try hash(vector.authentication("clientDataJSON")),
            application: application, keyHandle: attested.credentialID)
        let signature = try #require(vector.authentication("signature"))
        let signed = U2FResponse.authenticate(
            U2FAssertion(userPresence: 1, counter: 0, signature: signature))
        let short = try #require(authenticate.apdu.short)
        // The flags of the vector say no more than that the user was present.
        let flags = try AuthenticatorData.decode(try #require(vector.authentication("authenticatorData")))
            .data.flags
        if flags == .userPresent { #expect(await device.process(apdu: short) == signed.encoded) }
    }

    @Test func theAuthorityIsTheSame() async throws {
        let vector = try #require(Self.reproducible.first { $0.name == "packed.ES256" })
        let staging = try Staging(vector)
        let device = try staging.device(staging.registered.flags, extra: nil)
        _ = try await device.create(
            CreationOptions(
                rp: .init(id: W3CVectors.rpID, name: ""), user: .init(id: [1], name: "", displayName: ""),
                challenge: [1], pubKeyCredParams: [], attestation: .direct),
            in: try staging.caller())
        #expect(try staging.store.state().attestation?.root == W3CVectors.load().authorityCertificate)
    }
}
