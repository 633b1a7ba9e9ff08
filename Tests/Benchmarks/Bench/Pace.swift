/// Rates by the clock on the wall.
enum Pace {
    /// How often a second the operation gets done by that many tasks side by side.
    static func rate(
        of operation: Operation, tasks: Int = 1, for duration: Duration = .milliseconds(150)
    ) async throws -> Double {
        let clock = ContinuousClock()
        let begin = clock.now
        let end = begin + duration
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    var done = 0
                    while clock.now < end {
                        try await operation.run()
                        done += 1
                    }
                    return done
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(done) / (clock.now - begin).seconds
    }

    /// The middle one.
    static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
