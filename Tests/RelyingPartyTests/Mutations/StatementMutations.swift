import CBOR
import COSE
import Cryptography
import JSON
import RelyingParty
import TestSupport
import WebAuthnModel

/// The attestation object and the statement's own members.
extension RegistrationMutations {
    /// The rules of a format, by what they are about.
    struct FormatRules {
        let list: RuleCode
        let signature: RuleCode?
        let algorithm: RuleCode?
        /// Of the certificate's form, where the format asks for one.
        let form: RuleCode?
    }

    static let rules: [String: FormatRules] = [
        "packed": FormatRules(
            list: .packedCertificates, signature: .packedSignature, algorithm: .packedAlgorithm,
            form: .packedCertificate),
        "tpm": FormatRules(
            list: .tpmCertificates, signature: .tpmSignature, algorithm: .tpmAlgorithm, form: .tpmCertificate),
        "apple": FormatRules(list: .appleCertificates, signature: nil, algorithm: nil, form: nil),
        "android-key": FormatRules(
            list: .androidKeyCertificates, signature: .androidKeySignature, algorithm: .androidKeyAlgorithm,
            form: nil),
        "fido-u2f": FormatRules(
            list: .u2fCertificates, signature: .u2fSignature, algorithm: nil, form: nil),
    ]

    static func rule(
        _ path: @escaping @Sendable (FormatRules) -> RuleCode?
    ) -> @Sendable (VectorRegistration) -> Row.Expected {
        { subject in rules[subject.vector.format].flatMap(path).map { .fails($0) } ?? .absent }
    }

    static func ifCertified(
        _ code: @escaping @Sendable (VectorRegistration) -> RuleCode?
    ) -> @Sendable (VectorRegistration) -> Row.Expected {
        { subject in subject.certificate == nil ? .absent : code(subject).map { .fails($0) } ?? .absent }
    }

    static let list: @Sendable (VectorRegistration) -> RuleCode? = { rules[$0.vector.format]?.list }

    static let object: [Row] = [
        Row(
            "fmt, none", .unsigned,
            { isFormat($0, "none") ? .absent : .fails(.noneStatement) }
        ) { $0.format = "none" },
        Row("fmt, packed", .unsigned, { isFormat($0, "none") ? .fails(.packedStatement) : .absent }) {
            $0.format = "packed"
        },
        Row("fmt, unknown", .unsigned, .attestationFormat) { $0.format = "unknown" },
        Row("fmt, a number", .unsigned, .attestationFormat) { $0.format = 1 },
        Row("attStmt missing", .unsigned, .attestationStatement) {
            $0.editObject = { $0.removeAll { $0.key == "attStmt" } }
        },
        Row("authData missing", .unsigned, .attestationAuthenticatorData) {
            $0.editObject = { $0.removeAll { $0.key == "authData" } }
        },
        Row("attestationObject.one byte more", .unsigned, .attestation) {
            $0.editObjectBytes = { $0.append(0) }
        },
        Row("attestationObject.order", .unsigned, { _ in .warns(.attestation) }) {
            $0.objectAsWritten = true
            $0.editObject = { $0.reverse() }
        },
        Row("id", .unsigned, .envelopeID) { $0.editResponse = { $0["id"] = "AQID" } },
        Row("rawId", .unsigned, .envelopeID) { $0.editResponse = { $0["rawId"] = "AQID" } },
        Row("id and rawId", .unsigned, .envelopeID) {
            $0.editResponse = {
                $0["id"] = "AQID"
                $0["rawId"] = "AQID"
            }
        },
        Row("type", .unsigned, .envelopeType) { $0.editResponse = { $0["type"] = "password" } },
        Row("offered algorithms", .unsigned, .keyAlgorithm) { $0.expectation.offeredAlgorithms = [.rs1] },
    ]

    static let statement: [Row] = [
        Row("attStmt.empty", .unsigned, emptied) { $0.editStatement = { $0 = [:] } },
        Row("attStmt.ver", .unsigned, { isFormat($0, "tpm") ? .fails(.tpmVersion) : .absent }) {
            $0.editStatement = { $0 = $0.setting("ver", to: "1.2") }
        },
        Row("attStmt.alg, of another kind", .unsigned, rule { $0.algorithm }) { $0.algorithm = -257 },
        Row("attStmt.alg, another hash", .algorithm, otherHash) { $0.algorithm = -35 },
        Row("attStmt.alg missing", .unsigned, rule { $0.algorithm }) {
            $0.editStatement = { $0 = $0.setting("alg", to: nil) }
        },
        Row("attStmt.sig, one bit", .signature, rule { $0.signature }) {
            $0.editStatement = { statement in
                guard var signature = statement[text: "sig"]?.bytesValue else { return }
                signature[signature.count - 1] ^= 1
                statement = statement.setting("sig", to: .bytes(signature))
            }
        },
        Row("attStmt.sig missing", .signature, rule { $0.signature }) {
            $0.editStatement = { $0 = $0.setting("sig", to: nil) }
        },
        Row("attStmt.x5c missing", .unsigned, ifCertified { isFormat($0, "packed") ? nil : list($0) }) {
            $0.editStatement = { $0 = $0.setting("x5c", to: nil) }
        },
        // What is left claims to be signed by the credential's own key.
        Row(
            "attStmt.x5c missing, packed", .unsigned,
            ifCertified { subject in
                guard isFormat(subject, "packed") else { return nil }
                return subject.vector.coseAlgorithm == -7 ? .packedSignature : .packedAlgorithm
            }
        ) { $0.editStatement = { $0 = $0.setting("x5c", to: nil) } },
        Row("attStmt.x5c empty", .unsigned, ifCertified(list)) {
            $0.editStatement = { $0 = $0.setting("x5c", to: []) }
        },
        Row(
            "attStmt.x5c twice", .unsigned,
            ifCertified { isFormat($0, "fido-u2f") ? .u2fCertificates : .chain }
        ) {
            $0.editStatement = { statement in
                let chain = statement[text: "x5c"]?.arrayValue ?? []
                statement = statement.setting("x5c", to: .array(chain + chain))
            }
        },
        Row("attStmt.extra member", .unsigned, extraMember) {
            $0.editStatement = { $0 = $0.setting("more", to: 1) }
        },
    ]

    private static func emptied(_ subject: VectorRegistration) -> Row.Expected {
        switch subject.vector.format {
        case "packed": .fails(.packedStatement)
        case "tpm": .fails(.tpmStatement)
        case "none": .absent
        // Their first member that is missing is told.
        case "android-key": .fails(.androidKeyAlgorithm)
        case "fido-u2f": .fails(.u2fCertificates)
        default: .fails(.appleCertificates)
        }
    }

    /// Only the credential's own key is tied to one hash.
    private static func otherHash(_ subject: VectorRegistration) -> Row.Expected {
        guard rules[subject.vector.format]?.algorithm != nil else { return .absent }
        if isFormat(subject, "packed"), subject.certificate == nil { return .fails(.packedAlgorithm) }
        return .unseen("a certificate's key may sign with any hash")
    }

    private static func extraMember(_ subject: VectorRegistration) -> Row.Expected {
        isFormat(subject, "none") ? .fails(.noneStatement) : .unseen("unknown members are ignored")
    }
}
