internal import Authenticator
internal import CBOR
internal import COSE
internal import CTAP
internal import Cryptography
internal import WebAuthnModel

/// The form of the credential public key (WebAuthn Level 3 §6.5.1.1).
extension Fault {
    private static let signed = FaultFamily(.key, signs: .overTheLie, where: .ceremony(.create))

    static let keyFaults: [Fault] = [
        signed(
            .key, "notMap", "What stands where the key should is an array.",
            .credentialKey { $0 = [0x81] + $0 }),
        signed(
            .key, "keyOrder", "The key's members are not in canonical order.",
            .credentialKey { $0 = UncanonicalMap.reversed($0) }),
        signed(
            .key, "nonShortestLength", "A length in the key takes a byte more than it needs.",
            .credentialKey { $0 = UncanonicalMap.longHead($0) }),
        signed(
            .key, "duplicateKey", "A member of the key stands twice.",
            .credentialKey { $0 = UncanonicalMap.repeated($0) }),
        signed(
            .key, "indefiniteLength", "The key does not say how many members it has.",
            .credentialKey { $0 = UncanonicalMap.indefinite($0) }),
        signed(
            .keyMissing, "kty", "The key does not say of which type it is.", .keyMember(1, nil)),
        signed(
            .keyMissing, "alg", "The key does not say what it signs with.", .keyMember(3, nil)),
        signed(
            .keyMissing, "coordinate", "A coordinate, or the modulus, is missing.",
            .keyMap { $0.set($0[integer: 1]?.integer == 3 ? -1 : -2, nil) }),
        signed(
            .key, "wrongType", "The type of the key is a text.", .keyMember(1, "EC2")),
        signed(
            .keyAlgorithm, "notOffered", "The key is for an algorithm that the server did not offer.",
            where: [.unofferedAlgorithm],
            .creationRequest { request in
                let offered = request.pubKeyCredParams.map(\.algorithm)
                let others = algorithms.filter { !offered.contains($0) }
                request.pubKeyCredParams = others.map { CreationOptions.Parameters(algorithm: $0) }
            }),
        signed(
            .keyAlgorithm, "otherThanKty", "The key's type is not the one of its algorithm.",
            .keyMap { key in key.set(1, key[integer: 1]?.integer == 2 ? 3 : 2) }),
        signed(
            .keyCurve, "otherThanAlg", "The key's curve is not the one of its algorithm.",
            where: [.keys(.ellipticCurve)],
            .keyMap { key in key.set(-1, key[integer: -1]?.integer == 2 ? 1 : 2) }),
        signed(
            .keyAlgorithm, "eddsaWithEd448", "The curve is Ed448, whose algorithm is another one.",
            where: [.keys(.edwards)],
            .keyMap { key in if key[integer: 3]?.integer == -8 { key.set(-1, 7) } }),
        signed(
            .key, "boolKey", "A member of the key is named true, which careless readers take for 1.",
            .keyMap { $0.set(true, 9) }),
        signed(
            .key, "privatePart", "The key brings its private part.",
            .keyMap { key in
                let isRSA = key[integer: 1]?.integer == 3
                key.set(isRSA ? -3 : -4, .bytes([UInt8](repeating: 1, count: 32)))
            }),
        signed(
            .key, "extraMember", "The key has a member that keys in WebAuthn do not have.",
            .keyMember(2, .bytes([1, 2, 3]))),
        FaultFamily(.key, signs: .overTheLie, where: .ceremony(.get))(
            .key, "changedSinceRegistration", "A sign-in brings another public key than the registered one.",
            .authenticatorData { data in
                guard let key = try? ECPrivateKey.generate(.p256, random: OtherKey.random("otherKey"))
                else { return }
                data.flags.insert(.attestedCredentialData)
                data.attestedCredentialData = AttestedCredentialData(
                    aaguid: .zero, credentialID: [UInt8](repeating: 7, count: 16),
                    credentialPublicKey: COSEKey(.ec(key.publicKey), algorithm: .es256).encoded)
            }),
        signed(
            .key, "reused", "Every credential that the device makes has the same key pair.",
            caughtBy: .nobody(because: "a server sees one key at a time, and two users need not share one"),
            .keyPair(SameKeyMaker())),
    ]
}

/// What devices sign with, the likeliest first.
private let algorithms: [COSEAlgorithm] = [
    .es256, .edDSA, .rs256, .es384, .es512, .es256k, .esp256, .esp384, .esp512, .ed25519, .ed448, .ps256,
    .ps384, .ps512, .rs384, .rs512,
]

/// Makes the same key pair for every credential of an algorithm.
private struct SameKeyMaker: CredentialKeyMaker {
    func makeKey(
        _ algorithm: COSEAlgorithm, _ random: any RandomSource
    ) throws(CryptographyError) -> PrivateKey {
        try StandardKeyMaker().makeKey(algorithm, OtherKey.random("sameKey"))
    }
}
