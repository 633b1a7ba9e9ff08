internal import CBOR
internal import WebAuthnModel

/// The one-word names of what can be wrong with CBOR, as variants of the rules that ask for it.
extension CBORError {
    var variant: String {
        switch self {
        case .truncated, .lengthTooLarge: "truncated"
        case .trailingBytes: "trailingBytes"
        case .nonShortest: "nonShortestLength"
        case .keyOrder: "keyOrder"
        case .duplicateKey: "duplicateKey"
        case .indefiniteLength: "indefiniteLength"
        case .tag: "tag"
        case .tooDeep: "tooDeep"
        case .reservedAdditionalInformation, .unexpectedBreak, .badChunk, .notUTF8, .malformedSimpleValue,
            .float, .simpleValue:
            "notCBOR"
        }
    }
}

extension FindingList {
    /// Tells what a lenient reading forgave: the first of each kind.
    mutating func tell(
        forgiven: [CBORError], _ code: RuleCode, in subject: String, at location: (Int) -> ReportLocation
    ) {
        var told: Set<String> = []
        for fault in forgiven where told.insert(fault.variant).inserted {
            breach(
                code, fault.variant, because: "\(subject) is not in canonical form: \(fault)",
                at: location(fault.offset))
        }
    }
}

/// Finds a member of an item again, for those who must say where it stands.
enum CBORLocator {
    /// The bytes of the item that the keys and indices lead to; nil when there is none.
    static func range(of path: [CBORStep], in bytes: [UInt8]) -> Range<Int>? {
        let walk = CBORAnnotator.annotate(bytes)
        var first = 0
        for (level, step) in path.enumerated() {
            let depth = level + 1
            guard
                let found = walk.annotations[first...].dropFirst().prefix(while: { $0.depth >= depth })
                    .firstIndex(where: { $0.depth == depth && $0.role == step.role })
            else { return nil }
            first = found
        }
        let item = walk.annotations[first]
        let next = walk.annotations[first...].dropFirst().first { $0.depth <= item.depth }
        return item.offset..<(next?.offset ?? walk.end)
    }
}

/// One step into an item.
enum CBORStep {
    /// The member of a map.
    case member(String)
    /// The element of an array.
    case element(Int)

    fileprivate var role: CBORRole {
        switch self {
        case .member(let name): .value(of: .text(name))
        case .element(let index): .element(index)
        }
    }
}
