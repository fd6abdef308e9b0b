/// A list of a user's records in the format of one dialect. `StoreLists` and `LegacyLists` contain all of them.
struct UserList: Sendable {
    /// The last part of the list's path, and the name of the field that contains the records.
    let name: String
    private let records: @Sendable (Store, String, Set<RecordFlaw>) -> ListedRecords?

    /// Creates the description of a list.
    ///
    /// - Parameters:
    ///   - records: Returns the records of a user in the order in which they are sent, or nil if the user doesn't exist.
    ///   - write: Appends the fields of a record. It leaves out a mandatory one if the record lacks a field.
    init<Record: Sendable>(
        _ name: String,
        _ records: @escaping @Sendable (Store, String) -> [Record]?,
        write: @escaping @Sendable (inout JSONText, ListedRecord<Record>) -> Void
    ) {
        self.name = name
        self.records = { store, user, flaws in
            records(store, user).map { ListedRecords(ListedRecord.listed($0, flaws), write: write) }
        }
    }

    /// Returns the records of a user, with flaws, or nil if the user doesn't exist.
    func records(of user: String, in store: Store, _ flaws: Set<RecordFlaw> = []) -> ListedRecords? {
        records(store, user, flaws)
    }

    /// Returns all records as the only field of an object, or nil if the user doesn't exist.
    func object(of user: String, in store: Store, _ flaws: Set<RecordFlaw> = []) -> [UInt8]? {
        records(of: user, in: store, flaws).map { records in
            JSONText.object { text in
                text.name(name)
                records.append(0..<records.count, to: &text)
            }
        }
    }
}

/// Records of any kind, ready to be written.
struct ListedRecords: Sendable {
    let count: Int
    private let write: @Sendable (inout JSONText, Range<Int>) -> Void

    init<Record: Sendable>(
        _ listed: [ListedRecord<Record>],
        write: @escaping @Sendable (inout JSONText, ListedRecord<Record>) -> Void
    ) {
        count = listed.count
        self.write = { text, range in
            text.append(listed[range]) { text, record in text.object { write(&$0, record) } }
        }
    }

    /// Appends a list of the existing records in a range.
    func append(_ range: Range<Int>, to text: inout JSONText) {
        write(&text, range.clamped(to: 0..<count))
    }
}

/// What a fault does to a list's records.
enum RecordFlaw: Hashable, Sendable {
    case unknownState, duplicate, missingField
}

/// A record, and its flaws.
struct ListedRecord<Record: Sendable>: Sendable {
    let record: Record
    /// Whether this is the first record, which gets the unknown status or format.
    let isFirst: Bool
    let hasUnknownState: Bool
    let lacksField: Bool

    /// Returns the records with the flaws. The record that lacks a field is the middle one, so that three or more records have
    /// good ones on both sides of it.
    static func listed(_ records: [Record], _ flaws: Set<RecordFlaw>) -> [ListedRecord] {
        var all = records.enumerated().map { index, record in
            ListedRecord(
                record: record,
                isFirst: index == 0,
                hasUnknownState: flaws.contains(.unknownState) && index == 0,
                lacksField: flaws.contains(.missingField) && index == records.count / 2
            )
        }
        if flaws.contains(.duplicate), let first = all.first { all.append(first) }
        return all
    }
}
