internal import Bytes
internal import COSE
public import Cryptography
internal import WebAuthnModel

extension RandomPurpose {
    /// The key of a model's attestation authority.
    public static let attestationAuthorityKey = RandomPurpose(rawValue: "attestationAuthorityKey")
    /// The serial number of the authority's own certificate.
    public static let attestationAuthoritySerial = RandomPurpose(rawValue: "attestationAuthoritySerial")
    /// The serial number that tells one device from others of its model.
    public static let deviceSerial = RandomPurpose(rawValue: "deviceSerial")
    /// The key that signs attestation statements.
    public static let attestationKey = RandomPurpose(rawValue: "attestationKey")
}

/// A model's certificate authority, and the identity that it gives a device on first use.
struct AttestationAuthority: Sendable {
    let template: AttestationTemplate
    let aaguid: AAGUID
    /// Which of a compound attester's authorities it is; the store keeps the identity of the first alone.
    var place = 0
    /// What the format wants in the leaf besides.
    var leafExtensions: [X509Extension] = []
    /// Whether the device has a key and a certificate of its own; else each credential gets a certificate.
    var certifiesDevice = true
    /// What kind of key the device has of its own.
    var deviceAlgorithm = COSEAlgorithm.es256

    /// The device's identity: the one in the store, or a new one that is kept there; after the first place, one that
    /// follows from the root key of the first.
    func identity(
        _ tools: AttestationTools
    ) throws(AttestationError) -> AuthenticatorState.AttestationIdentity {
        let known: AuthenticatorState.AttestationIdentity?
        do { known = try tools.store.state().attestation } catch { throw .store(error) }
        guard let known else { return try makeFirst(tools) }
        guard place > 0 else { return known }
        let random = SeededRandom(seed: known.rootKey.exposedBytes, context: [UInt8(clamping: place)])
        do { return try make(random, .deterministic) } catch { throw .cryptography(error) }
    }

    private func makeFirst(
        _ tools: AttestationTools
    ) throws(AttestationError) -> AuthenticatorState.AttestationIdentity {
        let made: AuthenticatorState.AttestationIdentity
        do { made = try make(tools.randomness.forDevice, tools.nonce) } catch { throw .cryptography(error) }
        do {
            // Another process may have been first: then its identity is the device's.
            return try tools.store.updateState { state in
                if let known = state.attestation { return known }
                state.attestation = made
                return made
            }
        } catch { throw .store(error) }
    }

    /// What tells this one device from all others: another key, whose certificate has the device's serial number.
    ///
    /// It is under the same root and follows from its key, so that it is the same after a reset.
    func enterpriseIdentity(
        _ tools: AttestationTools
    ) throws(AttestationError) -> AuthenticatorState.AttestationIdentity {
        var identity = try identity(tools)
        let random = SeededRandom(seed: identity.rootKey.exposedBytes, context: Array("enterprise".utf8))
        do {
            let rootKey = try PrivateKey(storedForm: identity.rootKey.exposedBytes)
            let key = try deviceKey(random)
            let number = try random.bytes(Self.serialLength, for: .deviceSerial)
            identity.key = Secret(key.storedForm)
            identity.certificate = try certificate(
                for: key.publicKey, serial: try random.bytes(Self.serialLength, for: .certificateSerial),
                issuedBy: rootKey, .deterministic, isAuthority: false,
                // An OCTET STRING within the extension's own (WebAuthn Level 3 §8.2.2).
                statement: X509Extension(.fidoSerialNumber, value: DER.octetString(number)))
        } catch { throw .cryptography(error) }
        return identity
    }

