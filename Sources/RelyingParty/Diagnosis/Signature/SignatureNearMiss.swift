internal import COSE
internal import Cryptography
internal import WebAuthnModel

/// A signature that is valid after all: over other bytes, by another key, with another algorithm or in another form.
struct SignatureNearMiss: NearMiss {
    let codes: Set<RuleCode> = [
        .signature, .packedSignature, .u2fSignature, .androidKeySignature, .tpmSignature,
    ]
    /// The most checks of one signature: on P-256 they take as long as a few dozen sign-ins.
    static let mostChecks = 96

    func diagnosis(of finding: Finding, _ evidence: Evidence) -> Diagnosis? {
        let refused = evidence.refusedSignatures.filter { $0.code == finding.code }
        guard !refused.isEmpty else { return nil }
        for signature in refused {
            var search = SignatureSearch(signature)
            if let guess = Self.guess(signature, evidence, &search) {
                return Diagnosis(
                    "signature.\(guess.word)", of: finding.code, variant: guess.variant, guess.sentence,
                    guess.suspect, at: guess.location)
            }
            guard finding.variant == "other" else { continue }
            return Diagnosis(
                "signature.unexplained", of: finding.code,
                "\(search.checks) things that are often signed by mistake were tried, and the signature is of none of "
                    + "them\(search.isExhausted ? "; the search stopped there" : ""). Another key signed, or the client "
                    + "data and the authenticator data did not come as they were signed.",
                finding.suspect ?? .authenticator)
        }
        return nil
    }

    private static func guess(
        _ refused: RefusedSignature, _ evidence: Evidence, _ search: inout SignatureSearch
    ) -> SignatureGuess? {
        for guess in SignatureForms.all(refused) + KeyChoices.all(refused, evidence)
        where search.isValid(guess) {
            return guess
        }
        for inputs in SignedInput.kinds(evidence, refused.message) {
            for input in inputs {
                let guess = SignatureGuess(
                    word: input.word, variant: input.variant,
                    sentence: "The signature is valid over \(input.what): \(input.story)",
                    suspect: input.suspect,
                    message: input.bytes, location: input.location)
                if search.isValid(guess) { return guess }
            }
        }
        return SchemeChoices.all(refused).first { search.isValid($0) }
    }
}

/// A way in which the signature may be valid: what differs from how it was checked.
struct SignatureGuess {
    let word: String
    let variant: String
    let sentence: String
    let suspect: Suspect
    var message: [UInt8]?
    var signature: [UInt8]?
    var key: PublicKey?
    var scheme: SignatureScheme?
    /// What is to blame in the response, if it is not the signature.
    var location: ReportLocation?
}

/// Tries guesses, none twice, and not for ever.
struct SignatureSearch {
    private struct Check: Hashable {
        let message: [UInt8]
        let signature: [UInt8]
        let key: PublicKey
        let scheme: SignatureScheme
    }

    private let refused: RefusedSignature
    private var done: Set<Check> = []
    private(set) var isExhausted = false

    init(_ refused: RefusedSignature) { self.refused = refused }

    var checks: Int { done.count }

    mutating func isValid(_ guess: SignatureGuess) -> Bool {
        guard let scheme = guess.scheme ?? refused.algorithm.scheme else { return false }
        let check = Check(
            message: guess.message ?? refused.message, signature: guess.signature ?? refused.signature,
            key: guess.key ?? refused.key, scheme: scheme)
        let usual = Check(
            message: refused.message, signature: refused.signature, key: refused.key,
            scheme: refused.algorithm.scheme ?? scheme)
        guard check != usual, !done.contains(check) else { return false }
        guard done.count < SignatureNearMiss.mostChecks else {
            isExhausted = true
            return false
        }
        done.insert(check)
        let isValid = try? check.key.isValidSignature(
            check.signature, for: check.message, scheme: check.scheme)
        return isValid == true
    }
}
