package import Foundation

/// Fields that may be missing.
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

    /// Returns the text, or `nil` if it is empty, or the field is missing or `null`.
    package func optionalWord(_ name: String, as field: String? = nil) throws(Unreadable) -> String? {
        try optionalText(name, as: field).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the value that `parse` makes from the text, or `nil` if it is empty, or the field is missing or `null`.
    package func optionalWord<Value>(
        _ name: String,
        as field: String? = nil,
        _ parse: (String) -> Value?
    ) throws(Unreadable) -> Value? {
        guard let word = try optionalWord(name, as: field) else { return nil }
        guard let value = parse(word) else { throw Unreadable(field ?? name) }
        return value
    }

    /// Returns the moment, or `nil` if the field is missing or `null`.
    package func optionalMoment(_ name: String, as field: String? = nil) throws(Unreadable) -> Date? {
        try optional(name, as: field) { Date(iso8601: $0) }
    }

    /// Returns whether there is a field at the end of a path, and neither it nor a record on the way is `null`. It also
    /// returns `true` if something else than a record is on the way, so that reading fails.
    package func has(_ path: String...) -> Bool {
        var fields = fields
        for (index, name) in path.enumerated() {
            guard (try? fields.decodeNil(forKey: Name(name))) == false else { return false }
            if index == path.count - 1 { break }
            guard let inner = try? fields.nestedContainer(keyedBy: Name.self, forKey: Name(name)) else { return true }
            fields = inner
        }
        return true
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
