/// Moments as milliseconds since 1970, UTC, and their ISO 8601 text. The code uses only integers, so that 50,000 moments are
/// fast and the same on every platform.
///
/// Source of the calendar arithmetic: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), `days_from_civil`
/// and `civil_from_days`.
enum Timestamp {
    static func milliseconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floor(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
    }

    /// Appends `2026-10-30T14:03:00Z`, with `.125` before the zone if there is a fraction or `alwaysWithFraction` is set.
    static func append(_ milliseconds: Int, alwaysWithFraction: Bool = false, to text: inout [UInt8]) {
        let days = floor(milliseconds, 86_400_000)
        let time = milliseconds - days * 86_400_000
        let shifted = days + 719_468
        let era = floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)

        append(year, digits: 4, then: "-", to: &text)
        append(month, digits: 2, then: "-", to: &text)
        append(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, digits: 2, then: "T", to: &text)
        append(time / 3_600_000, digits: 2, then: ":", to: &text)
        append(time / 60_000 % 60, digits: 2, then: ":", to: &text)
        let fraction = time % 1000
        let hasFraction = alwaysWithFraction || fraction != 0
        append(time / 1000 % 60, digits: 2, then: hasFraction ? "." : "Z", to: &text)
        if hasFraction { append(fraction, digits: 3, then: "Z", to: &text) }
    }

    private static func append(_ number: Int, digits: Int, then end: Unicode.Scalar, to text: inout [UInt8]) {
        var power = 1
        for _ in 1..<digits { power *= 10 }
        while power > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / power % 10))
            power /= 10
        }
        text.append(UInt8(ascii: end))
    }

    /// Divides and rounds down, also for moments before 1970.
    private static func floor(_ dividend: Int, _ divisor: Int) -> Int {
        dividend / divisor - (dividend % divisor < 0 ? 1 : 0)
    }
}
