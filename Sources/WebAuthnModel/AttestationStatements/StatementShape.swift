internal import CBOR
internal import COSE

/// What is wrong with the shape of an attestation statement.
public enum StatementShapeError: Error, Hashable, Sendable {
    /// A member is missing.
    case missing(member: String)
    /// A member has the wrong CBOR type.
    case wrongType(member: String)
    /// The member is there and empty.
    case empty(member: String)
}

extension StatementShapeError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .missing(let member): "attStmt has no member \(member)"
        case .wrongType(let member): "attStmt member \(member) has the wrong CBOR type"
        case .empty(let member): "attStmt member \(member) is empty"
        }
    }
}

/// The members that several formats have in common.
extension CBORValue {
    /// `alg`: a COSE algorithm number.
    func statementAlgorithm() throws(StatementShapeError) -> COSEAlgorithm {
        guard let member = self[text: "alg"] else { throw .missing(member: "alg") }
        guard let identifier = member.integer else { throw .wrongType(member: "alg") }
        return COSEAlgorithm(rawValue: identifier)
    }

    /// `sig`: one byte or more.
    func statementSignature() throws(StatementShapeError) -> [UInt8] {
        guard let member = self[text: "sig"] else { throw .missing(member: "sig") }
        guard let signature = member.bytesValue else { throw .wrongType(member: "sig") }
        guard !signature.isEmpty else { throw .empty(member: "sig") }
        return signature
    }

    /// `x5c`: one certificate or more, each a byte string.
    func statementCertificates() throws(StatementShapeError) -> [[UInt8]] {
        guard let member = self[text: "x5c"] else { throw .missing(member: "x5c") }
        guard let items = member.arrayValue else { throw .wrongType(member: "x5c") }
        guard !items.isEmpty else { throw .empty(member: "x5c") }
        let certificates = items.compactMap(\.bytesValue)
        guard certificates.count == items.count else { throw .wrongType(member: "x5c") }
        return certificates
    }

    /// The value of `x5c`.
    static func certificates(_ chain: [[UInt8]]) -> CBORValue { .array(chain.map { .bytes($0) }) }
}
