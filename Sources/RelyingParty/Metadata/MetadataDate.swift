internal import Cryptography

/// A day as the metadata service writes it: `2026-11-30` (ISO 8601).
public struct MetadataDate: Hashable, Sendable {
    /// When the day begins in UTC, in Unix seconds.
    public let unixSeconds: Int64
    /// The day as it was written.
    let text: String

    /// Nil when the text is no day of the calendar in this form.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isDigits = parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard isDigits, parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]),
            let month = Int(parts[1]), let day = Int(parts[2]),
            let time = CalendarTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
        else { return nil }
        unixSeconds = time.unixSeconds
        self.text = text
    }

    /// Whether the day has begun.
    func hasBegun(at now: Int64) -> Bool { unixSeconds <= now }

    /// Whether the day is over.
    func isOver(at now: Int64) -> Bool { unixSeconds + 86_400 <= now }
}

extension MetadataDate: CustomStringConvertible {
    /// The day as it was written.
    public var description: String { text }
}
