/// The file with the formats of fields.
enum FieldFormatSupport {
    static let text = template + "\n\n" + DateTextSupport.text.replacing("ISOLATION ", with: "")

    private static let template = #"""
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
            static func model<Model: ModelJSON>(_ type: Model.Type) -> FieldFormat where Value == Model.JSONValue {
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

        /// How a date is written: rounded to milliseconds, in the Gregorian calendar.
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
                case .iso8601: return ISO8601.date(text)
                case .pattern(let pattern):
                    guard let date = Self.formatter(pattern).date(from: text) else { return nil }
                    let rounded = ISO8601.date(milliseconds: ISO8601.milliseconds(date))
                    // A formatter also takes `26-1-3` for `yyyy-MM-dd`. With a zone, a moment has several texts.
                    return Self.hasZone(pattern) || self.text(rounded) == text ? rounded : nil
                case .seconds, .milliseconds: return nil
                }
            }

            /// Returns the text of a date; nil if no text can express it.
            func text(_ date: Date) -> String? {
                guard let text = ISO8601.text(date) else { return nil }
                guard case .pattern(let pattern) = self else { return text }
                // A formatter drops what is less than a millisecond, so it is given a little more.
                return Self.formatter(pattern).string(
                    from: ISO8601.date(milliseconds: ISO8601.milliseconds(date) + 0.25)
                )
            }

            /// The milliseconds in a unit; nil for forms that are texts.
            var unit: Double? {
                switch self {
                case .seconds: 1000
                case .milliseconds: 1
                case .iso8601, .pattern: nil
                }
            }

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
                formatter.gregorianStartDate = Date(timeIntervalSince1970: -1e14)
                formatter.isLenient = false
                formatter.dateFormat = pattern
                return formatter
            }
        }

        extension FieldFormat where Value == Date {
            /// A date.
            static func date(_ form: DateForm) -> FieldFormat {
                guard let unit = form.unit else {
                    let text = FieldFormat<String>.plain(String.self)
                    return FieldFormat { decoder in
                        guard let value = form.date(try text.read(decoder).value) else {
                            throw ModelFailure(decoder.codingPath, .unreadable)
                        }
                        return Reading(value: value)
                    } write: { value, encoder in
                        guard let written = form.text(value) else {
                            let reason = "its year is not among 1 to 9999"
                            let path = encoder.codingPath
                            throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: reason))
                        }
                        try text.write(written, encoder)
                    }
                }
                let number = FieldFormat<Double>.plain(Double.self)
                return FieldFormat { decoder in
                    Reading(value: ISO8601.date(milliseconds: try number.read(decoder).value * unit))
                } write: { value, encoder in
                    try number.write(ISO8601.milliseconds(value) / unit, encoder)
                }
            }
        }
        """#
}
