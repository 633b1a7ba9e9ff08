import Cryptography
import RelyingParty

/// Certificate paths and what vouches for models.
extension PublicReport {
    static let paths: [PublicReport] =
        [
            PublicReport(
                65, "webauthn4j/webauthn4j #117, go-webauthn/webauthn #797",
                breaks: [
                    chain("expired", .packedCertified) { $0.leaf.notAfter = TrustTests.past },
                    chain("expired", .tpm) { $0.leaf.notAfter = TrustTests.past },
                ]),
            PublicReport(
                66, "smallstep/certificates #1102",
                breaks: [
                    chain("intermediateNotCA", .packedCertified) {
                        $0.hasIntermediate = true
                        $0.intermediate.extensions.removeAll { $0.oid == .basicConstraints }
                    }
                ]),
            PublicReport(
                67, "fido-alliance/conformance-test-tools-resources #372, #384 and #608",
                breaks: [
                    chain("pathLength", .packedCertified) {
                        $0.hasIntermediate = true
                        $0.root.extensions[0] =
                            .basicConstraints(.authority(pathLength: 0)) ?? $0.root.extensions[0]
                    },
                    chain("duplicateCertificate", .packedCertified) {
                        $0.edit = { chain, _ in chain.append(chain[0]) }
                    },
                ]),
        ] + bindings + [
            PublicReport(
                79, "MasterKale/SimpleWebAuthn #787, fido-alliance/conformance-test-tools-resources #633",
                elsewhere: "the tests of metadata"),
            PublicReport(
                81, "webauthn4j/webauthn4j #1104",
                breaks: [
                    Row(
                        "chain.attackerRoot", also: ["chain.rootIncluded": "ppfp"], .packedCertified,
                        registration: {
                            let own = try RogueCertificate.der(
                                subject: "Root", issuer: "Root", authority: true)
                            $0.certificates.leafSigner = try TestKeys.attacker()
                            $0.certificates.edit = { chain, _ in chain.append(own) }
                        })
                ]),
            PublicReport(
                82, "w3c/webauthn §16, and that it has no negative vectors",
                elsewhere: "W3CVectorTests and MutationTests"),
        ]

    private static func chain(
        _ variant: String, _ attestation: RegistrationRecipe.Attestation,
        _ edit: @escaping @Sendable (inout CertificateRecipe) throws -> Void
    ) -> Row {
        Row("chain.\(variant)", attestation, registration: { try edit(&$0.certificates) })
    }
}
