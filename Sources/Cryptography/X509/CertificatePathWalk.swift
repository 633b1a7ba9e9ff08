/// Walks up one chain, to one anchor after another; the signatures within the chain are checked once.
struct CertificatePathWalk {
    let chain: [X509Certificate]
    let unixSeconds: Int64
    let known: Set<OID>
    /// What the signature of each certificate by the next one came to.
    private var links: [Int: CertificatePathFailure?] = [:]

    init(chain: [X509Certificate], unixSeconds: Int64, known: Set<OID>) {
        self.chain = chain
        self.unixSeconds = unixSeconds
        self.known = known
    }

    /// The first failure of the path that consists of the chain up to `index` and, if given, the anchor that
    /// signed the last of them.
    mutating func failure(upTo index: Int, anchor: X509Certificate?) -> CertificatePathFailure? {
        let path = Array(chain[...index]) + (anchor.map { [$0] } ?? [])
        // An anchor from outside has no place in the chain; it is counted as the one after the last.
        func place(_ position: Int) -> Int { position > index ? chain.count : position }

        var authoritiesBelow = 0
        for (position, certificate) in path.enumerated() {
            let isOutside = position > index
            let reason =
                failureAlone(certificate)
                ?? (position > 0 ? failureAsIssuer(certificate, above: authoritiesBelow, isOutside) : nil)
            if let reason { return CertificatePathFailure(reason, at: place(position)) }
            if position > 0, !certificate.isSelfIssued { authoritiesBelow += 1 }
        }
        for position in 0..<index {
            if let failure = failureOfLink(position) { return failure }
        }
        return nil
    }

    private func failureAlone(_ certificate: X509Certificate) -> CertificatePathFailure.Reason? {
        if unixSeconds > certificate.notAfter { return .expired }
        if unixSeconds < certificate.notBefore { return .notYetValid }
        return certificate.extensions.first { $0.isCritical && !known.contains($0.oid) }
            .map { .criticalExtension($0.oid) }
    }

    private func failureAsIssuer(
        _ certificate: X509Certificate, above authorities: Int, _ isOutside: Bool
    ) -> CertificatePathFailure.Reason? {
        switch certificate.basicConstraints {
        case .authority(let limit): if let limit, authorities > limit { return .pathLength }
        case .endEntity: return .intermediateNotCA
        // Old roots are version 1 or do not say; whoever lists one as an anchor vouches for it.
        case .absent: guard isOutside, certificate.isSelfIssued else { return .intermediateNotCA }
        }
        if let usage = certificate.keyUsage, !usage.contains(.keyCertSign) { return .keyUsage }
        return nil
    }

    private mutating func failureOfLink(_ position: Int) -> CertificatePathFailure? {
        if let known = links[position] { return known }
        let failure = failureOfSignature(at: position, by: chain[position + 1])
        links[position] = .some(failure)
        return failure
    }

    func failureOfSignature(at position: Int, by issuer: X509Certificate) -> CertificatePathFailure? {
        do throws(CryptographyError) {
            return try chain[position].isSigned(by: issuer)
                ? nil : CertificatePathFailure(.unverifiable, at: position)
        } catch {
            return CertificatePathFailure(.unsupported(error), at: position)
        }
    }
}
