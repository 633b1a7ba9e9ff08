internal import WebAuthnModel

/// The credential public key (§6.5.1.1, §5.8.5) and what it signs.
extension Rule {
    static let keyRules: [Rule] = [
        Rule(
            .key, "The credential public key is a COSE_Key: canonical, public, a point on its curve.",
            registration: .attestedCredentialData, authentication: .attestedCredentialData,
            exceptions: ["extraMember": .should], suspect: .authenticator),
        Rule(
            .keyMissing, "The key has every member that its kind needs.",
            registration: .attestedCredentialData, authentication: .attestedCredentialData,
            suspect: .authenticator),
        Rule(
            .keyAlgorithm,
            "The key's algorithm was offered, and its kind of key is the one that belongs to it.",
            registration: .registering(20), authentication: .algorithmIdentifier, suspect: .authenticator),
        Rule(
            .keyCurve, "The curve is the one that belongs to the algorithm.",
            registration: .algorithmIdentifier, authentication: .algorithmIdentifier,
            suspect: .authenticator),
        Rule(
            .keyCoordinate, "Each coordinate is a number below the prime, written in the curve's full width.",
            registration: .attestedCredentialData, authentication: .attestedCredentialData,
            suspect: .authenticator),
        Rule(
            .keyOKP, "An Edwards key is a whole point, of large order, in its one encoding.",
            registration: .attestedCredentialData, authentication: .attestedCredentialData,
            suspect: .authenticator),
        Rule(
            .keyRSA, "An RSA key has 2048 to 8192 bits and an odd exponent from 3 up to 64 bits.",
            registration: .keyBounds, authentication: .keyBounds,
            .choice(.fail), exceptions: ["exponentOne": .must, "leadingZero": .must],
            suspect: .authenticator),
        Rule(
            .signature,
            "The signature is valid over authenticator data and the hash of the client data, with the stored key.",
            authentication: .asserting(21), suspect: .authenticator),
    ]
}
