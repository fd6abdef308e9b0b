import Domain

/// The first record of each identifier, and the place of every other one, to be told as unreadable.
func eachOnce<Record, ID: Hashable>(
    _ records: [Record],
    by id: (Record) -> ID,
    list: String,
    field: String
) -> (kept: [Record], repeated: [FieldPath]) {
    var seen: Set<ID> = []
    var kept: [Record] = []
    var repeated: [FieldPath] = []
    for (index, record) in records.enumerated() {
        if seen.insert(id(record)).inserted {
            kept.append(record)
        } else {
            repeated.append(FieldPath([.field(list), .index(index), .field(field)]))
        }
    }
    return (kept, repeated)
}
