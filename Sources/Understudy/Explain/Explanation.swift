/// What some bytes are, byte by byte: the answer of ``Explainer``.
///
/// A value to look at or to print, see ``text(showingAllBytes:)`` and ``json(pretty:)``.
public struct Explanation: Hashable, Sendable {
    /// What the bytes are.
    public var kind: Kind
    /// How they were written down.
    public var notation: Notation
    /// How sure that is.
    public var confidence: Confidence
    /// What else they could be, the likelier first.
    public var otherReadings: [Reading]
    /// Where they come from in the explanation around this one, `response.attestationObject` for example;
    /// nil for the outermost.
    public var member: String?
    /// A phrase for people: what it is, and the one or two things that matter most about it.
    public var title: String
    /// How many bytes are explained: the decoded ones, not the characters they were written with.
    public var length: Int
    /// The bytes in reading order.
    ///
    /// The rows whose part is ``Row/Part/bytes(_:)`` tile the input: each starts where the one before it ended,
    /// the first at 0, and their lengths add up to ``length``.
    public var rows: [Row]
    /// What was decoded out of members, each with offsets of its own.
    public var sections: [Explanation]
    /// What is wrong or unusual, in reading order.
    public var problems: [Problem]

    /// Takes the parts.
    public init(
        kind: Kind, notation: Notation = .binary, confidence: Confidence = .certain,
        otherReadings: [Reading] = [], member: String? = nil, title: String, length: Int, rows: [Row] = [],
        sections: [Explanation] = [], problems: [Problem] = []
    ) {
        self.kind = kind
        self.notation = notation
        self.confidence = confidence
        self.otherReadings = otherReadings
        self.member = member
        self.title = title
        self.length = length
        self.rows = rows
        self.sections = sections
        self.problems = problems
    }

    /// Whether the bytes could be read to their end as what they are taken for, and all sections too.
    public var isComplete: Bool {
        problems.allSatisfy { $0.severity == .remark } && sections.allSatisfy(\.isComplete)
    }
}
