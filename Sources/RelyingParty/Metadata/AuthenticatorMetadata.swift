public import Cryptography
public import WebAuthnModel

/// What the FIDO Metadata Service says of authenticators, once its BLOB was judged: a source of trust anchors, and
/// of warnings (FIDO Metadata Service 3.0).
///
/// Verify once, use for every registration. Nothing is fetched and no root is built in: the BLOB comes from
/// `https://mds3.fidoalliance.org/`, and the root from whoever issued the service's certificate (at present
/// GlobalSign), by a way that is trusted; compare its fingerprint. What a BLOB says that is not ``isVerified`` is not
/// used: a registration that is judged with it is rejected, by the ``faults``.
public struct AuthenticatorMetadata: Sendable {
    /// What the BLOB says; nil unless it is to be believed.
    public let payload: MetadataPayload?
    /// Why it is not to be believed; empty where it is.
    public let faults: [MetadataFault]
    private var byAAGUID: [AAGUID: [Int]] = [:]
    private var byKeyIdentifier: [[UInt8]: [Int]] = [:]

    /// Whether the BLOB is signed by whom the caller trusts, is whole, and no older than the last one.
    public var isVerified: Bool { payload != nil }

    /// Judges a BLOB.
    ///
    /// - Parameters:
    ///   - blob: the file as it is published, a JSON Web Signature in compact form.
    ///   - roots: certificates that may vouch for its signer.
    ///   - signer: the host that the signer's certificate must be issued to, `mds.fidoalliance.org` for the service
    ///     itself; nil for any, which is right only where the roots vouch for nobody else.
    ///   - lastNumber: the highest ``MetadataPayload/number`` that the caller ever believed; nil for none. Whoever
    ///     forgets it can be given an old BLOB, in which a model is not yet revoked.
    ///   - now: when the signer's certificates must be valid, in Unix seconds.
    public init(
        blob: [UInt8], roots: [X509Certificate], signer: String? = nil, lastNumber: Int? = nil, now: Int64
    ) {
        var verification = MetadataVerification(
            roots: roots, signer: signer, now: now, lastNumber: lastNumber)
        payload = verification.run(blob)
        faults = verification.faults
        for (index, entry) in (payload?.entries ?? []).enumerated() {
            if let aaguid = entry.aaguid { byAAGUID[aaguid, default: []].append(index) }
            for identifier in entry.keyIdentifiers { byKeyIdentifier[identifier, default: []].append(index) }
        }
    }

    /// The entries of a model; there should be one, and where there are several all count.
    public func entries(of aaguid: AAGUID) -> [MetadataEntry] { entries(byAAGUID[aaguid] ?? []) }

    /// The entries that name the key of one of these certificates, for models without an AAGUID.
    public func entries(vouchingFor chain: [X509Certificate]) -> [MetadataEntry] {
        for certificate in chain {
            if let found = byKeyIdentifier[certificate.publicKeyInfo.keyIdentifier] { return entries(found) }
        }
        return []
    }

    private func entries(_ indices: [Int]) -> [MetadataEntry] {
        guard let payload else { return [] }
        return indices.map { payload.entries[$0] }
    }
}
