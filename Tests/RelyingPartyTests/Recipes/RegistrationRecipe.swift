import Bytes
import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import WebAuthnModel

/// A good registration made with keys alone, with one thing changed, and signed again over the lie.
struct RegistrationRecipe {
    /// Who signs the statement.
    enum Attestation {
        case none, packedSelf, packedCertified
        case tpm
        case fidoU2F
        case apple
        case androidKey

        var format: String {
            switch self {
            case .none: "none"
            case .packedSelf, .packedCertified: "packed"
            case .tpm: "tpm"
            case .fidoU2F: "fido-u2f"
            case .apple: "apple"
            case .androidKey: "android-key"
            }
        }

        /// Whether a key with a certificate attests.
        var isCertified: Bool { self != .none && self != .packedSelf }
    }

    static let challenge = [UInt8](repeating: 0xC1, count: 32)
    static let aaguid = [UInt8](0x10..<0x20)
    /// Its base64url has letters that standard base64 writes otherwise.
    static let credentialID = [UInt8](0x40..<0x5A) + [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFE]

    var attestation: Attestation
    var client = ClientDataRecipe(.create, challenge: Self.challenge)
    var key: PrivateKey
    var algorithm = COSEAlgorithm.es256
    /// Changes the key's map; it is written in canonical form unless ``keyAsWritten`` is set.
    var editKey: (inout [CBORPair]) -> Void = { _ in }
    var keyAsWritten = false
    /// Changes the key's bytes.
    var editKeyBytes: (inout [UInt8]) -> Void = { _ in }
    var data: AuthenticatorData
    /// Changes the authenticator data's bytes before they are signed.
    var editData: (inout [UInt8]) -> Void = { _ in }
    /// Changes them after they are signed.
    var editSignedData: (inout [UInt8]) -> Void = { _ in }
    /// The statement's signer; nil for the one that the attestation asks for.
    var signer: PrivateKey?
    var statementAlgorithm: COSEAlgorithm?
    var editSignature: (inout [UInt8]) -> Void = { _ in }
    var certificates: CertificateRecipe
    var tpm = TPMRecipe()
    /// What an android-key certificate says of the key; the challenge is filled in unless there is one.
    var description = KeyDescription(
        attestationVersion: 300, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 300,
        keyMintSecurityLevel: .trustedEnvironment,
        hardwareEnforced: AuthorizationList(
            purposes: [AuthorizationList.signing], origin: AuthorizationList.generated))
    var editStatement: (inout CBORValue) -> Void = { _ in }
    /// Changes the attestation object's map: `fmt`, `attStmt`, `authData`.
    var editObject: (inout [CBORPair]) -> Void = { _ in }
    var objectAsWritten = false
    var editObjectBytes: (inout [UInt8]) -> Void = { _ in }
    /// Changes the response's JSON.
    var editResponse: (inout JSONValue) -> Void = { _ in }
    var editText: (inout [UInt8]) -> Void = { _ in }
    var expectation: RegistrationExpectation
    /// Whether the root is handed in as an anchor.
    var hasAnchor = true

