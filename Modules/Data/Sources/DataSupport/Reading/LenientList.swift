package import Domain

/// A list that is read record by record, from one response or several. Left out and reported, by the position
/// in the whole list, are records that can't be read, with each of their unreadable fields, and those with the same identity as
/// an earlier record.
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
                unreadable += error.within(.field(field), .index(count)).fields
            }
            count += 1
        }
    }
}
