internal import Cryptography
internal import WebAuthnModel

/// Something else than the right bytes that may have been signed, or hashed, by mistake.
struct SignedInput {
    /// For the diagnosis's name.
    let word: String
    /// What that makes of the rule.
    let variant: String
    /// What was signed: "the client data as JSON.stringify would write it again".
    let what: String
    /// How that comes to be.
    let story: String
    let suspect: Suspect
    let bytes: [UInt8]
    /// What differs from it in the response; nil where that is everywhere or nowhere.
    var location: ReportLocation?

    /// The same about other bytes, into which these were put in place of those that came.
    ///
    /// - Parameter came: the member of the response, whose bytes are to blame where they differ.
    func holding(
        _ bytes: [UInt8], inPlaceOf came: [UInt8], _ field: ReportLocation.Field
    ) -> SignedInput {
        let start = zip(self.bytes, came).prefix { $0 == $1 }.count
        let common = min(self.bytes.count, came.count) - start
        let end = zip(self.bytes.reversed(), came.reversed()).prefix(common).prefix { $0 == $1 }.count
        let location = ReportLocation(field, start..<came.count - end)
        return SignedInput(
            word: word, variant: variant, what: what, story: story, suspect: suspect, bytes: bytes,
            location: location)
    }

    /// Every input that is worth trying, by kinds; one kind a file.
    ///
    /// - Parameter message: puts authenticator data and the hash of client data together as they are signed.
    static func kinds(
        _ evidence: Evidence, _ message: (_ authenticatorData: [UInt8], _ hash: [UInt8]) -> [UInt8]?
    ) -> [[SignedInput]] {
        guard let data = evidence.authenticatorData, let client = evidence.clientDataJSON else { return [] }
        let hash = Digest.sha256(client)
        return [
            ClientDataWritings.all(evidence).compactMap { input in
                message(data, Digest.sha256(input.bytes)).map {
                    input.holding($0, inPlaceOf: client, .clientDataJSON)
                }
            },
            HashMistakes.all(data, client, message),
            AuthenticatorDataChanges.all(data, evidence).compactMap { input in
                message(input.bytes, hash).map { input.holding($0, inPlaceOf: data, .authenticatorData) }
            },
        ]
    }
}
