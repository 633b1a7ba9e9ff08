internal import JSON
internal import WebAuthnModel

/// Every rule as data: what it says, where it is specified, and what each policy makes of a breach.
public enum RuleTable {
    /// As JSON: `schema`, `policies`, `refinements` and `rules`.
    public static func json(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty, capacity: 65_536)
        writer.beginObject()
        writer.member("schema", 1)
        writer.beginArray("policies")
        for policy in Policy.all { writer.value(policy.name) }
        writer.endArray()
        writer.beginArray("refinements")
        for refinement in PolicyRefinement.all { write(refinement, to: &writer) }
        writer.endArray()
        writer.beginArray("rules")
        for rule in Rule.all { write(rule, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ refinement: PolicyRefinement, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", refinement.name)
        writer.member("text", refinement.text)
        writer.beginObject("decisions")
        let decisions =
            refinement.faults.map { ($0.key.description, $0.value) }
            + refinement.rules.map { ($0.key.rawValue, $0.value) }
        for (name, decision) in decisions.sorted(by: { $0.0 < $1.0 }) {
            writer.member(name, decision.rawValue)
        }
        writer.endObject()
        writer.endObject()
    }

    private static func write(_ rule: Rule, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", rule.code.rawValue)
        writer.member("text", rule.text)
        write(rule.mark, to: &writer)
        write("registration", rule.registration, to: &writer)
        write("authentication", rule.authentication, to: &writer)
        writer.member("suspect", rule.suspect.rawValue)
        if !rule.exceptions.isEmpty {
            writer.beginArray("exceptions")
            for (variant, mark) in rule.exceptions.sorted(by: { $0.key < $1.key }) {
                writer.beginObject()
                writer.member("variant", variant)
                write(mark, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func write(_ mark: Mark, to writer: inout JSONWriter) {
        writer.member("level", mark.level.rawValue)
        writer.beginObject("decisions")
        for (policy, decision) in mark.decisions { writer.member(policy, decision.rawValue) }
        writer.endObject()
    }

    private static func write(_ name: String, _ place: RulePlace?, to writer: inout JSONWriter) {
        guard let place else { return }
        writer.beginObject(name)
        writer.member("spec", place.specification.rawValue)
        writer.member("edition", place.specification.edition)
        writer.member("anchor", place.anchor)
        if let step = place.step { writer.member("step", step) }
        if let link = place.link { writer.member("link", link) }
        writer.endObject()
    }

    /// For people: each rule with its sentence, its place and the decisions, those of its variants below it.
    public static var text: String {
        var lines = ["Decisions: \(Policy.all.map(\.name).joined(separator: ", "))."]
        for rule in Rule.all {
            lines += ["", "\(rule.code.rawValue)  (\(rule.mark.level.rawValue))", "  \(rule.text)"]
            lines.append("  \(words(rule.mark))")
            for (variant, mark) in rule.exceptions.sorted(by: { $0.key < $1.key }) {
                lines.append("  .\(variant)  (\(mark.level.rawValue))  \(words(mark))")
            }
            lines += links(rule).map { "  \($0)" }
        }
        lines += ["", "Refinements, written after a policy's name and a comma:"]
        lines += PolicyRefinement.all.map { "  \($0.name): \($0.text)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ mark: Mark) -> String {
        let decisions = mark.decisions.map(\.1)
        return Set(decisions).count == 1
            ? decisions[0].rawValue : decisions.map(\.rawValue).joined(separator: ", ")
    }

    private static func links(_ rule: Rule) -> [String] {
        var links: [String] = []
        for place in [rule.registration, rule.authentication].compactMap({ $0 }) {
            guard let link = place.link else { continue }
            let line = place.step.map { "step \($0) of \(link)" } ?? link
            if !links.contains(line) { links.append(line) }
        }
        return links
    }
}

extension Mark {
    /// What each policy decides, in the order of ``Policy/all``.
    fileprivate var decisions: [(String, Decision)] {
        let columns: [Column] = [.level3, .level2, .fidoConformance, .lenient]
        return zip(Policy.all.map(\.name), columns.map(decision)).map { ($0, $1) }
    }
}
