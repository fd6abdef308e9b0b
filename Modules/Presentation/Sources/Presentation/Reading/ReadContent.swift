public import Domain

/// The content of a list.
public typealias ListContent<Entity: Sendable> = ReadContent<[Entity]>

/// A value as a person reads it, with what they must know to trust it. Extensions for each kind of value add its texts; the
/// texts of a list's records are extensions of `ListRow`.
public struct ReadContent<Value: Sendable>: Sendable {
    /// The value that the texts are made from, with its age.
    public let snapshot: Snapshot<Value>
    /// The formats of dates, amounts and messages.
    public let formats: Formats
    private let noun: Noun

    /// Creates the content of a screen that shows a value or a list.
    public init(_ snapshot: Snapshot<Value>, of noun: Noun, formats: Formats) {
        self.snapshot = snapshot
        self.noun = noun
        self.formats = formats
    }

    /// Returns the content with another value of the same age and with the same gaps.
    public func map(_ transform: (Value) -> Value) -> ReadContent {
        ReadContent(snapshot.map(transform), of: noun, formats: formats)
    }

    /// How old the value is; `freshnessNote` has the words.
    public var freshness: Freshness { snapshot.freshness }

    /// The paths that could not be read; `unreadableNote` has the words.
    public var unreadable: [FieldPath] { snapshot.unreadable }

    /// How old the value is, in words; `nil` if it is live.
    public var freshnessNote: String? {
        switch freshness {
        case .live: nil
        case .cached(let asOf): formats.wording(.contentCached, .text(formats.moment(asOf)))
        case .unknown: formats.wording(.contentOfUnknownAge)
        }
    }

    /// How many records are missing because they could not be read. Several paths in one record count once; a path outside
    /// the records of a list does not count.
    public var unreadableCount: Int {
        Set(unreadable.compactMap(\.record)).count
    }

    /// What could not be read, in words; `nil` if everything could.
    public var unreadableNote: String? {
        guard !unreadable.isEmpty else { return nil }
        let count = unreadableCount
        return count == 0
            ? formats.wording(.contentPartlyUnreadable)
            : formats.wording(noun.unreadable, formats.argument(count))
    }
}

extension ReadContent where Value: RandomAccessCollection, Value.Index == Int, Value.Element: Identifiable & Sendable {
    /// The rows in the order of the screen.
    public var rows: ListRows<Value> { ListRows(entities: snapshot.value, formats: formats) }

    /// The text in place of rows; `nil` if there are rows, or would be if they could be read.
    public var emptyNote: String? {
        snapshot.value.isEmpty && unreadable.isEmpty ? noun.empty.map { formats.wording($0) } : nil
    }
}

/// One record of a list as a person reads it. Extensions for each kind of record add its texts, which are formatted when they
/// are accessed.
public struct ListRow<Entity: Identifiable & Sendable>: Identifiable, Sendable {
    /// The record that the texts are made from.
    public let entity: Entity
    /// The formats of dates, amounts and messages.
    public let formats: Formats

    /// Creates the row of `entity`.
    public init(_ entity: Entity, formats: Formats) {
        self.entity = entity
        self.formats = formats
    }

    /// The record's identifier, unique in a list.
    public var id: Entity.ID { entity.id }
}

/// The rows of a list. A list of any length costs the same to show: the records are shared, not copied, and only the rows
/// that are accessed are formatted.
public struct ListRows<Entities>: RandomAccessCollection, Sendable
where Entities: RandomAccessCollection & Sendable, Entities.Index == Int, Entities.Element: Identifiable & Sendable {
    let entities: Entities
    let formats: Formats

    /// The position of the first row.
    public var startIndex: Int { entities.startIndex }
    /// The position after the last row.
    public var endIndex: Int { entities.endIndex }

    /// Returns the row at `index`.
    public subscript(index: Int) -> ListRow<Entities.Element> { ListRow(entities[index], formats: formats) }
}

extension Message {
    /// The content is from the moment in argument 0. (Keys never change, so this one has an older word than the name.)
    public static let contentCached = Message("content.kept", "As of {0} - may be out of date.")
    /// The age of the content is unknown.
    public static let contentOfUnknownAge = Message(
        "content.unknown-age",
        "As of an unknown time - may be out of date."
    )
    /// Something outside the records could not be read.
    public static let contentPartlyUnreadable = Message(
        "content.partly-unreadable",
        "Part of what the store sent could not be read."
    )

    static let content = [contentCached, contentOfUnknownAge, contentPartlyUnreadable]
}

extension FieldPath {
    /// The path of the list record that contains this path; `nil` if no record does.
    fileprivate var record: ArraySlice<Component>? {
        let index = components.firstIndex { if case .index = $0 { true } else { false } }
        return index.map { components[...$0] }
    }
}
