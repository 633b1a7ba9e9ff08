import Bytes
import Cryptography
import JSON
import RelyingParty
import WebAuthnModel

/// A good metadata BLOB with an entry for the model of a registration, with one thing changed and signed over it.
struct MetadataRecipe {
    static let number = 42
    static let model = AAGUID(RegistrationRecipe.aaguid)?.description ?? ""

    /// Changes the payload's members.
    var payload: [JSONMember] = []
    /// Changes the entry's members.
    var entry: [JSONMember] = []
    /// Changes the members of the entry's statement; nil for an entry without one.
    var statement: [JSONMember]? = []
    var reports: [JSONValue] = [Self.report("FIDO_CERTIFIED_L1", since: "2025-01-31")]
    /// What vouches for the model, DER; nil for the root of the registration's certificates.
    var roots: [[UInt8]]?
    /// Changes the list of entries, which is one.
    var editEntries: (inout [JSONValue]) -> Void = { _ in }
    var editPayload: (inout [UInt8]) -> Void = { _ in }
    /// Changes the header's members.
    var header: [JSONMember] = []
    var algorithm = CompactJWS.Algorithm.es256
    var signer: PrivateKey
    var certificates: CertificateRecipe
    var editSignature: (inout [UInt8]) -> Void = { _ in }
    var editBLOB: (inout [UInt8]) -> Void = { _ in }
    /// The roots that the caller pinned; nil for that of the signer.
    var pinned: [X509Certificate]?
    /// The name that the caller wants the signer to have.
    var signerName: String?
    var lastNumber: Int?

    init() throws {
        signer = try TestKeys.ec(.p256, 8)
        certificates = try CertificateRecipe(aaguid: [])
        certificates.leaf.subject = DistinguishedName(.commonName("mds.example.org"))
        certificates.leaf.publicKeyInfo = signer.publicKey.subjectPublicKeyInfo
        certificates.leaf.extensions = [.basicConstraints(.endEntity)].compactMap { $0 }
        // Who vouches for the service vouches for no authenticator.
        let authority = try TestKeys.ec(.p256, 9)
        certificates.leafSigner = authority
        certificates.rootSigner = authority
        certificates.root.publicKeyInfo = authority.publicKey.subjectPublicKeyInfo
    }

    static func report(
        _ status: String, since day: String? = nil, version: Int? = nil, certificate: [UInt8]? = nil
    ) -> JSONValue {
        .object(
            [JSONMember("status", .string(status))]
                + (day.map { [JSONMember("effectiveDate", .string($0))] } ?? [])
                + (version.map { [JSONMember("authenticatorVersion", .integer($0))] } ?? [])
                + (certificate.map { [JSONMember("certificate", .string(Base64.encode($0)))] } ?? []))
    }

    /// Sets a member of the statement, or takes it away.
    mutating func state(_ name: String, _ value: JSONValue) { statement?.append(JSONMember(name, value)) }

    private func statementJSON(_ root: [UInt8]) -> JSONValue? {
        guard let statement else { return nil }
        var members: [JSONMember] = [
            JSONMember("description", "Example Authenticator"), JSONMember("aaguid", .string(Self.model)),
            JSONMember("authenticatorVersion", 5), JSONMember("protocolFamily", "fido2"),
            JSONMember("schema", 3), JSONMember("upv", [["major": 1, "minor": 1]]),
            JSONMember("authenticationAlgorithms", ["secp256r1_ecdsa_sha256_raw"]),
            JSONMember("publicKeyAlgAndEncodings", ["cose"]),
            JSONMember("attestationTypes", ["basic_full", "basic_surrogate"]),
            JSONMember("userVerificationDetails", [[["userVerificationMethod": "passcode_external"]]]),
            JSONMember("keyProtection", ["hardware", "secure_element"]),
            JSONMember("matcherProtection", ["on_chip"]), JSONMember("attachmentHint", ["external"]),
            JSONMember("tcDisplay", []),
            JSONMember(
                "attestationRootCertificates",
                .array((roots ?? [root]).map { .string(Base64.encode($0)) })),
        ]
        members.apply(statement)
        return .object(members)
    }

    /// The BLOB, for a model that `root` vouches for.
    func blob(root: [UInt8]) throws -> [UInt8] {
        var members = [JSONMember("aaguid", .string(Self.model))]
        if let statement = statementJSON(root) { members.append(JSONMember("metadataStatement", statement)) }
        members.append(JSONMember("statusReports", .array(reports)))
        members.append(JSONMember("timeOfLastStatusChange", "2025-01-31"))
        members.apply(entry)
        var entries: [JSONValue] = [.object(members)]
        editEntries(&entries)
        var whole = [
            JSONMember("legalHeader", "For tests."), JSONMember("no", .integer(Self.number)),
            JSONMember("nextUpdate", "2026-12-31"), JSONMember("entries", .array(entries)),
        ]
        whole.apply(payload)
        var bytes = JSONValue.object(whole).serialised()
        editPayload(&bytes)
        let chain = try certificates.chain()
        var head: [JSONMember] = [
            JSONMember("alg", .string(algorithm.rawValue)), JSONMember("typ", "JWT"),
            JSONMember("x5c", .array(chain.map { .string(Base64.encode($0)) })),
        ]
        head.apply(header)
        let jws = SignedJWS(header: head, payload: bytes, algorithm: algorithm, signer: signer)
        var text = try jws.text(editSignature)
        editBLOB(&text)
        return text
    }

    /// The BLOB as its reader has judged it.
    func judged(root: [UInt8], at now: Int64 = CertificateRecipe.now) throws -> AuthenticatorMetadata {
        AuthenticatorMetadata(
            blob: try blob(root: root),
            roots: try pinned ?? [X509Certificate(der: try certificates.rootDER())],
            signer: signerName, lastNumber: lastNumber, now: now)
    }

    /// Hands it to whoever judges a registration, in place of an anchor.
    func install(in recipe: inout RegistrationRecipe) throws {
        recipe.hasAnchor = false
        recipe.expectation.metadata = try judged(root: try recipe.certificates.rootDER())
    }
}
