import Cryptography

/// Times and durations as people write them.
enum TimeText {
    /// Milliseconds since 1970 of `2026-11-30T12:00:00Z`, with a fraction or an offset, or of Unix seconds.
    static func instant(_ text: String) -> Int64? {
        if let seconds = Int64(text) {
            return (-62_167_219_200...253_402_300_799).contains(seconds) ? seconds * 1000 : nil
        }
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return range.reduce(0 as Int?) { value, place in
                guard let value, (48...57).contains(bytes[place]) else { return nil }
                return value * 10 + Int(bytes[place] - 48)
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let time = CalendarTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var place = 19
        var milliseconds = 0
        if bytes[place] == UInt8(ascii: ".") {
            let digits = bytes[(place + 1)...].prefix { (48...57).contains($0) }
            guard !digits.isEmpty else { return nil }
            for index in 0..<3 {
                let digit = index < digits.count ? Int(digits[digits.startIndex + index] - 48) : 0
                milliseconds = milliseconds * 10 + digit
            }
            place += 1 + digits.count
        }
        guard let offset = offset(bytes[place...], number) else { return nil }
        return (time.unixSeconds - offset) * 1000 + Int64(milliseconds)
    }

    /// Seconds east of UTC: `Z`, `+01:00`.
    private static func offset(_ zone: ArraySlice<UInt8>, _ number: (Range<Int>) -> Int?) -> Int64? {
        let start = zone.startIndex
        switch zone.first {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return zone.count == 1 ? 0 : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard zone.count == 6, zone[start + 3] == UInt8(ascii: ":"),
                let hours = number(start + 1..<start + 3), let minutes = number(start + 4..<start + 6),
                hours < 24, minutes < 60
            else { return nil }
            let seconds = Int64(hours * 3600 + minutes * 60)
            return zone.first == UInt8(ascii: "-") ? -seconds : seconds
        default: return nil
        }
    }

    /// `500ms`, `30s`, `5m`, or bare seconds; at most a day.
    static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number <= 86_400_000 else { return nil }
        let milliseconds: Int64? =
            switch text.dropFirst(digits.count) {
            case "ms": number
            case "s", "": number * 1000
            case "m": number * 60_000
            default: nil
            }
        guard let milliseconds, milliseconds <= 86_400_000 else { return nil }
        return .milliseconds(milliseconds)
    }
}
