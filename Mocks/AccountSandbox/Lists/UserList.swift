/// A list of a user's records, as one dialect writes it. `StoreLists` and `LegacyLists` have them all.
struct UserList: Sendable {
    /// The last part of its path, and the name of the field that has the records.
    let name: String
    private let records: @Sendable (Store, String, Set<RecordFlaw>) -> ListedRecords?

    /// Describes a list.
    ///
    /// - Parameters:
    ///   - records: The records of a user in the order in which they are sent; nil if there is no such user.
    ///   - write: Appends the fields of a record. It leaves a mandatory one out if the record lacks a field.
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

    /// The records of a user, with flaws; nil if there is no such user.
    func records(of user: String, in store: Store, _ flaws: Set<RecordFlaw> = []) -> ListedRecords? {
        records(store, user, flaws)
    }

    /// All of them, as the only field of an object.
    func object(of user: String, in store: Store, _ flaws: Set<RecordFlaw> = []) -> [UInt8]? {
        records(of: user, in: store, flaws).map { records in
            JSONText.object { text in
                text.name(text: name)
                records.append(0..<records.count, to: &text)
            }
        }
    }
}

/// Records of whatever kind, ready to be written.
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

    /// Appends a list of those records of a range that there are.
    func append(_ range: Range<Int>, to text: inout JSONText) {
        write(&text, range.clamped(to: 0..<count))
    }
}

/// What a fault does to a list's records.
enum RecordFlaw: Hashable, Sendable {
    case unknownState, duplicate, missingField
}

/// A record, and what is wrong with it.
struct ListedRecord<Record: Sendable>: Sendable {
    let record: Record
    /// Whether it is the first, which shows what is unknown.
    let isFirst: Bool
    let hasUnknownState: Bool
    let lacksField: Bool

    /// The one that lacks a field stands in the middle, so that there are good ones on both sides where there are three.
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
