/// The file beside the tests that makes random values.
enum ModelSamplesSupport {
    static let text = ##"""
        /// Random values that are determined by a seed.
        struct ModelSamples: RandomNumberGenerator {
            /// No text that was tried is a value of the type.
            struct NoSample: Error {
                var type: String
            }

            private var state: UInt64
            /// How many lists and optional values are around the next one.
            private var depth = 0

            init(seed: UInt64) { state = seed }

            /// Returns the next random number (SplitMix64).
            mutating func next() -> UInt64 {
                state &+= 0x9E37_79B9_7F4A_7C15
                var value = state
                value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
                value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
                return value ^ (value >> 31)
            }

            mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

            mutating func flag() -> Bool { below(2) == 0 }

            mutating func text() -> String {
                let parts = ["a", "B", "7", " ", "é", "e\u{301}", "\"", "\\", "/", "\n", "\u{0}", "漢", "👩‍👧", "null", "'"]
                return (0..<below(6)).map { _ in parts[below(parts.count)] }.joined()
            }

            mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
                let edges: [Number] = [0, 1, .min, .max]
                return flag() ? edges[below(4)] : Number.random(in: .min ... .max, using: &self)
            }

            mutating func number<Number: BinaryFloatingPoint>() -> Number {
                let numbers: [Number] = [0, 0.5, -1, 1_000_000, 0.1, -2.25]
                return numbers[below(numbers.count)]
            }

            mutating func decimal() -> Decimal {
                Decimal(below(2_000_000) - 1_000_000) / 100
            }

            mutating func url() -> URL {
                URL(fileURLWithPath: "/\(below(1000))/a b")
            }

            mutating func uuid() -> UUID {
                var text = "00000000-0000-0000-0000-"
                for _ in 0..<12 { text += String(below(16), radix: 16) }
                return UUID(uuidString: text) ?? UUID()
            }

            mutating func bytes() -> Data { Data((0..<below(5)).map { _ in UInt8(below(256)) }) }

            /// Returns a date that the form can express.
            mutating func date(_ form: DateForm) -> Date {
                // Milliseconds in the years 1 to 9999; a form may drop some of it.
                let milliseconds = Double(Int.random(in: -62_135_596_800_000..<253_402_300_800_000, using: &self))
                let date = Date(timeIntervalSinceReferenceDate: (milliseconds - 978_307_200_000) / 1000)
                guard form.unit == nil else { return date }
                return form.text(date).flatMap(form.date) ?? date
            }

            /// Returns the value for one of many texts that a type may accept.
            mutating func value<Value>(_ make: (String) -> Value?) throws -> Value {
                let texts = [
                    text(), "word\(below(100))", "\(below(1000))", "name\(below(100)).example", "DE", "EUR", "1.50",
                    "2026-10-30", "2026-10-30T14:03:00Z", "12:30", "A-1", "a@b.example", "https://a.example/b",
                ]
                let start = below(texts.count)
                for index in texts.indices {
                    if let value = make(texts[(start + index) % texts.count]) { return value }
                }
                throw NoSample(type: "\(Value.self)")
            }

            mutating func one<Value>(of values: [Value]) throws -> Value {
                guard !values.isEmpty else { throw NoSample(type: "\(Value.self)") }
                return values[below(values.count)]
            }

            mutating func optional<Value>(_ make: (inout ModelSamples) throws -> Value) rethrows -> Value? {
                try list(atMost: 1, make).first
            }

            mutating func list<Value>(_ make: (inout ModelSamples) throws -> Value) rethrows -> [Value] {
                try list(atMost: 3, make)
            }

            mutating func dictionary<Value>(
                _ make: (inout ModelSamples) throws -> Value
            ) rethrows -> [String: Value] {
                var values: [String: Value] = [:]
                for value in try list(make) { values[text()] = value }
                return values
            }

            private mutating func list<Value>(
                atMost count: Int,
                _ make: (inout ModelSamples) throws -> Value
            ) rethrows -> [Value] {
                guard depth < 4 else { return [] }
                depth += 1
                defer { depth -= 1 }
                var values: [Value] = []
                for _ in 0..<below(count + 1) { values.append(try make(&self)) }
                return values
            }

            /// Returns bytes with some of them changed, left out, repeated or cut off.
            mutating func mutation(of data: Data) -> Data {
                var bytes = [UInt8](data)
                let marks = [UInt8](#"{}[]",:0-.enulltrue\ "#.utf8) + [0, 0x80, 0xFF]
                for _ in 0...below(4) {
                    let place = below(bytes.count + 1)
                    switch below(4) {
                    case 0: bytes.insert(marks[below(marks.count)], at: place)
                    case 1: if place < bytes.count { bytes[place] = marks[below(marks.count)] }
                    case 2: bytes.removeSubrange(place..<min(bytes.count, place + below(8)))
                    default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + below(8))], at: place)
                    }
                }
                return Data(bytes)
            }
        }
        """##
}
