import Bytes
import COSE
import Cryptography
import RelyingParty
import TestSupport
import WebAuthnModel

/// A metadata service whose key is in the target's hands, so that any payload and any header can be signed; and the
/// registration of a vector of WebAuthn Level 3 §16, for whose model it may speak.
struct MetadataService {
    static let now: Int64 = 1_795_996_800
    static let shared = try? MetadataService()

    let root: X509Certificate
    /// DER.
    let leaf: [UInt8]
    /// A header as it should be.
    let header: [UInt8]
    /// A payload that lists the vector's model, with the root that vouches for it.
    let payload: [UInt8]
    let model: AAGUID
    let parts: RegistrationParts
    private let key: PrivateKey
    private let expectation: RegistrationExpectation

    private struct NoVector: Error {}

    private init() throws {
        let authority = try Self.key(9)
        key = try Self.key(8)
        let name = DistinguishedName(.commonName("Root"))
        root = try X509Certificate(
            der: Self.certificate(
                name, authority, .basicConstraints(.authority(pathLength: nil)), by: authority))
        leaf = try Self.certificate(
            DistinguishedName(.commonName("mds.example.org")), key, .basicConstraints(.endEntity),
            by: authority)
        header = CompactJWS.header(.es256, type: "JWT", certificates: [leaf])

        guard let vector = W3CVectors.all.first(where: { $0.name == "packed.ES256" }),
            let challenge = vector.registration("challenge"),
            let clientData = vector.registration("clientDataJSON"),
            let object = vector.registration("attestationObject"),
            let model = vector.registration("aaguid").flatMap({ AAGUID($0) })
        else { throw NoVector() }
        self.model = model
        parts = RegistrationParts(
            credentialID: vector.registration("credential_id"), clientDataJSON: clientData,
            attestationObject: object)
        expectation = RegistrationExpectation(
            challenge: challenge, origin: OriginExpectation([W3CVectors.origin]), rpID: W3CVectors.rpID,
            offeredAlgorithms: [.es256], now: Self.now)
        payload = Self.payload(model, root: try W3CVectors.load().authorityCertificate)
    }

    private static func key(_ seed: UInt8) throws -> PrivateKey {
        .ec(try ECPrivateKey(curve: .p256, scalar: [UInt8](repeating: seed, count: 32)))
    }

    private static func certificate(
        _ subject: DistinguishedName, _ key: PrivateKey, _ constraints: X509Extension?,
        by authority: PrivateKey
    ) throws -> [UInt8] {
        try CertificateDraft(
            serialNumber: [1], issuer: DistinguishedName(.commonName("Root")), subject: subject,
            notBefore: now - 86_400, notAfter: now + 86_400, publicKey: key.publicKey,
            extensions: [constraints].compactMap { $0 }
        ).signed(by: authority, scheme: .ecdsa(.sha256), nonce: .deterministic)
    }

    private static func payload(_ model: AAGUID, root: [UInt8]) -> [UInt8] {
        let statement = #"{"description":"V","attestationRootCertificates":["\#(Base64.encode(root))"]}"#
        let entry =
            #"{"aaguid":"\#(model)","metadataStatement":\#(statement),"statusReports":[{"status":"FIDO_CERTIFIED"}]}"#
        return Array(#"{"no":42,"nextUpdate":"2026-12-31","entries":[\#(entry)]}"#.utf8)
    }

    /// The BLOB, with a signature that is right whatever is signed.
    func blob(header: [UInt8], payload: [UInt8]) -> [UInt8] {
        let input = CompactJWS.signingInput(header: header, payload: payload)
        let signature = (try? key.signature(for: input, scheme: .ecdsa(.sha256), nonce: .deterministic)) ?? []
        return CompactJWS.text(
            signingInput: input, signature: CompactJWS.Algorithm.es256.signature(signature))
    }

    /// A BLOB as its reader judges it.
    func judge(_ blob: [UInt8], lastNumber: Int? = nil) -> AuthenticatorMetadata {
        AuthenticatorMetadata(blob: blob, roots: [root], lastNumber: lastNumber, now: Self.now)
    }

    /// The vector's registration, for which nothing but the metadata can vouch.
    func register(with metadata: AuthenticatorMetadata) -> Report {
        var expectation = expectation
        expectation.metadata = metadata
        return Verifier().verify(parts, expecting: expectation)
    }
}
