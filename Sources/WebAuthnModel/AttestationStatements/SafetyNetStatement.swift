public import CBOR

/// The `android-safetynet` attestation statement (§8.5): shape only, nothing is checked.
public struct SafetyNetStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "android-safetynet"

    /// The version of Google Play Services that answered.
    public var version: String
    /// The UTF-8 of the service's answer, a ``CompactJWS`` of a ``SafetyNetPayload``.
    public var response: [UInt8]

    /// Takes the parts.
    public init(version: String, response: [UInt8]) {
        self.version = version
        self.response = response
    }

    /// The statement map, in canonical order.
    public var cbor: CBORValue {
        .map([
            CBORPair(key: "ver", value: .text(version)), CBORPair(key: "response", value: .bytes(response)),
        ])
    }

    /// What is wrong with the shape of a statement.
    public enum ShapeError: Error, Hashable, Sendable {
        /// A member is missing.
        case missing(member: String)
        /// A member has the wrong CBOR type.
        case wrongType(member: String)
        /// The member is there and empty.
        case empty(member: String)
    }

    /// Reads the statement map; members that the format does not name are left alone.
    public init(_ statement: CBORValue) throws(ShapeError) {
        guard let version = statement[text: "ver"] else { throw .missing(member: "ver") }
        guard let text = version.textValue else { throw .wrongType(member: "ver") }
        guard !text.isEmpty else { throw .empty(member: "ver") }
        guard let response = statement[text: "response"] else { throw .missing(member: "response") }
        guard let bytes = response.bytesValue else { throw .wrongType(member: "response") }
        guard !bytes.isEmpty else { throw .empty(member: "response") }
        self.init(version: text, response: bytes)
    }
}

extension SafetyNetStatement.ShapeError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .missing(let member): "attStmt has no member \(member)"
        case .wrongType(let member): "attStmt member \(member) has the wrong CBOR type"
        case .empty(let member): "attStmt member \(member) is empty"
        }
    }
}