    init(_ attestation: Attestation) throws {
        self.attestation = attestation
        key = try TestKeys.credential()
        certificates = try CertificateRecipe(aaguid: Self.aaguid)
        if attestation == .tpm { certificates.certifyTPM() }
        data = AuthenticatorData(
            rpIDHash: RPIDHash(of: "example.org").bytes,
            flags: [.userPresent, .userVerified, .attestedCredentialData], signCount: 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: AAGUID(Self.aaguid) ?? .zero, credentialID: Self.credentialID,
                credentialPublicKey: []))
        // A U2F key knows no model identifier.
        if attestation == .fidoU2F { data.attestedCredentialData?.aaguid = .zero }
        expectation = RegistrationExpectation(
            challenge: Self.challenge, origin: OriginExpectation([ClientDataRecipe.origin]),
            rpID: "example.org", userVerification: .required, offeredAlgorithms: [.es256, .edDSA, .rs256],
            registeredCredentialIDs: [], now: CertificateRecipe.now)
    }

    private func keyBytes() throws -> [UInt8] {
        guard
            case .map(var pairs) = try CBORDecoder.decode(
                COSEKey(key.publicKey, algorithm: algorithm).encoded)
        else { return [] }
        editKey(&pairs)
        var bytes = keyAsWritten ? CBOREncoder.encodeAsWritten(.map(pairs)) : CBOREncoder.encode(.map(pairs))
        editKeyBytes(&bytes)
        return bytes
    }

    private func statement(_ message: [UInt8]) throws -> CBORValue {
        let isOwn = !attestation.isCertified || attestation == .androidKey
        let own = statementAlgorithm ?? (isOwn ? algorithm : .es256)
        let defaultSigner = isOwn ? key : try TestKeys.attestation()
        guard attestation != .none else { return NoneStatement.cbor }
        if attestation == .tpm {
            return try tpm.statement(
                for: key.publicKey, over: message, by: signer ?? defaultSigner, own,
                certificates: try certificates.chain(), editSignature: editSignature
            ).cbor
        }
        let message = attestation == .fidoU2F ? u2fMessage(message) : message
        var signature = try TestKeys.sign(message, signer ?? defaultSigner, own.scheme ?? .ecdsa(.sha256))
        editSignature(&signature)
        if attestation == .apple {
            var certificates = certificates
            certificates.bind(
                to: signer ?? key, AppleStatement.nonceExtension,
                AppleStatement.extensionValue(nonce: Digest.sha256(message)))
            return AppleStatement(certificates: try certificates.chain()).cbor
        }
        if attestation == .androidKey {
            var (certificates, description) = (certificates, description)
            if description.attestationChallenge.isEmpty {
                description.attestationChallenge = ClientDataHash(of: client.bytes).bytes
            }
            certificates.bind(
                to: signer ?? key, KeyDescription.extensionIdentifier, description.encoded)
            return AndroidKeyStatement(
                algorithm: own, signature: signature, certificates: try certificates.chain()
            ).cbor
        }
        if attestation == .fidoU2F {
            return FIDOU2FStatement(certificates: try certificates.chain(), signature: signature).cbor
        }
        let kind: PackedStatement.Kind =
            attestation.isCertified ? .certificates(try certificates.chain()) : .selfAttestation
        return PackedStatement(algorithm: own, signature: signature, kind: kind).cbor
    }

    /// What a U2F key signs: `usual` is authenticator data and client data hash.
    private func u2fMessage(_ usual: [UInt8]) -> [UInt8] {
        let point = if case .ec(let key) = key.publicKey { key.uncompressedPoint } else { [UInt8]() }
        return FIDOU2FStatement.signedBytes(
            rpIDHash: usual.prefix(32), clientDataHash: Array(usual.suffix(32)),
            credentialID: data.attestedCredentialData?.credentialID ?? [], point: point)
    }

    /// The authenticator data before anything is done to it.
    func unsignedData() throws -> [UInt8] {
        var data = data
        data.attestedCredentialData?.credentialPublicKey = try keyBytes()
        return data.encoded
    }

    /// The attestation object's bytes.
    func object() throws -> [UInt8] {
        var bytes = try unsignedData()
        editData(&bytes)
        let message = bytes + ClientDataHash(of: client.bytes).bytes
        var statement = try statement(message)
        editStatement(&statement)
        editSignedData(&bytes)
        var pairs = [
            CBORPair("fmt", .text(attestation.format)), CBORPair("attStmt", statement),
            CBORPair("authData", .bytes(bytes)),
        ]
        editObject(&pairs)
        var object =
            objectAsWritten ? CBOREncoder.encodeAsWritten(.map(pairs)) : CBOREncoder.encode(.map(pairs))
        editObjectBytes(&object)
        return object
    }

    /// The response's JSON.
    func json() throws -> [UInt8] {
        let id = Base64URL.encode(data.attestedCredentialData?.credentialID ?? Self.credentialID)
        var response: JSONValue = [
            "id": .string(id), "rawId": .string(id), "type": "public-key",
            "response": [
                "clientDataJSON": .string(Base64URL.encode(client.bytes)),
                "attestationObject": .string(Base64URL.encode(try object())), "transports": ["usb"],
            ], "clientExtensionResults": [:],
        ]
        editResponse(&response)
        var text = response.serialised()
        editText(&text)
        return text
    }

    /// What the verifier says.
    func report(_ policy: Policy) throws -> Report {
        var expectation = expectation
        if hasAnchor, attestation.isCertified {
            expectation.trustAnchors.append(try X509Certificate(der: try certificates.rootDER()))
        }
        return Verifier(policy: policy).verify(registration: try json(), expecting: expectation)
    }
}

extension CBORValue {
    /// A map with a member replaced, or taken away.
    func setting(_ name: String, to value: CBORValue?) -> CBORValue {
        guard case .map(var pairs) = self else { return self }
        pairs.removeAll { $0.key == .text(name) }
        if let value { pairs.append(CBORPair(.text(name), value)) }
        return .map(pairs)
    }
}
