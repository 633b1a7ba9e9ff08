internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// A certificate that should be of the credential's key, and another one of the chain is.
struct LeafKeyNearMiss: NearMiss {
    let codes: Set<RuleCode> = [.appleLeafKey, .androidKeyLeafKey]

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        guard let key = evidence.credentialKey?.publicKey, let chain = AttestationChain(evidence)?.chain,
            let index = chain.firstIndex(where: { $0.publicKey == key }), index > 0
        else { return nil }
        return Diagnosis(
            "chain.wrongOrder", of: finding.code,
            "Certificate \(index) of x5c is of the credential's key, and must be the first: the chain stands in the "
                + "wrong order.", .authenticator)
    }
}
