/// A second of the proleptic Gregorian calendar in UTC, the form in which certificates write their dates.
package struct CalendarTime: Hashable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// The Unix times of the years that GeneralizedTime can write, 0000 to 9999.
    static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Nil when the fields name no second of the calendar; there are no leap seconds in Unix time.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year), (0...23).contains(hour), (0...59).contains(minute),
            (0...59).contains(second)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Nil outside the years 0 to 9999.
    package init?(unixSeconds: Int64) {
        guard Self.writable.contains(unixSeconds) else { return nil }
        let sinceYearZero = unixSeconds - Self.writable.lowerBound
        let ofDay = Int(sinceYearZero % 86_400)
        let sinceMarch = Int(sinceYearZero / 86_400) + Self.fromMarchBeforeYearZero
        let era = sinceMarch / Self.daysInEra
        let dayOfEra = sinceMarch % Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From March, each five months have 153 days.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + (era - 1) * 400 + (month <= 2 ? 1 : 0)
        (hour, minute, second) = (ofDay / 3_600, ofDay / 60 % 60, ofDay % 60)
    }

    /// The day as `2026-11-30`; the first or last one that there is for a time outside the years 0 to 9999.
    package static func date(unixSeconds: Int64) -> String {
        let seconds = min(max(unixSeconds, writable.lowerBound), writable.upperBound)
        guard let time = CalendarTime(unixSeconds: seconds) else { return "" }
        func text(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(text(time.year, 4))-\(text(time.month, 2))-\(text(time.day, 2))"
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    package var unixSeconds: Int64 {
        let years = (month <= 2 ? year - 1 : year) + 400
        let monthFromMarch = month <= 2 ? month + 9 : month - 3
        let sinceMarch =
            365 * years + years / 4 - years / 100 + years / 400 + (153 * monthFromMarch + 2) / 5 + day - 1
        let days = sinceMarch - Self.fromMarchBeforeYearZero
        return Self.writable.lowerBound + Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// The days of 400 years.
    private static let daysInEra = 146_097
    /// The days from 1 March of the year -400 to 1 January of year 0.
    ///
    /// Years are counted from that March, so that a leap day is the last day of its year and no count is
    /// negative. The January is an era after it, less the 31 + 29 days that lie before 1 March of year 0.
    private static let fromMarchBeforeYearZero = daysInEra - 60

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarTime: CustomStringConvertible {
    /// As in RFC 3339: `2026-11-30T12:00:00Z`.
    package var description: String {
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month))-\(digits(day))T"
            + "\(digits(hour)):\(digits(minute)):\(digits(second))Z"
    }
}
