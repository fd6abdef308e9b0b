package import Domain

/// The paths of all fields of a record that can't be read, in the names of Domain. An empty path stands for the whole record.
package struct Unreadable: Error, Hashable, Sendable {
    /// The steps to each field, at least one path, without repetitions.
    private var paths: [[FieldPath.Component]]

    package init(_ path: [FieldPath.Component] = []) {
        paths = [path]
    }

    package init(_ field: String) {
        paths = [[.field(field)]]
    }

    /// The fields, in the order in which they were read.
    package var fields: [FieldPath] { paths.map(FieldPath.init) }

    /// Returns the same fields, of a record that lies at the end of `steps`.
    package func within(_ steps: FieldPath.Component...) -> Unreadable {
        var error = self
        error.paths = paths.map { steps + $0 }
        return error
    }

    fileprivate mutating func add(_ other: Unreadable) {
        paths += other.paths.filter { !paths.contains($0) }
    }
}

/// Reads the fields of a record and goes on after a field that can't be read, so that the error has all of them:
///
///     var fields = FieldReader()
///     let name = fields.read(try record.text("name"))
///     let points = fields.read(try record.int("bonus_points", as: "bonusPoints"))
///     guard let name, let points else { throw fields.failure }
package struct FieldReader {
    private var unreadable: Unreadable?

    package init() {}

    /// The error with all fields that could not be read.
    package var failure: Unreadable { unreadable ?? Unreadable() }

    /// Returns a value, or `nil` if it can't be read.
    package mutating func read<Value>(_ value: @autoclosure () throws(Unreadable) -> Value) -> Value? {
        do throws(Unreadable) {
            return try value()
        } catch {
            note(error)
            return nil
        }
    }

    /// Notes fields that can't be read.
    package mutating func note(_ error: Unreadable) {
        if unreadable == nil { unreadable = error } else { unreadable?.add(error) }
    }

    /// Throws if a field could not be read.
    package func check() throws(Unreadable) {
        if let unreadable { throw unreadable }
    }
}
