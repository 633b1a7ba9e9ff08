import Testing
import Understudy

/// The catalogue as a whole: names, stories, and what of the list of rules it covers.
@Suite struct CatalogTests {
    @Test func namesAreUniqueAndReadable() {
        let names = FaultCatalog.all.map { "\($0.id)" }
        #expect(names.count >= 150)
        #expect(Set(names).count == names.count)
        for fault in FaultCatalog.all {
            #expect(FaultID("\(fault.id)") == fault.id)
            #expect(fault.story.last == "." && fault.story.count > 10, "\(fault.id): \(fault.story)")
            #expect(!fault.id.variant.contains("."), "\(fault.id)")
        }
    }

    @Test func everyLayerHasSome() {
        for layer in FaultLayer.allCases {
            #expect(FaultCatalog.all.contains { $0.layer == layer }, "\(layer)")
        }
    }

    @Test(arguments: RuleRows.all) func eachRowHasItsFaultOrItsReason(row: RuleRows.Row) throws {
        guard let name = row.fault else {
            #expect(!row.reason.isEmpty)
            return
        }
        let fault = try #require(FaultCatalog.fault(named: name))
        // What never fails is no fault to a verifier; what does names the rule that says so.
        if !row.decisions.isEmpty, row.decisions.allSatisfy({ $0 == .pass }) {
            if case .rule = fault.caughtBy { Issue.record("\(name) is said to be caught") }
        }
    }

    @Test func theListIsThere() { #expect(RuleRows.all.count > 200) }

    struct Near: Sendable, CustomStringConvertible {
        let text: String
        let near: String?
        var description: String { text }
    }

    static let nears = [
        Near(text: "clientData.origin.trailingslash", near: "clientData.origin.trailingSlash"),
        Near(text: "clientData.origin", near: "clientData.origin.other"),
        Near(text: "trailingSlash", near: "clientData.origin.trailingSlash"),
        Near(text: "signature.onebit", near: "signature.oneBit"),
        Near(text: "authData.counter.lover", near: "authData.counter.lower"),
        Near(text: "", near: nil),
        Near(text: "xyzzy", near: nil),
        Near(text: String(repeating: "a", count: 1 << 20), near: nil),
    ]

    @Test(arguments: nears) func aMistypedNameFindsItsNeighbours(row: Near) {
        let near = FaultCatalog.names(near: row.text)
        #expect(row.near == nil ? near.isEmpty : near.contains(row.near ?? ""), "\(near)")
    }
}
