public import JSON

/// As much of JSON Schema (draft 2020-12) as this project's published schemas use; any other keyword is a problem.
public struct JSONSchema: Sendable {
    private let root: JSONValue

    /// Takes a schema.
    public init(_ root: JSONValue) { self.root = root }

    /// What is wrong with a value, each with the way to it.
    public func problems(with value: JSONValue) -> [String] { problems(value, root, "") }

    /// The names that an object of the schema has a word for; `path` leads to it through the schema's members.
    public func names(_ path: String...) -> Set<String> {
        let place = path.reduce(Optional(root)) { $0?[$1] }
        return Set(place?["properties"]?.objectValue?.map(\.name) ?? [])
    }

    private func problems(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
        (schema.objectValue ?? []).flatMap { keyword in
            problems(value, keyword.name, keyword.value, schema, path)
        }
    }

    private func problems(
        _ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ schema: JSONValue, _ path: String
    ) -> [String] {
        func unless(_ isRight: Bool) -> [String] { isRight ? [] : ["\(path): \(keyword)"] }
        switch keyword {
        case "$schema", "$defs", "title", "description", "then": return []
        case "$ref":
            let name = argument.stringValue?.split(separator: "/").last.map(String.init) ?? ""
            guard let target = root["$defs"]?[name] else { return ["\(path): there is no \(name)"] }
            return problems(value, target, path)
        case "type": return unless(Self.type(of: value) == argument.stringValue)
        case "const": return unless(value == argument)
        case "enum": return unless(argument.arrayValue?.contains(value) == true)
        case "pattern":
            guard let text = value.stringValue, let pattern = argument.stringValue else { return [] }
            return unless((try? Regex(pattern).firstMatch(in: text)) != nil)
        case "minimum":
            guard let number = value.integerValue, let least = argument.integerValue else { return [] }
            return unless(number >= least)
        case "maximum":
            guard let number = value.integerValue, let most = argument.integerValue else { return [] }
            return unless(number <= most)
        case "required":
            guard value.objectValue != nil else { return [] }
            return (argument.arrayValue ?? []).compactMap(\.stringValue).filter { value[$0] == nil }
                .map { "\(path): \($0) is missing" }
        case "properties":
            return (argument.objectValue ?? []).flatMap { member in
                value[member.name].map { problems($0, member.value, "\(path)/\(member.name)") } ?? []
            }
        case "items":
            return (value.arrayValue ?? []).enumerated().flatMap { index, element in
                problems(element, argument, "\(path)/\(index)")
            }
        case "anyOf":
            let tries = (argument.arrayValue ?? []).map { problems(value, $0, path) }
            return tries.contains { $0.isEmpty } ? [] : tries.flatMap { $0 } + ["\(path): anyOf"]
        case "allOf": return (argument.arrayValue ?? []).flatMap { problems(value, $0, path) }
        case "if":
            guard problems(value, argument, path).isEmpty, let then = schema["then"] else { return [] }
            return problems(value, then, path)
        default: return ["\(path): the keyword \(keyword) is not known"]
        }
    }

    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        default: "number"
        }
    }
}
