import RelyingParty
import TestSupport
import Testing
import WebAuthnModel

/// One change to a vector's ceremony, and what must come of it.
struct Mutation<Subject: VectorCeremony>: Sendable {
    /// What is changed, `client.type` for example.
    let name: String
    let part: Part
    private let expected: @Sendable (Subject) -> Expected
    private let edit: @Sendable (inout Subject) throws -> Void

    init(
        _ name: String, _ part: Part, _ expected: @escaping @Sendable (Subject) -> Expected,
        _ edit: @escaping @Sendable (inout Subject) throws -> Void
    ) {
        self.name = name
        self.part = part
        self.expected = expected
        self.edit = edit
    }

    init(
        _ name: String, _ part: Part, _ code: RuleCode,
        _ edit: @escaping @Sendable (inout Subject) throws -> Void
    ) {
        self.init(name, part, { _ in .fails(code) }, edit)
    }

    /// Which rule the change breaks.
    enum Expected {
        case fails(RuleCode)
        /// Broken, and no numbered step of the relying party's looks.
        case warns(RuleCode)
        /// Nothing that a relying party could see, and why.
        case unseen(String)
        /// The vector has nothing that could be changed so.
        case absent
    }

    /// Where the change is made, which says what vouches for it.
    enum Part: Sendable {
        case client, data
        /// Parts of the authenticator data that U2F does not sign.
        case unsignedByU2F
        case certificate, certInfo, publicArea
        /// The outer layers, which nothing signs.
        case unsigned
        /// The statement's algorithm: nothing signs it, and all that is signed hangs on it.
        case algorithm
        /// The signature itself, which cannot be made again over a lie.
        case signature
        /// Who signs, which is a lie only where something is signed again.
        case issuer
    }

    /// Both variants on one vector; nil where there is nothing to change.
    func result(on vector: W3CVectors.Vector) throws -> MutationResult? {
        var subject = try Subject(vector)
        let expected = expected(subject)
        if case .absent = expected { return nil }
        let covers = subject.covers(of: part.name)
        try edit(&subject)
        let plain = part.isIssuer ? nil : try subject.report(signedAgain: false)
        let again = part.isSignature ? nil : try subject.report(signedAgain: true)
        let (code, softCode, reason): (RuleCode?, RuleCode?, String) =
            switch expected {
            case .fails(let code): (code, nil, "")
            case .warns(let code): (nil, code, "no numbered step looks at it")
            case .unseen(let reason): (nil, nil, reason)
            case .absent: (nil, nil, "")
            }
        return MutationResult(
            mutation: name, vector: vector.name, plain: plain, again: again, code: code, softCode: softCode,
            reason: reason, covers: covers)
    }
}

extension Mutation.Part {
    var isSignature: Bool { if case .signature = self { true } else { false } }
    var isIssuer: Bool { if case .issuer = self { true } else { false } }
    var name: CoveredPart {
        switch self {
        case .client: .client
        case .data: .data
        case .unsignedByU2F: .unsignedByU2F
        case .certificate: .certificate
        case .certInfo: .certInfo
        case .publicArea: .publicArea
        case .algorithm: .algorithm
        case .unsigned, .signature, .issuer: .nothing
        }
    }
}

/// What something may vouch for.
enum CoveredPart: Sendable {
    case client, data, unsignedByU2F, certificate, certInfo, publicArea, algorithm, nothing
}

/// A ceremony of a vector that can be changed and signed again.
protocol VectorCeremony: SendableMetatype {
    init(_ vector: W3CVectors.Vector) throws
    func report(signedAgain: Bool) throws -> Report
    /// The rules that fail when a part is not what it was when it was signed, hashed or certified.
    func covers(of part: CoveredPart) -> Set<RuleCode>
}

extension VectorAuthentication: VectorCeremony {
    func covers(of part: CoveredPart) -> Set<RuleCode> {
        switch part {
        case .client, .data, .unsignedByU2F: [.signature]
        case .certificate, .certInfo, .publicArea, .algorithm, .nothing: []
        }
    }
}

extension VectorRegistration: VectorCeremony {
    func covers(of part: CoveredPart) -> Set<RuleCode> {
        switch (part, vector.format) {
        case (.client, "packed"), (.data, "packed"), (.unsignedByU2F, "packed"): [.packedSignature]
        case (.client, "tpm"), (.data, "tpm"), (.unsignedByU2F, "tpm"): [.tpmExtraData]
        case (.client, "apple"), (.data, "apple"), (.unsignedByU2F, "apple"): [.appleNonce]
        case (.client, "fido-u2f"), (.data, "fido-u2f"): [.u2fSignature]
        // The certificate names the client data's hash, and the signature is over it.
        case (.client, "android-key"): [.androidKeyChallenge, .androidKeySignature]
        case (.data, "android-key"), (.unsignedByU2F, "android-key"): [.androidKeySignature]
        // There the certificate's key signed as well.
        case (.certificate, "android-key"): [.chain, .androidKeySignature]
        case (.certificate, _): [.chain]
        case (.algorithm, "packed"): [.packedSignature]
        case (.algorithm, "android-key"): [.androidKeySignature]
        case (.algorithm, "tpm"): [.tpmSignature, .tpmExtraData]
        case (.certInfo, _): [.tpmSignature]
        case (.publicArea, _): [.tpmAttestedName]
        default: []
        }
    }
}

/// What came of one mutation on one vector.
struct MutationResult {
    let mutation: String
    let vector: String
    /// Nil where nothing is a lie until it is signed again.
    let plain: Report?
    /// Nil where there is nothing that could be signed again.
    let again: Report?
    let code: RuleCode?
    let softCode: RuleCode?
    let reason: String
    let covers: Set<RuleCode>

    /// What holds for every row: one cause, one failing finding, and beside it only what vouched for the part.
    func check() {
        let right = [code].compactMap { $0 }
        if let plain {
            let failing = plain.findings.filter(\.rejects).map(\.code)
            // A counter means nothing until the signature is valid.
            let waits = code == .counter && failing == [.signature]
            let isNamed = waits || right.allSatisfy(failing.contains)
            let isAlone = Set(failing).subtracting(right).isSubset(of: covers)
            // What no rule sees is seen by what vouches for it.
            let isCovered = code != nil || covers.isEmpty == failing.isEmpty
            #expect(
                isNamed && isAlone && isCovered && failing.count == Set(failing).count,
                "\(mutation) \(vector), nothing signed again: \(plain.text)")
        }
        guard let again else { return }
        let isWarned = softCode.map(again.findings(.warn).map(\.code).contains) ?? true
        #expect(
            again.findings.filter { $0.status == .fail }.map(\.code) == right && isWarned
                && (again.verdict == .accept) == (code == nil) && (code == nil) == !reason.isEmpty,
            "\(mutation) \(vector), signed again: \(again.text)")
    }

    private static func text(_ report: Report?) -> String {
        guard let report else { return "-" }
        let codes = report.findings.filter(\.rejects).map { finding in
            finding.code.rawValue + (finding.status == .unsupported ? " (unsupported)" : "")
        }
        return codes.isEmpty ? "accepted" : codes.joined(separator: " ")
    }

    /// The row without the vector's name.
    var outcome: [String] {
        [
            mutation, Self.text(plain), Self.text(again),
            softCode.map { "warns of \($0.rawValue): \(reason)" } ?? reason,
        ]
    }
}
