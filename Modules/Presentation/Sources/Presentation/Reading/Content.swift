public import Domain

/// A value as a person reads it, with what they must know to trust it. Its texts are extensions for each kind of value.
public struct ValueContent<Value: Sendable>: Sendable {
    /// What the texts are made of, with its age.
    public let snapshot: Snapshot<Value>
    /// How to write dates, amounts and messages.
    public let formats: Formats
    private let noun: Noun

    /// Creates the content of a screen that shows one value.
    public init(_ snapshot: Snapshot<Value>, of noun: Noun, formats: Formats) {
        self.snapshot = snapshot
        self.noun = noun
        self.formats = formats
    }

    /// How old the value is, in words; `nil` if it is live.
    public var freshnessNote: String? { formats.note(on: snapshot.freshness) }

    /// That something could not be read, in words; `nil` if everything could.
    public var unreadableNote: String? { snapshot.unreadable.isEmpty ? nil : formats.wording(noun.unreadable) }
}

/// What a list shows: its rows, and what a person must know to trust them.
public struct ListContent<Row>: Sendable {
    /// The rows in the order of the screen.
    public let rows: Rows<Row>
    /// How old the rows are; `freshnessNote` says it in words.
    public let freshness: Freshness
    /// Where something could not be read; `unreadableNote` says it in words.
    public let unreadable: [FieldPath]

    private let noun: Noun
    private let formats: Formats

    /// Creates the content of a list. A row is made of its entity each time it is looked at.
    public init<Entity: Sendable>(
        _ snapshot: Snapshot<[Entity]>,
        of noun: Noun,
        formats: Formats,
        row: @escaping @Sendable (Entity, Formats) -> Row
    ) {
        rows = Rows(snapshot.value) { row($0, formats) }
        freshness = snapshot.freshness
        unreadable = snapshot.unreadable
        self.noun = noun
        self.formats = formats
    }

    /// How old the rows are, in words; `nil` if they are live.
    public var freshnessNote: String? { formats.note(on: freshness) }

    /// How many records are missing from the rows because they could not be read. Several places in one record count
    /// once; a place outside the list's records does not count.
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

    /// What to say in place of rows; `nil` if there are some, or would be if they could be read.
    public var emptyNote: String? {
        rows.isEmpty && unreadable.isEmpty ? noun.empty.map { formats.wording($0) } : nil
    }
}

extension Message {
    /// The content is from the moment in argument 0.
    public static let contentKept = Message("content.kept", "Kept from {0} - may be out of date.")
    /// Nothing tells how old the content is.
    public static let contentOfUnknownAge = Message(
        "content.unknown-age",
        "Kept from an unknown time - may be out of date."
    )
    /// Something outside the records could not be read.
    public static let contentPartlyUnreadable = Message(
        "content.partly-unreadable",
        "Part of what the store sent could not be read."
    )

    static let content = [contentKept, contentOfUnknownAge, contentPartlyUnreadable]
}

extension Formats {
    /// How old content is, in words; `nil` if it is live.
    public func note(on freshness: Freshness) -> String? {
        switch freshness {
        case .live: nil
        case .kept(let asOf): wording(.contentKept, .text(moment(asOf)))
        case .unknown: wording(.contentOfUnknownAge)
        }
    }
}

extension FieldPath {
    /// The path up to the record of a list it lies in; `nil` if it lies in none.
    fileprivate var record: ArraySlice<Component>? {
        let index = components.firstIndex { if case .index = $0 { true } else { false } }
        return index.map { components[...$0] }
    }
}
