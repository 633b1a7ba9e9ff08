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

        var format: String {
            switch self {
            case .none: "none"
            case .packedSelf, .packedCertified: "packed"
            case .tpm: "tpm"
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
        let own = statementAlgorithm ?? (attestation.isCertified ? .es256 : algorithm)
        let defaultSigner = attestation.isCertified ? try TestKeys.attestation() : key
        guard attestation != .none else { return NoneStatement.cbor }
        if attestation == .tpm {
            return try tpm.statement(
                for: key.publicKey, over: message, by: signer ?? defaultSigner, own,
                certificates: try certificates.chain(), editSignature: editSignature
            ).cbor
        }
        var signature = try TestKeys.sign(message, signer ?? defaultSigner, own.scheme ?? .ecdsa(.sha256))
        editSignature(&signature)
        let kind: PackedStatement.Kind =
            attestation == .packedCertified ? .certificates(try certificates.chain()) : .selfAttestation
        return PackedStatement(algorithm: own, signature: signature, kind: kind).cbor
    }

    /// The attestation object's bytes.
    func object() throws -> [UInt8] {
        var data = data
        data.attestedCredentialData?.credentialPublicKey = try keyBytes()
        var bytes = data.encoded
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
