import RelyingParty
import Testing
import WebAuthnModel

/// One way of breaking a rule, and what each policy makes of it.
struct Row: CustomTestStringConvertible, Sendable {
    /// The fault's name: a rule's code and a variant.
    let fault: String
    /// The status of its finding under level3, level2, fido-conformance and lenient: a letter each, of
    /// (f)ail, (w)arn, (p)ass and (n)otApplicable, or - where it is not looked at.
    let marks: String
    /// What the verifier calls it, where it cannot tell so exactly what was done.
    let found: String
    /// Other rules that are broken with it, and cannot but be, with the marks of each.
    let also: [String: String]
    private let report: @Sendable (Policy) throws -> Report

    init(
        _ fault: String, marks: String = "ffff", found: String? = nil, also: [String: String] = [:],
        _ attestation: RegistrationRecipe.Attestation = .none,
        registration edit: @escaping @Sendable (inout RegistrationRecipe) throws -> Void
    ) {
        self.fault = fault
        self.marks = marks
        self.also = also
        self.found = found ?? fault
        report = { policy in
            var recipe = try RegistrationRecipe(attestation)
            try edit(&recipe)
            return try recipe.report(policy)
        }
    }

    init(
        _ fault: String, marks: String = "ffff", found: String? = nil, also: [String: String] = [:],
        authentication edit: @escaping @Sendable (inout AuthenticationRecipe) throws -> Void
    ) {
        self.fault = fault
        self.marks = marks
        self.also = also
        self.found = found ?? fault
        report = { policy in
            var recipe = try AuthenticationRecipe()
            try edit(&recipe)
            return try recipe.report(policy)
        }
    }

    var testDescription: String { fault }

    /// Exactly the named rule is broken, in the named way, and each policy decides as it should.
    func check(ignoring ignored: Set<String> = []) throws {
        let statuses: [Character: Finding.Status] = [
            "f": .fail, "w": .warn, "p": .pass, "n": .notApplicable,
        ]
        for (index, policy) in Policy.all.enumerated() {
            let mark = Array(marks)[index]
            let report = try report(policy)
            let own = report.findings.filter { $0.fault?.description == found }
            let rejecting = Set(
                report.findings.filter(\.rejects).map { $0.fault?.description ?? $0.code.rawValue }
            ).subtracting(ignored)
            let with = also.filter { Array($0.value)[index] == "f" }.map(\.key)
            let expected = Set(with + (mark == "f" ? [found] : []))
            #expect(
                own.count == (mark == "-" ? 0 : 1) && own.first?.status == statuses[mark]
                    && rejecting == expected,
                "\(fault) under \(policy.name): \(report.text)")
            #expect((report.verdict == .accept) == (report.credential != nil))
            let passed = report.findings(.pass).filter { $0.variant == nil }.map(\.code)
            #expect(Set(passed).isDisjoint(with: report.findings.filter(\.rejects).map(\.code)))
        }
        #expect(FaultID(found) != nil)
    }
}

/// Something unusual that no policy holds against anybody.
struct GoodRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    private let reports: [@Sendable (Policy) throws -> Report]

    init(
        _ name: String, _ attestation: RegistrationRecipe.Attestation = .none,
        registration: (@Sendable (inout RegistrationRecipe) throws -> Void)? = nil,
        authentication: (@Sendable (inout AuthenticationRecipe) throws -> Void)? = nil
    ) {
        testDescription = name
        var reports: [@Sendable (Policy) throws -> Report] = []
        if let registration {
            reports.append { policy in
                var recipe = try RegistrationRecipe(attestation)
                try registration(&recipe)
                return try recipe.report(policy)
            }
        }
        if let authentication {
            reports.append { policy in
                var recipe = try AuthenticationRecipe()
                try authentication(&recipe)
                return try recipe.report(policy)
            }
        }
        self.reports = reports
    }

    /// Accepted under every policy, or those that are named, without a warning.
    func check(_ policies: [Policy] = Policy.all) throws {
        for policy in policies {
            for report in try reports.map({ try $0(policy) }) {
                #expect(
                    report.verdict == .accept && report.findings(.warn).isEmpty,
                    "\(testDescription) under \(policy.name): \(report.text)")
            }
        }
    }
}
