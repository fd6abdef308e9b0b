import Domain
import Presentation

/// The output of a list: JSON for programs, rows for a person.
struct ListView<Entity: Identifiable & Sendable> {
    /// The name of the list in documents, and of the command and screen that show all of it.
    let name: String
    let item: (Entity) -> JSON
    /// A line above the rows.
    var summary: String?
    /// The width that a cell may have to count for its column.
    var usualWidth = 20
    /// Whether a command shows more than a limited list.
    var hasCommand = true
    /// Returns the texts of a row. They are created for the rows that are shown.
    let row: (ListRow<Entity>) -> RowText

    /// Returns the command that shows `limit` rows.
    func command(limit: Int) -> String { "account \(name) --limit \(limit)" }

    /// Returns the document for programs: the list, and what is needed to trust it.
    func json(_ content: ListContent<Entity>?, _ problem: Problem?, _ formats: Formats) -> JSON {
        [
            "items": content.map { .list($0.snapshot.value.map(item)) } ?? .absent,
            "freshness": .freshness(content?.freshness),
            "unreadable": .places(content?.unreadable),
            "problem": .problem(problem, formats),
        ]
    }
}

/// The texts of a row, for a terminal and for a web page.
struct RowText {
    /// The texts beside each other, in columns with those of the other rows.
    var cells: [String]
    /// A text at the end of the row.
    var amount: String?
    var emphasis = Page.Emphasis.none
    /// Lines below, some with an amount.
    var details: [(text: String, amount: String?)] = []
    /// A screen with more about the row, or a command on it.
    var link: Link?

    init(
        _ cells: [String],
        _ amount: String? = nil,
        emphasis: Page.Emphasis = .none,
        details: [(text: String, amount: String?)] = [],
        link: Link? = nil
    ) {
        self.cells = cells
        self.amount = amount
        self.emphasis = emphasis
        self.details = details
        self.link = link
    }
}

extension Page {
    /// Writes a list: a heading with the count, what a person must know to trust it, and the first `limit` rows, or why there
    /// are none.
    mutating func write<Entity>(
        _ title: String,
        _ content: ListContent<Entity>?,
        _ problem: Problem?,
        _ formats: Formats,
        limit: Int = .max,
        as view: ListView<Entity>,
        more: String? = nil
    ) {
        heading(title + (content.map { $0.rows.isEmpty ? "" : " (\($0.rows.count))" } ?? ""))
        warn([problem.map { formats.wording($0) }, content?.freshnessNote, content?.unreadableNote])
        guard let content else { return }
        if let emptyNote = content.emptyNote { line(emptyNote, .faint, indent: 2) }
        if let summary = view.summary { line(summary, .faint, indent: 2) }
        let rows = content.rows
        write(rows.prefix(limit), as: view)
        writeMore(rows.count, than: limit, as: view, by: view.hasCommand ? more ?? "account \(view.name)" : nil)
    }

    /// Writes rows, in columns that are at least as wide as those of earlier rows since the last heading.
    mutating func write<Entity>(_ rows: Slice<ListRows<[Entity]>>, as view: ListView<Entity>) {
        if let window {
            // Beyond the end, which an older address may lead to, is the last part.
            let start = min(window.lowerBound, max(0, rows.count - 1) / window.count * window.count)
            write(rows.dropFirst(start).prefix(window.count).map(view.row))
            return writePages(of: rows.count)
        }
        // In parts, so that the first rows of a long list are shown before the texts of the last are made.
        for start in stride(from: rows.startIndex, to: rows.endIndex, by: 200) {
            write(rows[start..<min(start + 200, rows.endIndex)].map(view.row), usualWidth: view.usualWidth)
        }
    }

    /// Writes how many of `count` rows are not shown, and the command that shows them.
    mutating func writeMore<Entity>(_ count: Int, than limit: Int, as view: ListView<Entity>, by command: String?) {
        if count > limit { writeMore(count - limit, on: view.name, by: command) }
    }

    /// Writes what a person must know to trust what follows, one note on each line.
    mutating func warn(_ notes: [String?]) {
        for note in notes.compactMap({ $0 }) { line(note, .warning, indent: 2) }
    }
}

extension Session {
    /// Loads a list of the user and shows `part` of it.
    func show<Entity>(
        _ list: some ScreenModel<ListContent<Entity>>,
        as view: ListView<Entity>,
        limit: Int = .max,
        only part: (ListContent<Entity>) -> ListContent<Entity> = { $0 }
    ) async throws(AccountFailure) -> Showing {
        try await load(list)
        return try showing(list, as: view, limit: limit, only: part)
    }

    /// Returns the output of `part` of a list that has been loaded.
    func showing<Entity>(
        _ list: some ScreenModel<ListContent<Entity>>,
        as view: ListView<Entity>,
        limit: Int = .max,
        only part: (ListContent<Entity>) -> ListContent<Entity> = { $0 }
    ) throws(AccountFailure) -> Showing {
        let content = list.content.map(part)
        let problem = isOffline ? nil : list.problem
        let command = view.command(limit: content?.rows.count ?? 0)
        let document = JSON.account(of: try user, [view.name: view.json(content, problem, formats)])
        return Showing(document: document) { page in
            page.write(list.title, content, problem, formats, limit: limit, as: view, more: command)
        }
    }
}
