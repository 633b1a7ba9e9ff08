/// Validates a chain of certificates against trust anchors (RFC 5280 §6.1).
///
/// The order of the chain is taken as given, as WebAuthn prescribes it for `x5c`: nothing is searched but the
/// anchor. No revocation, no name constraints (a critical one is refused as unknown) and no policies.
public struct CertificatePath: Sendable {
    /// The most certificates that are looked at; real chains have at most five.
    public static let maximumLength = 8

    /// The extensions that may be critical: those that are checked here, and those that limit nothing here.
    public static let knownExtensions: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .certificatePolicies,
        .subjectKeyIdentifier, .authorityKeyIdentifier,
    ]

    /// Validates a chain.
    ///
    /// A path ends at the first certificate of the chain that is itself an anchor, or at an anchor that issued
    /// one of the chain; what the chain carries above that is only looked at for its order. A root that the
    /// chain itself brings helps nobody. The validity of anchors counts too, and so do their constraints.
    ///
    /// - Parameters:
    ///   - chain: The certificates, leaf first.
    ///   - anchors: The certificates trusted for their own sake: roots, intermediates or leaves, in any order.
    ///   - unixSeconds: The time at which all must be valid.
    ///   - alsoKnown: Further extensions that the caller understands, and that may therefore be critical.
    /// - Returns: The path, or the first failure. Without an anchor the chain is still checked as far as it
    ///   goes, so that ``CertificatePathFailure/Reason/noAnchor`` says that nothing else is wrong.
    public static func validate(
        _ chain: [X509Certificate], anchors: [X509Certificate], at unixSeconds: Int64,
        alsoKnown: Set<OID> = []
    ) -> CertificatePathVerdict {
        if let failure = failureOfOrder(chain) { return .rejected(failure) }
        var walk = CertificatePathWalk(
            chain: chain, unixSeconds: unixSeconds, known: knownExtensions.union(alsoKnown))
        let last = chain.count - 1
        var anchored: CertificatePathFailure?
        var unsigned: CertificatePathFailure?
        for index in chain.indices {
            for anchor in anchors {
                let isMember = anchor == chain[index]
                guard isMember || chain[index].issuer.matches(anchor.subject) else { continue }
                let above = isMember ? nil : anchor
                if let above, let failure = walk.failureOfSignature(at: index, by: above) {
                    if index == last { unsigned = unsigned ?? failure }
                } else if let failure = walk.failure(upTo: index, anchor: above) {
                    anchored = anchored ?? failure
                } else {
                    return .trusted(path: Array(chain[...index]) + (above.map { [$0] } ?? []))
                }
            }
        }
        if let failure = anchored ?? walk.failure(upTo: last, anchor: nil) { return .rejected(failure) }
        // All is well up to an anchor's name. Either the last signature is wrong, or a root of the chain's
        // own borrows the name.
        if let unsigned, !chain[last].isSelfIssued { return .rejected(unsigned) }
        return .rejected(CertificatePathFailure(.noAnchor, at: last))
    }

    /// What can be seen without a signature or an anchor: each certificate names the next as its issuer.
    private static func failureOfOrder(_ chain: [X509Certificate]) -> CertificatePathFailure? {
        if chain.isEmpty { return CertificatePathFailure(.empty, at: 0) }
        if chain.count > maximumLength {
            return CertificatePathFailure(.tooLong(count: chain.count), at: maximumLength)
        }
        for index in chain.indices where chain[..<index].contains(chain[index]) {
            return CertificatePathFailure(.duplicateCertificate, at: index)
        }
        for index in chain.indices.dropLast() where !chain[index].issuer.matches(chain[index + 1].subject) {
            let isElsewhere = chain.contains { chain[index].issuer.matches($0.subject) && $0 != chain[index] }
            return CertificatePathFailure(isElsewhere ? .order : .nameMismatch, at: index)
        }
        return nil
    }
}
