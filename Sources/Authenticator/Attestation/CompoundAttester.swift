internal import WebAuthnModel

/// Attests in several formats at once, in the compound format (§8.9); all statements are about the same authenticator
/// data.
public struct CompoundAttester: Attester {
    private let parts: [any Attester]

    /// Takes what makes the statements, in their order; none of them is compound itself.
    public init(_ parts: [any Attester]) { self.parts = parts }

    /// The statements, each with its format.
    public func attest(
        _ subject: AttestationSubject, with tools: AttestationTools
    ) throws(AttestationError) -> Attestation {
        var elements: [CompoundStatement.Element] = []
        for part in parts {
            let made = try part.attest(subject, with: tools)
            elements.append(CompoundStatement.Element(format: made.format, statement: made.statement))
        }
        return Attestation(format: CompoundStatement.format, statement: CompoundStatement(elements).cbor)
    }

    /// Those of all statements.
    public func identities(
        with tools: AttestationTools
    ) throws(AttestationError) -> [AuthenticatorState.AttestationIdentity] {
        var identities: [AuthenticatorState.AttestationIdentity] = []
        for part in parts { identities += try part.identities(with: tools) }
        return identities
    }
}
