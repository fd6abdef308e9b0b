/// The code that reads and writes dates as texts, in the files of models and of services.
enum DateTextSupport {
    static let text = #"""
        /// Dates as `2026-10-30T14:03:00Z`, or `2026-10-30T14:03:00.250Z` with milliseconds, in the years 1 to 9999 of the Gregorian
        /// calendar, which counts as if it had always been in use.
        ISOLATION private enum ISO8601 {
            /// The milliseconds from 1970 to 2001, where `Date` counts from.
            private static let reference = 978_307_200_000.0
            private static let years = -62_135_596_800_000.0..<253_402_300_800_000.0

            /// Returns the milliseconds since 1970, rounded.
            static func milliseconds(_ date: Date) -> Double {
                (date.timeIntervalSinceReferenceDate * 1000).rounded() + reference
            }

            /// Returns the date. Whole milliseconds are divided once, so that each has one date.
            static func date(milliseconds: Double) -> Date {
                let whole = milliseconds.rounded()
                let isWhole = abs(milliseconds - whole) <= 2 * whole.ulp
                return Date(timeIntervalSinceReferenceDate: ((isWhole ? whole : milliseconds) - reference) / 1000)
            }

            /// Returns the text of a date; nil beyond the years.
            static func text(_ date: Date) -> String? {
                let milliseconds = milliseconds(date)
                guard years.contains(milliseconds) else { return nil }
                let (days, time) = divided(Int(milliseconds), by: 86_400_000)
                let (year, month, day) = day(days)
                let parts = [
                    (year, 4, "-"), (month, 2, "-"), (day, 2, "T"),
                    (time / 3_600_000, 2, ":"), (time / 60_000 % 60, 2, ":"), (time / 1000 % 60, 2, ""),
                ]
                let text = parts.map { padded($0, $1) + $2 }.joined()
                return time % 1000 == 0 ? text + "Z" : text + "." + padded(time % 1000, 3) + "Z"
            }

            private static func padded(_ number: Int, _ count: Int) -> String {
                let digits = String(number)
                return String(repeating: "0", count: count - digits.count) + digits
            }

            /// Reads a text with a zone (`Z`, `+02:00`, `-0330`) and any number of decimals of a second; nil for anything else, such as
            /// days that the month does not have.
            static func date(_ text: String) -> Date? {
                var reader = Reader(text)
                guard let milliseconds = reader.milliseconds(), years.contains(milliseconds) else { return nil }
                return date(milliseconds: milliseconds)
            }

            /// Divides and rounds down.
            private static func divided(_ dividend: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
                let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
                return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
            }

            // A year that begins in March has its leap day at its end. Then 5 months have 153 days, 4 years 1461, 100 years one less than
            // 25 times that, and 400 years 146 097. The days are counted from 1 March of the year 0, 719 468 days before 1970.

            private static func day(_ days: Int) -> (year: Int, month: Int, day: Int) {
                let (era, dayOfEra) = divided(days + 719_468, by: 146_097)
                let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
                let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
                let month = (5 * dayOfYear + 2) / 153
                let day = dayOfYear - (153 * month + 2) / 5 + 1
                let year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
                return (year, month < 10 ? month + 3 : month - 9, day)
            }

            private static func days(year: Int, month: Int, day: Int) -> Int {
                let (era, yearOfEra) = divided(month > 2 ? year : year - 1, by: 400)
                let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
                return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
            }

            private struct Reader {
                private var bytes: String.UTF8View.Iterator
                /// The next byte; nil at the end.
                private var next: UInt8?

                init(_ text: String) {
                    bytes = text.utf8.makeIterator()
                    next = bytes.next()
                }

                /// Returns the milliseconds since 1970.
                mutating func milliseconds() -> Double? {
                    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
                        skip("T"), let hour = number(2), skip(":"), let minute = number(2), skip(":"),
                        let second = number(2), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year),
                        hour < 24, minute < 60, second < 60,
                        let fraction = fraction(), let offset = offset(), next == nil
                    else { return nil }
                    let days = ISO8601.days(year: year, month: month, day: day)
                    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
                    return Double(seconds * 1000) + fraction
                }

                /// Reads exactly `count` decimal digits.
                private mutating func number(_ count: Int) -> Int? {
                    var number = 0
                    for _ in 0..<count {
                        guard let digit = digit() else { return nil }
                        number = number * 10 + digit
                    }
                    return number
                }

                private mutating func digit() -> Int? {
                    guard let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                    next = bytes.next()
                    return Int(byte - UInt8(ascii: "0"))
                }

                private mutating func skip(_ character: Unicode.Scalar) -> Bool {
                    guard next == UInt8(ascii: character) else { return false }
                    next = bytes.next()
                    return true
                }

                /// Reads the part of a second after the point, in milliseconds; 0 if there is no point.
                private mutating func fraction() -> Double? {
                    guard skip(".") else { return 0 }
                    guard var numerator = digit().map(Double.init) else { return nil }
                    var denominator = 10.0
                    while let digit = digit() {
                        // Digits beyond the twelfth are below the precision of a date.
                        if denominator < 1e12 {
                            numerator = numerator * 10 + Double(digit)
                            denominator *= 10
                        }
                    }
                    return numerator * 1000 / denominator
                }

                /// Reads the zone, in seconds east of Greenwich.
                private mutating func offset() -> Int? {
                    if skip("Z") { return 0 }
                    let isEast = skip("+")
                    guard isEast || skip("-"), let hours = number(2) else { return nil }
                    _ = skip(":")
                    guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
                    return (isEast ? 1 : -1) * (hours * 3_600 + minutes * 60)
                }

                private static func days(in month: Int, of year: Int) -> Int {
                    switch month {
                    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
                    case 4, 6, 9, 11: 30
                    default: 31
                    }
                }
            }
        }
        """#
}
