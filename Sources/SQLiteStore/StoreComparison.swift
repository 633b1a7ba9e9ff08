public import Authenticator
internal import WebAuthnModel

/// Two stores side by side: their authenticators by name, each with its credentials by ID.
///
/// Each store is seen as it was when the comparison began; a page of each is in memory, however many credentials there
/// are. Counters that an owner has leased are at their ceilings.
public struct StoreComparison: ~Copyable {
    private var here: Side
    private var there: Side
    private var waiting: StoreDifference?
    private var isInAuthenticator = false

    /// One of the two stores, and how far it was read.
    private struct Side: ~Copyable {
        var database: Database
        private var authenticators: ArraySlice<AuthenticatorRow>
        private(set) var current: ComparedAuthenticator?
        private var page: ArraySlice<ComparedCredential> = []
        private var last: [UInt8] = []
        private var isAtEnd = true

        private static let pageLength: Int64 = 500

        init(_ opened: consuming Database) throws(StoreError) {
            var opened = opened
            try opened.run(.beginRead)
            authenticators = try opened.rows(.listAuthenticators, [], AuthenticatorRow.init)[...]
            database = opened
        }

        /// The name of the authenticator that comes next.
        var nextName: String? { authenticators.first?.record.name }

        mutating func enter() throws(StoreError) {
            guard let row = authenticators.popFirst() else { return }
            current = try ComparedAuthenticator(row, in: &database)
            (page, last, isAtEnd) = ([], [], false)
        }

        mutating func leave() {
            current = nil
            (page, isAtEnd) = ([], true)
        }

        /// The credential that comes next.
        mutating func peek() throws(StoreError) -> ComparedCredential? {
            if page.isEmpty, !isAtEnd, let current {
                page = try database.rows(
                    .listEverything, [.integer(current.id), .blob(last), .integer(Self.pageLength)],
                    ComparedCredential.init)[...]
                isAtEnd = page.count < Self.pageLength
                last = page.last?.id.bytes ?? last
            }
            return page.first
        }

        mutating func pass() { _ = page.popFirst() }
    }

    fileprivate init(_ here: consuming Database, _ there: consuming Database) throws(StoreError) {
        let one = try Side(here)
        let other = try Side(there)
        self.here = one
        self.there = other
    }

    /// The next difference, in the order of names and, within an authenticator, of IDs; nil when there is no more.
    public mutating func next() throws(StoreError) -> StoreDifference? {
        while true {
            if let found = waiting {
                waiting = nil
                return found
            }
            if isInAuthenticator {
                if let found = try nextCredential() { return found }
                here.leave()
                there.leave()
                isInAuthenticator = false
            }
            guard
                let next = Self.order(
                    here.nextName, there.nextName, { $0.utf8.lexicographicallyPrecedes($1.utf8) })
            else { return nil }
            try enter(next)
        }
    }

    private enum Order { case here, there, both }

    /// Which of two comes first; nil when there is none of either.
    private static func order<Value: Equatable>(
        _ here: Value?, _ there: Value?, _ precedes: (Value, Value) -> Bool
    ) -> Order? {
        switch (here, there) {
        case (nil, nil): nil
        case (_, nil): .here
        case (nil, _): .there
        case (let here?, let there?): here == there ? .both : precedes(here, there) ? .here : .there
        }
    }

    private mutating func enter(_ order: Order) throws(StoreError) {
        isInAuthenticator = true
        if order != .there { try here.enter() }
        if order != .here { try there.enter() }
        guard let name = here.current?.record.name ?? there.current?.record.name else { return }
        let kind: StoreDifference.Kind
        if let one = here.current, let other = there.current {
            let changes = one.changes(to: other)
            guard !changes.isEmpty else { return }
            kind = .changed(changes)
        } else {
            kind = order == .here ? .onlyHere : .onlyThere
        }
        waiting = StoreDifference(authenticator: name, credential: nil, kind: kind)
    }

    private mutating func nextCredential() throws(StoreError) -> StoreDifference? {
        guard let name = here.current?.record.name ?? there.current?.record.name else { return nil }
        while true {
            let (one, other) = (try here.peek(), try there.peek())
            guard
                let order = Self.order(
                    one?.id.bytes, other?.id.bytes, { $0.lexicographicallyPrecedes($1) })
            else { return nil }
            if order != .there { here.pass() }
            if order != .here { there.pass() }
            guard let id = order == .there ? other?.id : one?.id else { return nil }
            var kind = order == .here ? StoreDifference.Kind.onlyHere : .onlyThere
            if order == .both, let one, let other {
                let changes = one.changes(to: other)
                if changes.isEmpty { continue }
                kind = .changed(changes)
            }
            return StoreDifference(authenticator: name, credential: id, kind: kind)
        }
    }
}

extension SQLiteStore {
    /// Compares this store with another, which is only read.
    ///
    /// - Throws: as opening it does; ``StoreError/unavailable(_:)`` also for one with an earlier schema.
    public func comparison(with other: String) throws(StoreError) -> StoreComparison {
        let there = StoreOpening(path: other, creation: .never, schema: .current, patience: Self.patience)
        var opened = try there.openUnchanged()
        let version = try there.version(of: &opened)
        guard version == Schema.current.version else {
            throw .unavailable(
                "\(other) has schema \(version), and \(Schema.current.version) is compared;"
                    + " use it once as a store, and it is brought up to date")
        }
        return try StoreComparison(try opening.reopen(path), opened)
    }
}
