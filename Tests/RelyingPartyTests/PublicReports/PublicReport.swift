import Testing

/// A bug that was reported in public, as a case of our own making: what must be said of it.
struct PublicReport: CustomTestStringConvertible, Sendable {
    enum Answer: Sendable {
        /// Rows that break a rule, and rows that stand.
        case rows([Row], stands: [GoodRow])
        /// It is not the verifier who answers, or another suite does.
        case elsewhere(String)
    }

    /// The number that this project gave the report.
    let number: Int
    /// Repository and issue; which of several the case is about.
    let source: String
    let answer: Answer

    var testDescription: String { "\(number): \(source)" }

    init(_ number: Int, _ source: String, breaks rows: [Row] = [], stands: [GoodRow] = []) {
        self.init(number, source, .rows(rows, stands: stands))
    }

    init(_ number: Int, _ source: String, elsewhere place: String) {
        self.init(number, source, .elsewhere(place))
    }

    private init(_ number: Int, _ source: String, _ answer: Answer) {
        self.number = number
        self.source = source
        self.answer = answer
    }

    /// Runs its rows.
    func check() throws {
        guard case .rows(let rows, let good) = answer else { return }
        #expect(!rows.isEmpty || !good.isEmpty)
        for row in rows { try row.check() }
        for row in good { try row.check() }
    }
}
