public import WebAuthnModel

/// Finds out what something is and names every byte of it.
///
/// It takes what people have at hand: an attestation object out of a log, authenticator data, client data, a
/// key, a certificate, whole options or responses, CTAP messages, in binary, hexadecimal, base64, base64url, PEM
/// or JSON. It never refuses for what the bytes say: broken input is explained up to where it breaks.
public enum Explainer {
    /// The longest input, in bytes of the notation it comes in.
    public static let maximumBytes = 1 << 20

    /// Explains some bytes, or text that stands for bytes.
    ///
    /// - Parameters:
    ///   - input: the contents of a file, or the UTF-8 of a text.
    ///   - kind: what it must be, where the caller knows; nil to find out.
    ///   - knownRPIDs: RP IDs that hashes are compared with. Those that the origin in a response allows are
    ///     compared without being named.
    ///   - modelName: the name of an authenticator model, or nil for one that is not known.
    /// - Throws: ``ExplainError/empty`` or ``ExplainError/tooLarge(count:maximum:)``, nothing else.
    public static func explain(
        input: [UInt8], expecting kind: Explanation.Kind? = nil, knownRPIDs: [String] = [],
        modelName: @escaping @Sendable (AAGUID) -> String? = { _ in nil }
    ) throws(ExplainError) -> Explanation {
        guard !input.isEmpty else { throw .empty }
        guard input.count <= maximumBytes else {
            throw .tooLarge(count: input.count, maximum: maximumBytes)
        }
        let context = ExplainContext(knownRPIDs: knownRPIDs, modelName: modelName)
        let writings = Writing.all(in: input)
        guard let first = writings.first else { throw .empty }
        if writings.count > 1, case .pem = first.notation { return bundle(writings, context) }

        let choices = writings.flatMap { writing in
            candidates(writing, context).map { Choice(writing: writing, candidate: $0) }
        }
        let chosen = choose(choices, kind) ?? Choice(writing: first, candidate: Candidate(.bytes, .guess))
        var explanation = explain(chosen, context)
        if kind == nil {
            explanation.otherReadings = others(choices, than: chosen)
        } else {
            explanation.confidence = .certain
        }
        return explanation
    }

    /// Explains a text.
    ///
    /// - Throws: as ``explain(input:expecting:knownRPIDs:modelName:)``.
    public static func explain(
        text: String, expecting kind: Explanation.Kind? = nil, knownRPIDs: [String] = [],
        modelName: @escaping @Sendable (AAGUID) -> String? = { _ in nil }
    ) throws(ExplainError) -> Explanation {
        try explain(
            input: Array(text.utf8), expecting: kind, knownRPIDs: knownRPIDs, modelName: modelName)
    }
}

// MARK: - Choosing

extension Explainer {
    private struct Choice: Hashable {
        let writing: Writing
        let candidate: Candidate
    }

    private static func candidates(_ writing: Writing, _ context: ExplainContext) -> [Candidate] {
        if let kind = writing.kind { return [Candidate(kind, .certain)] }
        return ByteRecogniser.candidates(writing.bytes, context)
    }

    /// The surest; among equals the likelier notation, then the more telling kind.
    private static func choose(_ choices: [Choice], _ kind: Explanation.Kind?) -> Choice? {
        if let kind {
            if let found = choices.first(where: { $0.candidate.kind == kind }) { return found }
            return choices.first.map { Choice(writing: $0.writing, candidate: Candidate(kind, .certain)) }
        }
        let surest = choices.map(\.candidate.confidence).max()
        return choices.first { $0.candidate.confidence == surest }
    }

    private static func others(_ choices: [Choice], than chosen: Choice) -> [Explanation.Reading] {
        let isCertain = chosen.candidate.confidence == .certain
        let telling = choices.filter { choice in
            choice != chosen && ![.bytes, .text].contains(choice.candidate.kind)
                // Characters of a notation are no structure by chance.
                && (choice.writing.notation != .text || choice.candidate.kind.isText)
                && (choice.candidate.confidence > .guess || !isCertain)
        }
        let ordered = telling.enumerated().sorted {
            ($1.element.candidate.confidence, $0.offset) < ($0.element.candidate.confidence, $1.offset)
        }
        return ordered.prefix(5).map {
            Explanation.Reading(
                $0.element.candidate.kind, in: notation($0.element), $0.element.candidate.confidence)
        }
    }

    /// Bytes that are text are in no other notation.
    private static func notation(_ choice: Choice) -> Explanation.Notation {
        guard choice.writing.notation == .binary || choice.writing.notation == .text else {
            return choice.writing.notation
        }
        return choice.candidate.kind.isText ? .text : .binary
    }

    private static func explain(_ choice: Choice, _ context: ExplainContext) -> Explanation {
        var explanation = Dissection.explain(choice.writing.bytes, as: choice.candidate.kind, context)
        explanation.notation = notation(choice)
        explanation.confidence = choice.candidate.confidence
        let isText = choice.candidate.kind == .text
        if let problem = choice.writing.problem ?? (isText ? Base64Text.error(in: choice.writing.bytes) : nil)
        {
            explanation.problems.insert(Explanation.Problem(inNotation: problem), at: 0)
        }
        return explanation
    }

    /// Several PEM blocks, each explained by itself.
    private static func bundle(_ blocks: [Writing], _ context: ExplainContext) -> Explanation {
        var explanation = Explanation(
            kind: .pemBundle, notation: .text, title: "\(blocks.count) \(Explanation.Kind.pemBundle.title)",
            length: 0)
        for (index, block) in blocks.enumerated() {
            let candidate = candidates(block, context).first ?? Candidate(.bytes, .guess)
            var section = explain(Choice(writing: block, candidate: candidate), context)
            section.member = "[\(index)]"
            explanation.sections.append(section)
        }
        return explanation
    }
}
