package import Domain

/// A list that is read record by record, from one response or several. Left out and reported, by the position
/// in the whole list, are records that can't be read, with each of their unreadable fields, and those with the same identity as
/// an earlier record.
///
/// A record that an earlier response had, and is the same, is left out silently: a list that grows between two pages moves its
/// records to later ones.
package struct LenientList<Value: Equatable, ID: Hashable> {
    package private(set) var values: [Value] = []
    package private(set) var unreadable: [FieldPath] = []
    private let field: String
    private let id: KeyPath<Value, ID>
    private let idField: String
    /// The positions in `values`.
    private var seen: [ID: Int] = [:]
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
        let earlier = values.count
        try answer.forEach(name ?? field, as: field) { _, record throws(Unreadable) in
            do throws(Unreadable) {
                guard let record else { throw Unreadable() }
                let value = try read(record)
                if let place = seen[value[keyPath: id]] {
                    if place >= earlier || values[place] != value { throw Unreadable(idField) }
                } else {
                    seen[value[keyPath: id]] = values.count
                    values.append(value)
                }
            } catch {
                unreadable += error.within(.field(field), .index(count)).fields
            }
            count += 1
        }
    }
}
