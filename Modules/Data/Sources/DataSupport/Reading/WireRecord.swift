package import Domain
package import Foundation

/// The path of a field that can't be read, in the names of Domain. An empty path stands for the whole record.
package struct Unreadable: Error, Hashable, Sendable {
    package let path: [FieldPath.Component]

    package init(_ path: [FieldPath.Component] = []) {
        self.path = path
    }

    package init(_ field: String) {
        path = [.field(field)]
    }

    package func within(_ steps: FieldPath.Component...) -> Unreadable {
        Unreadable(steps + path)
    }
}

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
/// A field that is missing, of another type or out of range is an error with the field's path, so a description of a
/// record is a list of its fields:
///
///     Profile(name: try record.text("name"), bonusPoints: try record.int("bonus_points", as: "bonusPoints"))
///
/// The first parameter is the name on the wire, and `as` the name in Domain if it differs.
package struct WireRecord {
    fileprivate struct Name: CodingKey {
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

    private let fields: KeyedDecodingContainer<Name>

    fileprivate init(_ fields: KeyedDecodingContainer<Name>) {
        self.fields = fields
    }
}

// MARK: - Mandatory fields

extension WireRecord {
    package func text(_ name: String, as field: String? = nil) throws(Unreadable) -> String {
        do { return try fields.decode(String.self, forKey: Name(name)) } catch { throw Unreadable(field ?? name) }
    }

    /// Returns a text with at least one character.
    package func word(_ name: String, as field: String? = nil) throws(Unreadable) -> String {
        let text = try text(name, as: field)
        guard !text.isEmpty else { throw Unreadable(field ?? name) }
        return text
    }

    package func int(_ name: String, as field: String? = nil) throws(Unreadable) -> Int {
        do { return try fields.decode(Int.self, forKey: Name(name)) } catch { throw Unreadable(field ?? name) }
    }

    package func double(_ name: String, as field: String? = nil) throws(Unreadable) -> Double {
        do { return try fields.decode(Double.self, forKey: Name(name)) } catch { throw Unreadable(field ?? name) }
    }

    package func bool(_ name: String, as field: String? = nil) throws(Unreadable) -> Bool {
        do { return try fields.decode(Bool.self, forKey: Name(name)) } catch { throw Unreadable(field ?? name) }
    }

    package func texts(_ name: String, as field: String? = nil) throws(Unreadable) -> [String] {
        do { return try fields.decode([String].self, forKey: Name(name)) } catch { throw Unreadable(field ?? name) }
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

    /// Returns a record within this one.
    package func record(_ name: String, as field: String? = nil) throws(Unreadable) -> WireRecord {
        do {
            return WireRecord(try fields.nestedContainer(keyedBy: Name.self, forKey: Name(name)))
        } catch {
            throw Unreadable(field ?? name)
        }
    }
}

// MARK: - Fields that may be missing

extension WireRecord {
    /// Returns the text, or `nil` if the field is missing or `null`.
    package func optionalText(_ name: String, as field: String? = nil) throws(Unreadable) -> String? {
        do {
            return try fields.decodeIfPresent(String.self, forKey: Name(name))
        } catch {
            throw Unreadable(field ?? name)
        }
    }

    /// Returns the value that `parse` makes from the text, or `nil` if the field is missing or `null`.
    package func optional<Value>(
        _ name: String,
        as field: String? = nil,
        _ parse: (String) -> Value?
    ) throws(Unreadable) -> Value? {
        guard let text = try optionalText(name, as: field) else { return nil }
        guard let value = parse(text) else { throw Unreadable(field ?? name) }
        return value
    }

    /// Returns the flag, or `nil` if the field is missing or `null`.
    package func optionalBool(_ name: String, as field: String? = nil) throws(Unreadable) -> Bool? {
        do {
            return try fields.decodeIfPresent(Bool.self, forKey: Name(name))
        } catch {
            throw Unreadable(field ?? name)
        }
    }
}

// MARK: - Lists

extension WireRecord {
    /// Returns a list in which every record can be read.
    package func records<Value>(
        _ name: String,
        as field: String? = nil,
        _ read: (WireRecord) throws(Unreadable) -> Value
    ) throws(Unreadable) -> [Value] {
        let field = field ?? name
        var values: [Value] = []
        try forEach(name, as: field) { index, record throws(Unreadable) in
            do throws(Unreadable) {
                guard let record else { throw Unreadable() }
                values.append(try read(record))
            } catch {
                throw error.within(.field(field), .index(index))
            }
        }
        return values
    }

    /// Calls `body` for each element of a list. The record is `nil` for an element that isn't a record, such as a number.
    fileprivate func forEach(
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

/// A list that is read record by record, from one response or several. A record that can't be read is left out and reported by
/// its position in the whole list. So is a record with the same identity as an earlier one.
package struct LenientList<Value, ID: Hashable> {
    package private(set) var values: [Value] = []
    package private(set) var unreadable: [FieldPath] = []
    private let field: String
    private let id: KeyPath<Value, ID>
    private let idField: String
    private var seen: Set<ID> = []
    private var count = 0

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - field: The name of the list in Domain.
    ///   - idField: The name of a record's identity in Domain.
    package init(_ field: String, by id: KeyPath<Value, ID>, called idField: String) {
        self.field = field
        self.id = id
        self.idField = idField
    }

    /// Appends the records of a list. Throws if the field isn't a list.
    ///
    /// - Parameter name: The name of the list on the wire, if it differs from the one in Domain.
    package mutating func append(
        from answer: WireRecord,
        named name: String? = nil,
        _ read: (WireRecord) throws(Unreadable) -> Value
    ) throws(Unreadable) {
        try answer.forEach(name ?? field, as: field) { _, record throws(Unreadable) in
            do throws(Unreadable) {
                guard let record else { throw Unreadable() }
                let value = try read(record)
                guard seen.insert(value[keyPath: id]).inserted else { throw Unreadable(idField) }
                values.append(value)
            } catch {
                unreadable.append(FieldPath(error.within(.field(field), .index(count)).path))
            }
            count += 1
        }
    }
}
