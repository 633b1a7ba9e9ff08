package import Authenticator

extension SQLiteStore {
    /// How SQLite would go about each statement that looks for rows, as it says itself.
    package func queryPlans() throws(StoreError) -> [String: [String]] {
        try withWriter { (database) throws(StoreError) in
            var plans: [String: [String]] = [:]
            for sql in SQL.allCases where !sql.rawValue.hasPrefix("PRAGMA") {
                plans["\(sql)"] = try database.plan(of: sql)
            }
            return plans
        }
    }

    /// Runs statements of a test's own.
    package func execute(_ script: String) throws(StoreError) {
        try withWriter { (database) throws(StoreError) in try database.execute(script) }
    }
}
