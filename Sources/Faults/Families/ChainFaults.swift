internal import Authenticator
internal import Cryptography
internal import WebAuthnModel

/// The path from the attesting certificate to a trust anchor (RFC 5280 §6.1); caught where the verifier knows the
/// model's root.
extension Fault {
    private static let issued = FaultFamily(
        .chain, signs: .overTheLie, where: .ceremony(.create), .certificates)
    private static let issuedByOthers = FaultFamily(
        .chain, signs: .overTheLie, where: .ceremony(.create), .certificates, .otherFormat("fido-u2f"))

    /// 2001-01-01 to 2002-01-01, and 2100-01-01 to 2110-01-01, in Unix seconds.
    private static let past: (Int64, Int64) = (978_307_200, 1_009_843_200)
    private static let future: (Int64, Int64) = (4_102_444_800, 4_417_977_600)

    static let chainFaults: [Fault] = [
        issued(
            .chain, "expired", "The attesting certificate has expired.",
            .certificate { ($0.notBefore, $0.notAfter) = past }),
        issued(
            .chain, "notYetValid", "The attesting certificate is not valid yet.",
            .certificate { ($0.notBefore, $0.notAfter) = future }),
        issued(
            .chain, "unverifiable", "Somebody else signed the attesting certificate in the authority's name.",
            .attestation { (attestation, work) throws(AttestationError) in
                guard let leaf = attestation.certificates.first else { return }
                let key = try work.otherKey("attacker")
                guard let draft = CertificateDraft(of: leaf) else { return }
                attestation.certificates[0] = try work.issue(draft, by: key)
            }),
        issued(
            .chain, "attackerRoot", "An authority of nobody's issued the attesting certificate.",
            .certificate { $0.issuer = DistinguishedName(.commonName("An authority of nobody's")) }),
        issuedByOthers(
            .chain, "order", "The certificates are not in the order of the path.",
            .chain(authorities: 2, sending: { issued, _ in issued.prefix(1) + issued.dropFirst().reversed() })
        ),
        issuedByOthers(
            .chain, "intermediateExpired", "An authority between leaf and root has expired.",
            .chain({ chain in
                for index in chain.authorities.indices {
                    (chain.authorities[index].draft.notBefore, chain.authorities[index].draft.notAfter) = past
                }
            })),
        issuedByOthers(
            .chain, "intermediateNotCA",
            "The attesting certificate was issued by one that is no authority's.",
            .chain({
                $0.editAuthorities { $0.edit(.basicConstraints) { _ in .basicConstraints(.endEntity) } }
            })),
        issuedByOthers(
            .chain, "pathLength", "An authority allows none below it, and there is one.",
            .chain(
                authorities: 2,
                { chain in
                    guard let last = chain.authorities.indices.last else { return }
                    chain.authorities[last].draft.edit(.basicConstraints) { _ in
                        .basicConstraints(.authority(pathLength: 0))
                    }
                })),
        issuedByOthers(
            .chain, "keyUsage", "An authority's key is not for certificates.",
            .chain({ $0.editAuthorities { $0.edit(.keyUsage) { _ in .keyUsage(.digitalSignature) } } })),
        issuedByOthers(
            .chain, "nameMismatch", "The leaf's issuer is not the subject of the next certificate.",
            .chain({ $0.leaf.issuer = DistinguishedName(.commonName("Somebody else")) })),
        issuedByOthers(
            .chain, "duplicateCertificate", "A certificate of the path stands twice.",
            .chain(sending: { issued, _ in issued + issued.suffix(1) })),
        issuedByOthers(
            .chain, "tooLong", "Twelve authorities stand between leaf and root.", .chain(authorities: 12)),
        issuedByOthers(
            .chain, "malformed", "What follows the attesting certificate is none.",
            .chain(sending: { issued, _ in issued.prefix(1) + [[0x30, 0x00]] })),
        issuedByOthers(
            .chain, "rootIncluded", "The statement brings the root itself, which helps nobody.",
            .chain(authorities: 0, sending: { issued, draft in issued + [draft.root] })),
    ]
}

extension ChainDraft {
    /// Changes every authority.
    fileprivate mutating func editAuthorities(_ edit: (inout CertificateDraft) -> Void) {
        for index in authorities.indices { edit(&authorities[index].draft) }
    }
}
