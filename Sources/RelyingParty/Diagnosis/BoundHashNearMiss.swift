internal import Cryptography
internal import WebAuthnModel

/// What an attestation binds to the ceremony without a signature of its own: a hash that is of something else.
struct BoundHashNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.tpmExtraData, .appleNonce, .androidKeyChallenge]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard finding.variant == "other", case .bytes(let bound)? = finding.actual, !bound.isEmpty else {
            return nil
        }
        if bound == evidence.challenge {
            return Diagnosis(
                "boundHash.challenge", of: finding.code, variant: "ofChallenge",
                "The attestation holds the relying party's challenge itself; it must hold a hash of the client data, "
                    + "in which the challenge is.", .authenticator)
        }
        let algorithms = HashAlgorithm.allCases.filter { $0.digestLength == bound.count }
        let inputs = SignedInput.kinds(evidence) { data, hash in
            finding.code == .androidKeyChallenge ? nil : data + hash
        }.joined()
        let writings = finding.code == .androidKeyChallenge ? ClientDataWritings.all(evidence) : []
        guard
            let input = (Array(inputs) + writings).first(where: { input in
                algorithms.contains { Digest.hash(input.bytes, $0) == bound }
            })
        else { return nil }
        return Diagnosis(
            "boundHash.\(input.word)", of: finding.code, variant: input.variant,
            "It is the hash of \(input.what): \(input.story)", input.suspect, at: input.location)
    }
}
