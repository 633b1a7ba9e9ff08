internal import JSON

/// A corpus of ceremonies, each with the verdict that is right: what `understudy verify --cases` runs.
///
/// ```
/// {"records": [{"id", "kind": "registration", "options": {"challenge", "rpId", "origin", …}, "clientDataJSON",
///   "attestationObject", "expected": "accept"|"reject", "strictExpected"?, "verificationTime"?, "trustAnchor"?},
///  {"id", "kind": "assertion", …, "authenticatorData", "signature", "publicKeyCOSE", "userHandle"?,
///   "storedSignCount"?}]}
/// ```
/// Byte strings are base64url. Other kinds test a codec and are judged apart; members not named here are left alone.
public struct CaseFile: Sendable {
    /// The cases in the order written.
    public let cases: [Case]

    /// Reads a file; an array of records alone is taken too.
    ///
    /// - Throws: ``RelyingPartyError`` that names the record and the member.
    public init(json bytes: [UInt8]) throws(RelyingPartyError) {
        let document: JSONDocument
        // A corpus is larger than any message.
        let limits = JSONLimits(maximumBytes: 1 << 28)
        do { document = try JSONDocument(parsing: bytes, limits: limits) } catch { throw .notJSON(error) }
        let root = document.root
        let list = root.kind == .array ? root : root["records"]
        guard let list, list.kind == .array else {
            throw .member(path: "records", expected: "an array of cases", offset: root.offset)
        }
        var cases: [Case] = []
        for (index, element) in list.elements.enumerated() {
            cases.append(try Case(element, path: "records[\(index)]."))
        }
        self.cases = cases
    }
}

/// One case of a corpus.
public struct Case: Sendable {
    /// Its name.
    public let id: String
    /// Its kind, as written.
    public let kind: String
    /// Why the expected verdict is right; empty when nobody says.
    public let reason: String
    /// The right verdict under level3: `accept`, `reject` or, where only structure is tested, `parses`.
    public let expected: String
    /// The right verdict under fido-conformance, where it is another.
    public let strictExpected: String?
    /// What there is to judge.
    let subject: CaseSubject

    init(_ element: JSONElement, path: String) throws(RelyingPartyError) {
        let reader = MemberReader(object: element, path: path)
        guard element.kind == .object else { throw reader.wrong("", "an object", element) }
        id = try reader.requiredString("id")
        kind = try reader.requiredString("kind")
        reason = try reader.string("reason") ?? ""
        expected = Self.firstWord(try reader.requiredString("expected"))
        strictExpected = try reader.string("strictExpected").map(Self.firstWord)
        subject = try CaseSubject(kind: kind, reader)
    }

    /// `reject (with a remark)` is `reject`.
    private static func firstWord(_ text: String) -> String {
        String(text.prefix { $0 != " " })
    }

    /// The right verdict under a policy; nil where nobody says: a corpus states it for level3, and for
    /// fido-conformance where the two differ.
    public func expected(under policy: Policy) -> String? {
        switch policy {
        case .level3: expected
        case .fidoConformance: strictExpected
        default: nil
        }
    }

    /// Runs the case.
    public func run(policy: Policy = .level3) -> CaseResult {
        let (verdict, report) = subject.judge(policy)
        return CaseResult(
            id: id, kind: kind, expected: expected(under: policy), verdict: verdict, report: report)
    }
}

/// What a case came to.
public struct CaseResult: Sendable {
    /// The case's name.
    public let id: String
    /// The case's kind.
    public let kind: String
    /// The verdict that is right; nil where nobody says.
    public let expected: String?
    /// The verdict that was reached: `accept` or `reject`; nil for a kind that is not judged here.
    public let verdict: Report.Verdict?
    /// The findings behind it, for a ceremony.
    public let report: Report?

    /// How the two compare.
    public enum Agreement: String, Hashable, Sendable {
        /// They are the same; `parses` is accepted.
        case agrees
        /// They are not.
        case disagrees
        /// Rejected for nothing but a finding that says it cannot be checked here.
        case unsupported
        /// Not judged here.
        case notJudged
        /// Judged, but nobody says which verdict is right under this policy.
        case notStated
    }

    /// How the verdict compares with the right one.
    public var agreement: Agreement {
        guard let verdict else { return .notJudged }
        guard let expected else { return .notStated }
        let isExpected = (expected == "reject") == (verdict == .reject)
        if let report, report.verdict == .reject,
            report.findings.allSatisfy({ !$0.rejects || $0.status == .unsupported })
        {
            return .unsupported
        }
        return isExpected ? .agrees : .disagrees
    }

    /// Whether it is a ceremony, or a codec's test.
    public var isCeremony: Bool { report != nil }
}

/// How a whole corpus came out.
public struct CaseSummary: Hashable, Sendable {
    /// Ceremonies whose verdict is the right one.
    public private(set) var agreeing = 0
    /// Ceremonies whose verdict is wrong.
    public private(set) var disagreeing = 0
    /// Ceremonies that are rejected only because something in them cannot be checked here.
    public private(set) var unsupported = 0
    /// Tests of codecs whose verdict is the right one.
    public private(set) var codecAgreeing = 0
    /// Tests of codecs whose verdict is wrong.
    public private(set) var codecDisagreeing = 0
    /// Records of a kind that nobody here knows.
    public private(set) var notJudged = 0
    /// Records that were judged, and of which nobody says what is right.
    public private(set) var notStated = 0

    /// Counts results.
    public init(_ results: some Sequence<CaseResult>) {
        for result in results {
            switch (result.isCeremony, result.agreement) {
            case (true, .agrees): agreeing += 1
            case (true, .disagrees): disagreeing += 1
            case (true, .unsupported): unsupported += 1
            case (false, .agrees): codecAgreeing += 1
            case (false, .disagrees), (false, .unsupported): codecDisagreeing += 1
            case (_, .notJudged): notJudged += 1
            case (_, .notStated): notStated += 1
            }
        }
    }

    /// Whether every verdict is the right one, as far as it can be reached here.
    public var isClean: Bool { disagreeing == 0 && codecDisagreeing == 0 }
}
