import JSON
import RelyingParty
import Understudy

/// One call in a session: a JSON object with `call`, an optional `id` that comes back with the answer, and the
/// call's own members.
struct SessionLine {
    /// The `id` as it was written; nil for none.
    let id: [UInt8]?
    let call: String
    private let body: JSONElement

    /// What a line that is no call still tells.
    struct Unreadable: Error {
        let id: [UInt8]?
        let message: String
    }

    init(_ line: [UInt8]) throws(Unreadable) {
        let document: JSONDocument
        do {
            document = try JSONDocument(
                parsing: line, limits: JSONLimits(maximumBytes: LineReader.maximumBytes))
        } catch { throw Unreadable(id: nil, message: Words.lineIsNoJSON(error.description)) }
        let root = document.root
        guard root.kind == .object else { throw Unreadable(id: nil, message: Words.lineIsNoObject) }
        id = root["id"].map { Array($0.rawBytes) }
        guard let call = root["call"]?.string else {
            throw Unreadable(id: id, message: Words.lineHasNoCall(Session.calls))
        }
        self.call = call
        body = root
    }

    private func present(_ name: String) -> JSONElement? {
        body[name].flatMap { $0.isNull ? nil : $0 }
    }

    private func wrong(_ name: String, _ expected: String) -> CommandFailure {
        .badInput(Words.memberMustBe(name, expected))
    }

    func string(_ name: String) throws(CommandFailure) -> String? {
        guard let element = present(name) else { return nil }
        guard let text = element.string else { throw wrong(name, "a string") }
        return text
    }

    func requiredString(_ name: String) throws(CommandFailure) -> String {
        guard let text = try string(name) else { throw wrong(name, "a string") }
        return text
    }

    func bool(_ name: String) throws(CommandFailure) -> Bool {
        guard let element = present(name) else { return false }
        guard let flag = element.bool else { throw wrong(name, "true or false") }
        return flag
    }

    /// A string, or an array of them.
    func strings(_ name: String) throws(CommandFailure) -> [String] {
        guard let element = present(name) else { return [] }
        if let text = element.string { return [text] }
        let texts = element.elements.map(\.string)
        guard element.kind == .array, texts.allSatisfy({ $0 != nil }) else {
            throw wrong(name, "a string or an array of strings")
        }
        return texts.compactMap { $0 }
    }

    /// A member's JSON text.
    func json(_ name: String) throws(CommandFailure) -> [UInt8] {
        guard let element = present(name) else { throw wrong(name, "an object") }
        return Array(element.rawBytes)
    }

    func optionalJSON(_ name: String) -> [UInt8]? { present(name).map { Array($0.rawBytes) } }
}
