/// The file with the formats of fields.
enum FieldFormatSupport {
    static let text = #"""
        /// How a field is read and written.
        struct FieldFormat<Value> {
            /// What was read.
            struct Reading {
                var value: Value
                /// The elements of lenient lists that could not be read.
                var leftOut: [FieldProblem] = []
            }

            let read: (any Decoder) throws -> Reading
            let write: (Value, any Encoder) throws -> Void
        }

        extension FieldFormat where Value: Codable {
            /// A value that is in JSON what `Codable` makes of it.
            static func plain(_ type: Value.Type) -> FieldFormat {
                FieldFormat { decoder in
                    Reading(value: try decoder.singleValueContainer().decode(type))
                } write: { value, encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode(value)
                }
            }
        }

        extension FieldFormat {
            /// A text that stands for a value.
            static func text(_ read: @escaping (String) -> Value?, _ write: @escaping (Value) -> String) -> FieldFormat {
                FieldFormat { decoder in
                    guard let value = read(try decoder.singleValueContainer().decode(String.self)) else {
                        throw ModelFailure(decoder.codingPath, .unreadable)
                    }
                    return Reading(value: value)
                } write: { value, encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode(write(value))
                }
            }

            /// A model within another.
            static func model<Model: ModelJSON>(_ type: Model.Type) -> FieldFormat where Value == Model.Value {
                FieldFormat { decoder in
                    let model = try Model(from: decoder)
                    return Reading(value: model.value, leftOut: model.leftOut)
                } write: { value, encoder in
                    try Model(value).encode(to: encoder)
                }
            }

            /// A list in which each element can be read.
            static func list<Element>(of element: FieldFormat<Element>) -> FieldFormat where Value == [Element] {
                FieldFormat { decoder in
                    var reading = Reading(value: [])
                    let problems = try elements(element, decoder, into: &reading)
                    if !problems.isEmpty { throw ModelFailure(problems) }
                    return reading
                } write: { value, encoder in
                    var container = encoder.unkeyedContainer()
                    for item in value { try element.write(item, container.superEncoder()) }
                }
            }

            /// A list without the elements that can't be read.
            static func lenientList<Element>(of element: FieldFormat<Element>) -> FieldFormat where Value == [Element] {
                FieldFormat { decoder in
                    var reading = Reading(value: [])
                    reading.leftOut += try elements(element, decoder, into: &reading)
                    return reading
                } write: { value, encoder in
                    try list(of: element).write(value, encoder)
                }
            }

            /// Appends the elements that can be read, and returns the problems of the others.
            private static func elements<Element>(
                _ element: FieldFormat<Element>,
                _ decoder: any Decoder,
                into reading: inout FieldFormat<[Element]>.Reading
            ) throws -> [FieldProblem] {
                var problems: [FieldProblem] = []
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    let item = try container.superDecoder()
                    do {
                        let one = try element.read(item)
                        reading.value.append(one.value)
                        reading.leftOut += one.leftOut
                    } catch {
                        problems += ModelFailure(error, at: item.codingPath).problems
                    }
                }
                return problems
            }

