extension DERElement {
    /// The time of a UTCTime or GeneralizedTime, in Unix seconds.
    ///
    /// In the form of RFC 5280 §4.1.2.5 only: with seconds, without fractions, in UTC (`Z`). A UTCTime's years
    /// 50 to 99 are 1950 to 1999. A GeneralizedTime may name any year, also one that UTCTime could hold.
    public func time() throws(CryptographyError) -> Int64 {
        let digits = contents.dropLast()
        let isUTC = tag == .utcTime
        guard isUTC || tag == .generalizedTime else {
            throw .der(.unexpectedTag(offset: offset, expected: .utcTime, found: tag))
        }
        guard digits.count == (isUTC ? 12 : 14), contents.last == UInt8(ascii: "Z"),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .der(.badTime(offset: offset)) }

        func pair(_ index: Int) -> Int {
            let tens = digits[digits.startIndex + 2 * index]
            let units = digits[digits.startIndex + 2 * index + 1]
            return Int(tens - 0x30) * 10 + Int(units - 0x30)
        }
        let first = isUTC ? 0 : 1
        let century = isUTC ? (pair(0) >= 50 ? 19 : 20) : pair(0)
        let time = CalendarTime(
            year: century * 100 + pair(first), month: pair(first + 1), day: pair(first + 2),
            hour: pair(first + 3), minute: pair(first + 4), second: pair(first + 5))
        guard let time else { throw .der(.badTime(offset: offset)) }
        return time.unixSeconds
    }
}

extension DER {
    /// The `Time` of RFC 5280 §4.1.2.5: UTCTime for the years 1950 to 2049, GeneralizedTime for all others.
    ///
    /// - Throws: ``CertificateProblem/dateOutOfRange(unixSeconds:)`` outside the years 0 to 9999.
    public static func time(_ unixSeconds: Int64) throws(CryptographyError) -> [UInt8] {
        guard let time = CalendarTime(unixSeconds: unixSeconds) else {
            throw .certificate(.dateOutOfRange(unixSeconds: unixSeconds))
        }
        return (1950...2049).contains(time.year)
            ? element(.utcTime, timeText(time, yearDigits: 2))
            : element(.generalizedTime, timeText(time, yearDigits: 4))
    }

    /// GeneralizedTime, whatever the year.
    ///
    /// - Throws: ``CertificateProblem/dateOutOfRange(unixSeconds:)`` outside the years 0 to 9999.
    public static func generalizedTime(_ unixSeconds: Int64) throws(CryptographyError) -> [UInt8] {
        guard let time = CalendarTime(unixSeconds: unixSeconds) else {
            throw .certificate(.dateOutOfRange(unixSeconds: unixSeconds))
        }
        return element(.generalizedTime, timeText(time, yearDigits: 4))
    }

    private static func timeText(_ time: CalendarTime, yearDigits: Int) -> [UInt8] {
        let pairs = [time.year % 100, time.month, time.day, time.hour, time.minute, time.second]
        let all = yearDigits == 4 ? [time.year / 100] + pairs : pairs
        return all.flatMap {
            [UInt8(truncatingIfNeeded: $0 / 10 + 0x30), UInt8(truncatingIfNeeded: $0 % 10 + 0x30)]
        }
            + [UInt8(ascii: "Z")]
    }
}
