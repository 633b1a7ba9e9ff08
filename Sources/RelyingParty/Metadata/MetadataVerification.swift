internal import Cryptography
internal import JSON
internal import WebAuthnModel

/// The processing rules for the BLOB (FIDO Metadata Service 3.0 §3.2), up to where its entries may be used.
///
/// Deviation: `x5u` is refused and not followed, certificates are not looked up in revocation lists, and a BLOB
/// without `x5c` is refused instead of being tried with the root's own key: nothing here reaches for a network, and
/// no BLOB is published so.
struct MetadataVerification {
    /// Who may vouch for the signer.
    let roots: [X509Certificate]
    /// The host that the signer's certificate must be issued to; nil for any.
    let signer: String?
    /// When the signer's certificates must be valid, in Unix seconds.
    let now: Int64
    /// The number of the last BLOB that was believed.
    let lastNumber: Int?
    private(set) var faults: [MetadataFault] = []

    init(roots: [X509Certificate], signer: String?, now: Int64, lastNumber: Int?) {
        self.roots = roots
        self.signer = signer
        self.now = now
        self.lastNumber = lastNumber
    }

    /// The payload, which is read only once its signature stands; nil, with the faults, where it does not.
    mutating func run(_ blob: [UInt8]) -> MetadataPayload? {
        guard let jws = takeApart(blob) else { return nil }
        let chain = readChain(jws)
        checkSignature(jws, chain.first)
        if !chain.isEmpty { checkPath(chain) }
        checkSigner(chain.first)
        guard faults.isEmpty, let payload = readPayload(jws) else { return nil }
        if let lastNumber, payload.number < lastNumber {
            tell(
                .metadata, "numberWentBack",
                because: "the BLOB is number \(payload.number), and number \(lastNumber) was seen before",
                expected: .integer(lastNumber), actual: .integer(payload.number))
            return nil
        }
        return payload
    }

    // MARK: The signature

    private mutating func takeApart(_ blob: [UInt8]) -> CompactJWS? {
        guard blob.count <= MetadataPayload.maximumBytes else {
            tell(
                .metadataJWS, "tooLarge",
                because:
                    "the BLOB has \(blob.count) bytes; at most \(MetadataPayload.maximumBytes) are read")
            return nil
        }
        // Files end in a line end.
        let isSpace = { (byte: UInt8) in byte == 0x20 || (9...13).contains(byte) }
        let text = blob.last.map(isSpace) == true ? Array(blob[..<blob.trimmedEnd(isSpace)]) : blob
        do { return try CompactJWS(text) } catch {
            let variant = if case .duplicateMember = error { "duplicateMember" } else { "malformed" }
            tell(.metadataJWS, variant, because: "the BLOB is no signed text: \(error)")
            return nil
        }
    }

    private mutating func readChain(_ jws: CompactJWS) -> [X509Certificate] {
        do {
            var chain: [X509Certificate] = []
            for der in try jws.certificates().prefix(CertificatePath.maximumLength + 1) {
                chain.append(try X509Certificate(der: der))
            }
            return chain
        } catch let error as CompactJWS.CertificatesError {
            tell(.metadataJWS, "x5c", because: "\(error)")
        } catch {
            tell(.metadata, "chain", because: "a certificate in x5c cannot be read: \(error)")
        }
        return []
    }

    private mutating func checkSignature(_ jws: CompactJWS, _ signer: X509Certificate?) {
        let fault: JWSSignatureFault?
        if let key = signer?.publicKey {
            fault = jws.fault(under: key)
        } else {
            fault = jws.headerFault
            if fault == nil, signer != nil {
                tell(
                    .metadata, "signature",
                    because: "signatures by the signing certificate's key cannot be checked here")
            }
        }
        guard let (variant, because, hint) = fault?.story else { return }
        let isAlgorithm = variant.hasPrefix("alg")
        tell(
            variant == "signature" ? .metadata : .metadataJWS, variant, because: because,
            expected: isAlgorithm ? .list([.text("ES256"), .text("RS256")]) : nil,
            actual: isAlgorithm ? jws.algorithmName.map { .text($0) } : nil, hint: hint)
    }

    private mutating func checkPath(_ chain: [X509Certificate]) {
        guard !roots.isEmpty else {
            return tell(
                .metadata, "rootUnpinned", because: "no root was given that may vouch for the signer",
                hint: Self.rootHint(chain))
        }
        switch CertificatePath.validate(chain, anchors: roots, at: now) {
        case .trusted: break
        case .rejected(let failure) where failure.reason == .noAnchor:
            tell(
                .metadata, "rootUnpinned",
                because: "the signer's certificates lead to none of the roots that were given",
                expected: .texts(roots.map(\.subject.description)),
                actual: chain.last.map { .text($0.issuer.description) }, hint: Self.rootHint(chain))
        case .rejected(let failure):
            tell(.metadata, "chain", because: "the signer's certificates are not in order: \(failure)")
        }
    }

    /// A public root vouches for many who are not the service.
    private mutating func checkSigner(_ leaf: X509Certificate?) {
        guard let signer, let leaf else { return }
        let names = leaf.hostNames
        guard !names.contains(where: { $0.lowercased() == signer.lowercased() }) else { return }
        tell(
            .metadata, "signerOther", because: "the signing certificate was not issued to \(signer)",
            expected: .text(signer), actual: .texts(names.isEmpty ? ["no name"] : names))
    }

    private static func rootHint(_ chain: [X509Certificate]) -> String {
        "The signer's certificates end at \"\(chain.last?.issuer.description ?? "")\". The FIDO Alliance names the "
            + "root of its service at https://fidoalliance.org/metadata/; the certificate's issuer publishes it."
    }

    // MARK: The payload

    private mutating func readPayload(_ jws: CompactJWS) -> MetadataPayload? {
        do { return try MetadataPayload(parsing: jws.payload) } catch {
            tell(
                .metadata, "malformed", because: "the payload cannot be read: \(error)",
                at: ReportLocation(.metadata, path: error.path, offset: error.offset))
            return nil
        }
    }

    private mutating func tell(
        _ code: RuleCode, _ variant: String, because: String, expected: ReportValue? = nil,
        actual: ReportValue? = nil, at location: ReportLocation? = nil, hint: String? = nil
    ) {
        faults.append(
            MetadataFault(
                code, variant, because: because, expected: expected, actual: actual, at: location, hint: hint)
        )
    }
}

extension [UInt8] {
    /// Where the bytes end that come before the last that are all of one kind.
    fileprivate func trimmedEnd(_ isLeftOut: (UInt8) -> Bool) -> Int {
        lastIndex { !isLeftOut($0) }.map { $0 + 1 } ?? 0
    }
}

extension RelyingPartyError {
    /// Where in a text that was handed in; nil for what has no place.
    fileprivate var offset: Int? {
        switch self {
        case .notJSON(let error): error.offset
        case .member(_, _, let offset), .rejectedReport(let offset): offset
        default: nil
        }
    }

    /// Which member.
    fileprivate var path: String? {
        if case .member(let path, _, _) = self, !path.isEmpty { path } else { nil }
    }
}
