public import Domain

/// What a list shows: its rows, and what a person must know to trust them.
public struct ListContent<Row>: Sendable {
    /// The rows in the order of the screen.
    public let rows: Rows<Row>
    /// How old the rows are; `freshnessNote` says it in words.
    public let freshness: Freshness
    /// Where something could not be read; `unreadableNote` says it in words.
    public let unreadable: [FieldPath]

    private let formats: Formats
    private let wording: ListWording

    init<Entity: Sendable>(
        _ snapshot: Snapshot<[Entity]>,
        formats: Formats,
        wording: ListWording,
        row: @escaping @Sendable (Entity, Formats) -> Row
    ) {
        rows = Rows(snapshot.value) { row($0, formats) }
        freshness = snapshot.freshness
        unreadable = snapshot.unreadable
        self.formats = formats
        self.wording = wording
    }

    /// How old the rows are, in words; `nil` when they are live.
    public var freshnessNote: String? { formats.note(on: freshness) }

    /// How many records are missing from the rows because they could not be read. Several places in one record count
    /// once; a place outside the list's records does not count.
    public var unreadableCount: Int {
        Set(unreadable.compactMap(\.record)).count
    }

    /// What could not be read, in words; `nil` when everything could.
    public var unreadableNote: String? {
        guard !unreadable.isEmpty else { return nil }
        let count = unreadableCount
        return count == 0
            ? formats.wording(.contentPartlyUnreadable)
            : formats.wording(wording.unreadable, formats.argument(count))
    }

    /// What to say in place of rows; `nil` when there are some, or when there would be if they could be read.
    public var emptyNote: String? {
        rows.isEmpty && unreadable.isEmpty ? formats.wording(wording.empty) : nil
    }
}

extension Formats {
    /// How old content is, in words; `nil` when it is live.
    func note(on freshness: Freshness) -> String? {
        switch freshness {
        case .live: nil
        case .kept(let asOf): wording(.contentKept, .text(moment(asOf)))
        case .unknown: wording(.contentOfUnknownAge)
        }
    }
}

/// What lists say differently.
struct ListWording: Sendable {
    let empty: Message
    let unreadable: Message
}

extension FieldPath {
    /// The path up to the record of a list it lies in; `nil` if it lies in none.
    fileprivate var record: ArraySlice<Component>? {
        let index = components.firstIndex { if case .index = $0 { true } else { false } }
        return index.map { components[...$0] }
    }
}
