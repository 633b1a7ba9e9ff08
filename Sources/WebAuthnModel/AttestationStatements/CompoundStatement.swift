public import CBOR

/// The `compound` attestation statement (§8.9), several statements about one credential: shape only.
public struct CompoundStatement: Hashable, Sendable {
    /// The format identifier.
    public static let format = "compound"

    /// One of the statements, with its format.
    public struct Element: Hashable, Sendable {
        /// The format identifier; any but `compound`.
        public var format: String
        /// The statement.
        public var statement: CBORValue

        /// Takes both.
        public init(format: String, statement: CBORValue) {
            self.format = format
            self.statement = statement
        }

        /// Why an item is no such statement.
        public enum ShapeError: Error, Hashable, Sendable {
            /// It is no map.
            case notMap
            /// A member is missing.
            case missing(member: String)
            /// A member has the wrong CBOR type.
            case wrongType(member: String)
            /// It is compound itself.
            case nested
        }

        /// Reads the map; members that it does not name are left alone.
        public init(_ item: CBORValue) throws(ShapeError) {
            guard case .map = item else { throw .notMap }
            guard let format = item[text: "fmt"] else { throw .missing(member: "fmt") }
            guard let name = format.textValue else { throw .wrongType(member: "fmt") }
            guard name != CompoundStatement.format else { throw .nested }
            guard let statement = item[text: "attStmt"] else { throw .missing(member: "attStmt") }
            guard case .map = statement else { throw .wrongType(member: "attStmt") }
            self.init(format: name, statement: statement)
        }
    }

    /// The statements; two or more.
    public var elements: [Element]

    /// Takes them as they are.
    public init(_ elements: [Element]) { self.elements = elements }

    /// The statement, an array, each map in canonical order.
    public var cbor: CBORValue {
        .array(
            elements.map { element in
                .map([
                    CBORPair(key: "fmt", value: .text(element.format)),
                    CBORPair(key: "attStmt", value: element.statement),
                ])
            })
    }
}

extension CompoundStatement.Element.ShapeError: CustomStringConvertible {
    /// A phrase for people, of which the item is the subject.
    public var description: String {
        switch self {
        case .notMap: "is not a map"
        case .missing(let member): "has no member \(member)"
        case .wrongType(let member): "has a member \(member) of the wrong CBOR type"
        case .nested: "is compound itself"
        }
    }
}
