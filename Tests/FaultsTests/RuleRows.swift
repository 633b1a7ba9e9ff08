import Foundation
import RelyingParty
import Understudy

/// The rows of the list of what a relying party must tell apart, from Data/rp-rules.tsv.
struct RuleRows: Sendable {
    /// One row: its name, what each policy makes of it, and the fault that plants it or why none does.
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        /// Under level3, level2, fido-conformance and lenient; empty where no fault plants it.
        let decisions: [RelyingParty.Decision]
        let fault: String?
        let reason: String
        var description: String { name }
    }

    static let all: [Row] = {
        guard let url = Bundle.module.url(forResource: "Data/rp-rules", withExtension: "tsv"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: Character("\n")).filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let fault = cells.count > 2 && cells[2] != "-" ? cells[2] : nil
            return Row(
                name: cells.count > 1 ? cells[1] : String(line),
                decisions: cells[0].compactMap { letters[$0] },
                fault: fault == "=" ? cells[1] : fault, reason: cells.count > 3 ? cells[3] : "")
        }
    }()

    private static let letters: [Character: RelyingParty.Decision] = [
        "f": .fail, "w": .warn, "p": .pass, "i": .ignore,
    ]

    private static let byFault = Dictionary(
        all.compactMap { row in row.fault.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })

    /// What the list says; for a fault that is not in it, what the policy says.
    static func decision(on fault: Fault, _ policy: Policy) -> RelyingParty.Decision {
        if let row = byFault["\(fault.id)"], row.decisions.count == 4,
            let place = Policy.all.firstIndex(where: { $0.name == policy.name })
        {
            return row.decisions[place]
        }
        guard case .rule(let code) = fault.caughtBy else { return .pass }
        return policy.decision(on: FaultID(code, fault.id.variant))
    }
}
