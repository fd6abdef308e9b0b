package import Domain
package import Foundation

/// Reads JSON as one record. The whole is unreadable if the bytes aren't complete JSON, or are another kind of value.
package func readJSON<Value>(
    _ bytes: Data,
    _ read: (WireRecord) throws(Unreadable) -> Value
) throws(Unreadable) -> Value {
    do {
        return try withoutActuallyEscaping(read) { read in
            try JSONDecoder().decode(Whole<Value>.self, from: bytes, configuration: Whole.Reading(read: read)).value
        }
    } catch {
        throw error as? Unreadable ?? Unreadable()
    }
}

private struct Whole<Value>: DecodableWithConfiguration {
    struct Reading {
        let read: (WireRecord) throws(Unreadable) -> Value
    }

    let value: Value

    init(from decoder: any Decoder, configuration: Reading) throws {
        value = try configuration.read(WireRecord(try decoder.container(keyedBy: WireRecord.Name.self)))
    }
}

/// One record of a response, read field by field.
///
/// A field that is missing, of another type or out of range is an error with the field's path, so the description of a
/// record is a list of its fields, each read with `FieldReader`:
///
///     let points = fields.read(try record.int("bonus_points", as: "bonusPoints"))
///
/// The first parameter is the name on the wire, and `as` the name in Domain if it differs.
///
/// Reasons: docs/adr/reading-kit.md.
package struct WireRecord {
    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) {
            stringValue = name
        }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    let fields: KeyedDecodingContainer<Name>

    fileprivate init(_ fields: KeyedDecodingContainer<Name>) {
        self.fields = fields
    }
}

// MARK: - Mandatory fields

extension WireRecord {
    package func text(_ name: String, as field: String? = nil) throws(Unreadable) -> String {
        try value(name, as: field, of: String.self)
    }

    /// Returns a text with at least one character.
    package func word(_ name: String, as field: String? = nil) throws(Unreadable) -> String {
        let text = try text(name, as: field)
        guard !text.isEmpty else { throw Unreadable(field ?? name) }
        return text
    }

    /// Returns the value that `parse` makes from a text with at least one character.
    package func word<Value>(
        _ name: String,
        as field: String? = nil,
        _ parse: (String) -> Value?
    ) throws(Unreadable) -> Value {
        guard let value = parse(try word(name, as: field)) else { throw Unreadable(field ?? name) }
        return value
    }

    package func int(_ name: String, as field: String? = nil) throws(Unreadable) -> Int {
        do {
            let number = try fields.decode(Int.self, forKey: Name(name))
            // The decoder takes 10000000000000000.5 for a whole number, because a `Double` can't hold the half.
            guard try fields.decode(Decimal.self, forKey: Name(name)) == Decimal(number) else {
                throw Unreadable(field ?? name)
            }
            return number
        } catch {
            throw Unreadable(field ?? name)
        }
    }

    package func double(_ name: String, as field: String? = nil) throws(Unreadable) -> Double {
        try value(name, as: field, of: Double.self)
    }

    package func bool(_ name: String, as field: String? = nil) throws(Unreadable) -> Bool {
        try value(name, as: field, of: Bool.self)
    }

    package func texts(_ name: String, as field: String? = nil) throws(Unreadable) -> [String] {
        try value(name, as: field, of: [String].self)
    }

    /// Returns the value that `parse` makes from a text.
    package func value<Value>(
        _ name: String,
        as field: String? = nil,
        _ parse: (String) -> Value?
    ) throws(Unreadable) -> Value {
        guard let value = parse(try text(name, as: field)) else { throw Unreadable(field ?? name) }
        return value
    }

    package func moment(_ name: String, as field: String? = nil) throws(Unreadable) -> Date {
        guard let date = Date(iso8601: try text(name, as: field)) else { throw Unreadable(field ?? name) }
        return date
    }

    /// Returns an amount from two texts: `{"amount": "12.50", "currency": "EUR"}`.
    package func money(_ name: String, as field: String? = nil) throws(Unreadable) -> Money {
        do {
            let money = try record(name)
            let currency = try money.value("currency") { Currency(code: $0) }
            return try money.value("amount") { Money(text: $0, currency: currency) }
        } catch {
            throw Unreadable(field ?? name)
        }
    }

    /// Returns the value that `parse` makes of a value that is `Decodable`, such as a number.
    package func value<Source: Decodable, Value>(
        _ name: String,
        as field: String? = nil,
        of type: Source.Type,
        _ parse: (Source) -> Value?
    ) throws(Unreadable) -> Value {
        guard let value = parse(try value(name, as: field, of: type)) else { throw Unreadable(field ?? name) }
        return value
    }

    /// Returns a value that is `Decodable`.
    package func value<Value: Decodable>(
        _ name: String,
        as field: String? = nil,
        of type: Value.Type
    ) throws(Unreadable) -> Value {
        do { return try fields.decode(type, forKey: Name(name)) } catch { throw Unreadable(field ?? name) }
    }

    /// Returns what `read` makes of a record within this one.
    package func record<Value>(
        _ name: String,
        as field: String? = nil,
        _ read: (WireRecord) throws(Unreadable) -> Value
    ) throws(Unreadable) -> Value {
        let record = try record(name, as: field)
        do throws(Unreadable) { return try read(record) } catch { throw error.within(.field(field ?? name)) }
    }

    /// Returns a record within this one.
    package func record(_ name: String, as field: String? = nil) throws(Unreadable) -> WireRecord {
        do {
            return WireRecord(try fields.nestedContainer(keyedBy: Name.self, forKey: Name(name)))
        } catch {
            throw Unreadable(field ?? name)
        }
    }
}

// MARK: - Lists

extension WireRecord {
    /// Returns the values that `parse` makes from each text of a list.
    package func values<Value>(
        _ name: String,
        as field: String? = nil,
        _ parse: (String) -> Value?
    ) throws(Unreadable) -> [Value] {
        var values: [Value] = []
        var elements = FieldReader()
        for (index, text) in try texts(name, as: field).enumerated() {
            if let value = parse(text) {
                values.append(value)
            } else {
                elements.note(Unreadable([.field(field ?? name), .index(index)]))
            }
        }
        try elements.check()
        return values
    }

    /// Returns a list in which every record can be read. The error has the unreadable fields of all records.
    package func records<Value>(
        _ name: String,
        as field: String? = nil,
        _ read: (WireRecord) throws(Unreadable) -> Value
    ) throws(Unreadable) -> [Value] {
        let field = field ?? name
        var values: [Value] = []
        var elements = FieldReader()
        try forEach(name, as: field) { index, record throws(Unreadable) in
            do throws(Unreadable) {
                guard let record else { throw Unreadable() }
                values.append(try read(record))
            } catch {
                elements.note(error.within(.field(field), .index(index)))
            }
        }
        try elements.check()
        return values
    }

    /// Calls `body` for each element of a list. The record is `nil` for an element that isn't a record, such as a number.
    func forEach(
        _ name: String,
        as field: String,
        _ body: (Int, WireRecord?) throws(Unreadable) -> Void
    ) throws(Unreadable) {
        guard var list = try? fields.nestedUnkeyedContainer(forKey: Name(name)) else { throw Unreadable(field) }
        while !list.isAtEnd {
            let index = list.currentIndex
            let record = try? list.nestedContainer(keyedBy: Name.self)
            if record == nil, list.currentIndex == index, (try? list.decode(Anything.self)) == nil {
                throw Unreadable(field)
            }
            try body(index, record.map(WireRecord.init))
        }
    }

    /// A value of any kind in the place of a record.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}
