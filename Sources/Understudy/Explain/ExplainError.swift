public import Bytes
public import CBOR
public import COSE
public import Cryptography
public import JSON
public import WebAuthnModel

/// Why nothing can be explained, or where an explanation had to end.
///
/// Only ``empty`` and ``tooLarge(count:maximum:)`` are thrown; the others are in ``Explanation/problems``.
public enum ExplainError: Error, Hashable, Sendable {
    /// No bytes at all.
    case empty
    /// More bytes than are read.
    case tooLarge(count: Int, maximum: Int)
    /// Bytes that a structure needs are missing, or a notation of bytes is broken.
    case bytes(BytesError)
    /// A PEM block that has no end line of its own label; the offset is that of its begin line in the text.
    case unclosedPEM(label: String, offset: Int)
    /// Not CBOR, or not in canonical form.
    case cbor(CBORError)
    /// Not JSON.
    case json(JSONError)
    /// Not DER.
    case der(DERProblem)
    /// DER that is no certificate or no key.
    case cryptography(CryptographyError)
    /// No COSE key that WebAuthn accepts.
    case coseKey(COSEError)
    /// Not authenticator data.
    case authenticatorData(AuthenticatorDataError)
    /// Not an attestation object.
    case attestationObject(AttestationObjectError)
    /// Not an ECDSA signature.
    case signature(ECDSASignatureShape)
    /// Not options that a client accepts.
    case options(OptionsError)
    /// Not a response that a verifier accepts.
    case response(ResponseError)

    /// The byte concerned, where the error names one.
    public var offset: Int? {
        switch self {
        case .empty, .tooLarge, .attestationObject, .coseKey: nil
        case .cryptography(let error): error.offset
        case .bytes(let error): error.offset
        case .unclosedPEM(_, let offset): offset
        case .cbor(let error): error.offset
        case .json(let error): error.offset
        case .der(let problem): problem.offset
        case .authenticatorData(let error): error.offset
        case .signature(let shape): shape.offset
        case .options(let error): error.offset
        case .response(.member(let problem)): problem.offset
        case .response: nil
        }
    }
}

extension ExplainError: CustomStringConvertible {
    /// A sentence for people: what is wrong, and where.
    public var description: String {
        switch self {
        case .empty: "there is nothing to explain: the input has no bytes"
        case .tooLarge(let count, let maximum):
            "the input has \(count) bytes; at most \(maximum) are explained"
        case .bytes(let error): error.description
        case .unclosedPEM(let label, let offset):
            "the PEM block \"\(label)\" at offset \(offset) has no end line"
        case .cbor(let error): error.description
        case .json(let error): error.description
        case .der(let problem): problem.description
        case .cryptography(let error): error.description
        case .coseKey(let error): error.description
        case .authenticatorData(let error): error.description
        case .attestationObject(let error): error.description
        case .signature(let shape): "the signature is not strict DER: \(shape)"
        case .options(let error): error.description
        case .response(let error): error.description
        }
    }
}

extension BytesError {
    var offset: Int {
        switch self {
        case .truncated(let offset, _, _), .notBase64(let offset, _), .badPadding(let offset),
            .badBase64Ending(let offset), .notHex(let offset):
            offset
        }
    }
}

extension AuthenticatorDataError {
    var offset: Int? {
        switch self {
        case .tooShort(let length): length
        case .attestedCredentialDataTruncated(let offset), .credentialIDOverrun(let offset, _, _),
            .credentialPublicKeyNotMap(let offset), .extensionsNotMap(let offset),
            .trailingBytes(let offset, _):
            offset
        case .credentialPublicKey(let error), .extensions(let error): error.offset
        }
    }
}

extension ECDSASignatureShape {
    var offset: Int? {
        switch self {
        case .strict, .rawConcatenation: nil
        case .ber(let offset), .nonMinimal(let offset), .negative(let offset), .trailing(let offset),
            .zero(let offset), .outOfRange(let offset), .truncated(let offset), .unexpectedTag(let offset, _):
            offset
        }
    }
}

extension OptionsError {
    var offset: Int? {
        switch self {
        case .notJSON(let error): error.offset
        case .notObject(_, let offset), .wrongType(_, _, let offset), .notBase64URL(_, let offset, _): offset
        case .missing: nil
        }
    }
}
