import Domain

/// Where in a record something can't be read, in Domain's names; an empty path means the record as a whole.
struct UnreadableField: Error {
    let path: [FieldPath.Component]

    init(_ path: [FieldPath.Component]) {
        self.path = path
    }

    init(_ field: String) {
        path = [.field(field)]
    }
}

extension Optional {
    /// The value, or the error that names `field`.
    func readable(as field: String) throws(UnreadableField) -> Wrapped {
        guard let self else { throw UnreadableField(field) }
        return self
    }
}
