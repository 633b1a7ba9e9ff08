internal import WebAuthnModel

/// What the faults of one family have in common, so that each is written down once and shortly.
struct FaultFamily: Sendable {
    let layer: FaultLayer
    let signs: FaultSigning
    let conditions: [FaultCondition]

    init(_ layer: FaultLayer, signs: FaultSigning, where conditions: FaultCondition...) {
        self.layer = layer
        self.signs = signs
        self.conditions = conditions
    }

    /// A fault without a parameter; unless told otherwise the rule that it breaks catches it.
    func callAsFunction(
        _ code: RuleCode, _ variant: String, _ story: String, caughtBy: FaultCatcher? = nil,
        where further: [FaultCondition] = [], _ edits: FaultEdit...
    ) -> Fault {
        Fault(
            FaultID(code, variant), story, layer: layer, caughtBy: caughtBy ?? .rule(code), signs: signs,
            conditions: conditions + further, parameter: nil
        ) { _ in edits }
    }

    /// A fault with a parameter.
    func callAsFunction(
        _ code: RuleCode, _ variant: String, _ story: String, caughtBy: FaultCatcher? = nil,
        where further: [FaultCondition] = [], taking parameter: FaultParameter,
        _ edit: @escaping @Sendable (FaultValue) -> FaultEdit
    ) -> Fault {
        Fault(
            FaultID(code, variant), story, layer: layer, caughtBy: caughtBy ?? .rule(code), signs: signs,
            conditions: conditions + further, parameter: parameter
        ) { [edit($0)] }
    }
}

extension FaultParameter {
    /// A text.
    static func text(_ meaning: String, standard: String? = nil) -> FaultParameter {
        FaultParameter(meaning: meaning, kind: .text, standard: standard.map { .text($0) })
    }

    /// A number.
    static func number(_ meaning: String, _ range: ClosedRange<Int>, standard: Int) -> FaultParameter {
        FaultParameter(meaning: meaning, kind: .number(range), standard: .number(standard))
    }

    /// Bytes.
    static func bytes(
        _ meaning: String, _ count: ClosedRange<Int>, standard: [UInt8]? = nil
    ) -> FaultParameter {
        FaultParameter(meaning: meaning, kind: .bytes(count), standard: standard.map { .bytes($0) })
    }
}