            /// Values by name.
            static func dictionary<Element>(of element: FieldFormat<Element>) -> FieldFormat where Value == [String: Element] {
                FieldFormat { decoder in
                    let container = try decoder.container(keyedBy: FieldName.self)
                    var reading = Reading(value: [:])
                    var problems: [FieldProblem] = []
                    for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                        do {
                            let one = try element.read(try container.superDecoder(forKey: name))
                            reading.value[name.stringValue] = one.value
                            reading.leftOut += one.leftOut
                        } catch {
                            problems += ModelFailure(error, at: decoder.codingPath + [name]).problems
                        }
                    }
                    if !problems.isEmpty { throw ModelFailure(problems) }
                    return reading
                } write: { value, encoder in
                    var container = encoder.container(keyedBy: FieldName.self)
                    for (name, item) in value { try element.write(item, container.superEncoder(forKey: FieldName(name))) }
                }
            }

            /// An element that may be `null`.
            static func nullable<Element>(_ element: FieldFormat<Element>) -> FieldFormat where Value == Element? {
                FieldFormat { decoder in
                    if try decoder.singleValueContainer().decodeNil() { return Reading(value: nil) }
                    let one = try element.read(decoder)
                    return Reading(value: one.value, leftOut: one.leftOut)
                } write: { value, encoder in
                    if let value { return try element.write(value, encoder) }
                    var container = encoder.singleValueContainer()
                    try container.encodeNil()
                }
            }
        }

        /// How a date is written.
        enum DateForm: Hashable, Sendable {
            /// `2026-10-30T14:03:00Z`; read with or without decimals of a second, written with milliseconds if there are any.
            case iso8601
            /// Seconds since 1970.
            case seconds
            /// Milliseconds since 1970.
            case milliseconds
            /// A pattern of Unicode (UTS 35), such as `yyyy-MM-dd`, in English and UTC.
            case pattern(String)

            /// Reads a date; nil for a text in another form.
            func date(_ text: String) -> Date? {
                switch self {
                case .iso8601:
                    var reader = ISO8601Reader(text)
                    return reader.secondsSince1970().map(Date.init(timeIntervalSince1970:))
                case .pattern(let pattern):
                    let formatter = Self.formatter(pattern)
                    guard let date = formatter.date(from: text) else { return nil }
                    // A formatter also takes `26-1-3` for `yyyy-MM-dd`. With a zone, a moment has several texts.
                    return Self.hasZone(pattern) || formatter.string(from: date) == text ? date : nil
                case .seconds, .milliseconds: return nil
                }
            }

            /// Returns the text of a date.
            func text(_ date: Date) -> String {
                switch self {
                case .pattern(let pattern): return Self.formatter(pattern).string(from: date)
                case .iso8601, .seconds, .milliseconds:
                    let seconds = date.timeIntervalSinceReferenceDate
                    let isWhole = seconds == seconds.rounded()
                    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
                }
            }

            /// The number of units in a second; nil for forms that are texts.
            var unitsPerSecond: Double? {
                switch self {
                case .seconds: 1
                case .milliseconds: 1000
                case .iso8601, .pattern: nil
                }
            }

            /// The dates that texts can express: the years 1 to 9999.
            static let years = Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

            private static func hasZone(_ pattern: String) -> Bool {
                var isQuoted = false
                return pattern.contains { letter in
                    if letter == "'" { isQuoted.toggle() }
                    return !isQuoted && "zZOvVxX".contains(letter)
                }
            }

            private static func formatter(_ pattern: String) -> DateFormatter {
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = TimeZone(secondsFromGMT: 0)
                formatter.calendar = Calendar(identifier: .gregorian)
                formatter.isLenient = false
                formatter.dateFormat = pattern
                return formatter
            }
        }

        extension FieldFormat where Value == Date {
            /// A date.
            static func date(_ form: DateForm) -> FieldFormat {
                guard let units = form.unitsPerSecond else {
                    let text = FieldFormat.text({ form.date($0) }, { form.text($0) })
                    return FieldFormat(read: text.read) { value, encoder in
                        guard DateForm.years.contains(value) else {
                            let reason = "its year is not among 1 to 9999"
                            let path = encoder.codingPath
                            throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: reason))
                        }
                        try text.write(value, encoder)
                    }
                }
                let number = FieldFormat<Double>.plain(Double.self)
                return FieldFormat { decoder in
                    Reading(value: Date(timeIntervalSince1970: try number.read(decoder).value / units))
                } write: { value, encoder in
                    try number.write(value.timeIntervalSince1970 * units, encoder)
                }
            }
        }

        /// Reads `2026-10-30T14:03:00Z`: a date and a time of day to the second with a zone (`Z`, `+02:00`, `-0330`), and any number of
        /// decimals of a second. Nothing else is accepted, such as days that the month does not have.
        private struct ISO8601Reader {
            private var bytes: String.UTF8View.Iterator
            /// The next byte, or `nil` at the end.
            private var next: UInt8?

            init(_ text: String) {
                bytes = text.utf8.makeIterator()
                next = bytes.next()
            }

            mutating func secondsSince1970() -> Double? {
                guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
                    skip("T"), let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
                    (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year),
                    hour < 24, minute < 60, second < 60,
                    let fraction = fraction(), let offset = offset(), next == nil
                else { return nil }
                let days = Self.daysSince1970(year: year, month: month, day: day)
                return Double(days * 86_400 + hour * 3_600 + minute * 60 + second - offset) + fraction
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

            /// Reads the part of a second after the point; 0 if there is no point.
            private mutating func fraction() -> Double? {
                guard skip(".") else { return 0 }
                guard var numerator = digit().map(Double.init) else { return nil }
                var denominator = 10.0
                while let digit = digit() {
                    // Digits beyond the sixteenth are below the precision of a `Double`.
                    if denominator < 1e16 {
                        numerator = numerator * 10 + Double(digit)
                        denominator *= 10
                    }
                }
                return numerator / denominator
            }

            /// Reads the zone, in seconds east of Greenwich.
            private mutating func offset() -> Int? {
                if skip("Z") { return 0 }
                let sign: Int
                if skip("+") {
                    sign = 1
                } else if skip("-") {
                    sign = -1
                } else {
                    return nil
                }
                guard let hours = number(2) else { return nil }
                _ = skip(":")
                guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
                return sign * (hours * 3_600 + minutes * 60)
            }

            private static func days(in month: Int, of year: Int) -> Int {
                switch month {
                case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
                case 4, 6, 9, 11: 30
                default: 31
                }
            }

            /// Counts days as if the year began in March, so that the leap day is the last day of the year. A year has 365 days, one
            /// more every 4 years but not every 100 except every 400; and 5 months have 153 days.
            private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
                let shifted = month > 2 ? year : year - 1
                let monthFromMarch = (month + 9) % 12
                let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
                let leapDays = floored(shifted, 4) - floored(shifted, 100) + floored(shifted, 400)
                // From 1 March of the year 0 to 1 January 1970 there are 719 468 days.
                return 365 * shifted + leapDays + dayOfYear - 719_468
            }

            /// Divides and rounds down. The year 0 becomes -1 in January, and Swift's `/` rounds towards zero.
            private static func floored(_ dividend: Int, _ divisor: Int) -> Int {
                dividend >= 0 ? dividend / divisor : -((divisor - 1 - dividend) / divisor)
            }
        }
        """#
}