    /// A certificate of a new credential's key, in a model that certifies each.
    ///
    /// - Parameter statement: the extension in which the format says what it attests.
    func certifyCredential(
        _ key: PublicKey, with statement: X509Extension, _ tools: AttestationTools
    ) throws(AttestationError) -> [UInt8] {
        let identity = try identity(tools)
        do {
            return try certificate(
                for: key, serial: try tools.random.bytes(Self.serialLength, for: .certificateSerial),
                issuedBy: try PrivateKey(storedForm: identity.rootKey.exposedBytes), tools.nonce,
                isAuthority: false, statement: statement)
        } catch { throw .cryptography(error) }
    }

    private static let serialLength = 16

    private func make(
        _ random: any RandomSource, _ nonce: NonceGeneration
    ) throws(CryptographyError) -> AuthenticatorState.AttestationIdentity {
        let rootKey = PrivateKey.ec(
            try ECPrivateKey.generate(.p256, random: random, purpose: .attestationAuthorityKey))
        let root = try certificate(
            for: rootKey.publicKey,
            serial: try random.bytes(Self.serialLength, for: .attestationAuthoritySerial),
            issuedBy: rootKey, nonce, isAuthority: true)
        guard certifiesDevice else {
            return AuthenticatorState.AttestationIdentity(
                key: Secret(rootKey.storedForm), certificate: root, rootKey: Secret(rootKey.storedForm),
                root: root)
        }
        let key = try deviceKey(random)
        let leaf = try certificate(
            for: key.publicKey, serial: try random.bytes(Self.serialLength, for: .certificateSerial),
            issuedBy: rootKey, nonce, isAuthority: false)
        return AuthenticatorState.AttestationIdentity(
            key: Secret(key.storedForm), certificate: leaf, rootKey: Secret(rootKey.storedForm), root: root)
    }

    private func deviceKey(_ random: any RandomSource) throws(CryptographyError) -> PrivateKey {
        if case .rsa = deviceAlgorithm.keyKind {
            return .rsa(try RSAPrivateKey.generate(random: random, purpose: .attestationKey))
        }
        return .ec(try ECPrivateKey.generate(.p256, random: random, purpose: .attestationKey))
    }

    /// Extensions in the order of the W3C test vectors' certificates.
    private func certificate(
        for key: PublicKey, serial: [UInt8], issuedBy issuer: PrivateKey, _ nonce: NonceGeneration,
        isAuthority: Bool, statement: X509Extension? = nil
    ) throws(CryptographyError) -> [UInt8] {
        let constraints: BasicConstraints = isAuthority ? .authority(pathLength: nil) : .endEntity
        var extensions: [X509Extension] = [
            X509Extension(.basicConstraints, isCritical: true, value: constraints.encoded ?? []),
            .keyUsage(isAuthority ? [.keyCertSign, .cRLSign] : [.digitalSignature]),
            .subjectKeyIdentifier(try PublicKeyInfo(key).keyIdentifier),
        ]
        if !isAuthority {
            extensions.append(
                .authorityKeyIdentifier(try PublicKeyInfo(issuer.publicKey).keyIdentifier))
            if template.namesAAGUID {
                // An OCTET STRING within the extension's own (WebAuthn Level 3 §8.2.1).
                extensions.append(
                    X509Extension(.fidoAAGUID, value: DER.octetString(aaguid.bytes.bytes)))
            }
            extensions += leafExtensions
        }
        if let statement { extensions.append(statement) }
        let draft = CertificateDraft(
            serialNumber: serial, issuer: template.issuer,
            subject: isAuthority ? template.issuer : template.subject, notBefore: template.notBefore,
            notAfter: template.notAfter, publicKey: key, extensions: extensions)
        return try draft.signed(by: issuer, scheme: .ecdsa(.sha256), nonce: nonce)
    }
}

extension OID {
    /// id-fido-gen-ce-aaguid (WebAuthn Level 3 §8.2.1).
    static let fidoAAGUID: OID = "1.3.6.1.4.1.45724.1.1.4"
    /// id-fido-gen-ce-sernum (WebAuthn Level 3 §8.2.2).
    static let fidoSerialNumber: OID = "1.3.6.1.4.1.45724.1.1.2"
}
