import Presentation

/// How a list looks: to programs as JSON, to a person as lines.
struct ListView<Row> {
    /// Its name in documents, and of the command that shows all of it.
    let name: String
    let item: (Row) -> JSON
    /// Writes the rows that are shown; texts are made when asked for.
    let write: (inout Page, Slice<Rows<Row>>) -> Void

    /// What programs read: the list, and what must be known to trust it.
    func json(_ content: ListContent<Row>?, _ problem: Problem?, _ formats: Formats) -> JSON {
        [
            "items": content.map { .list($0.rows.map(item)) } ?? .absent,
            "freshness": .freshness(content?.freshness),
            "unreadable": .places(content?.unreadable),
            "problem": .problem(problem, formats),
        ]
    }
}

extension Page {
    /// Writes what every list has: a heading with the count, what must be known to trust it, and its rows, the first
    /// `limit` where there are more, or why there are none.
    mutating func write<Row>(
        _ title: String,
        _ content: ListContent<Row>?,
        _ problem: Problem?,
        _ formats: Formats,
        limit: Int = .max,
        as view: ListView<Row>
    ) {
        heading(title + (content.map { $0.rows.isEmpty ? "" : " (\($0.rows.count))" } ?? ""))
        warn([problem.map { formats.wording($0) }, content?.freshnessNote, content?.unreadableNote])
        guard let content else { return }
        if let emptyNote = content.emptyNote { line(emptyNote, .faint, indent: 2) }
        view.write(&self, content.rows.prefix(limit))
        if content.rows.count > limit {
            line("and \(content.rows.count - limit) more: account \(view.name)", .faint, indent: 2)
        }
    }

    /// Writes what must be known to trust what follows, a line each.
    mutating func warn(_ notes: [String?]) {
        for note in notes.compactMap({ $0 }) { line(note, .warning, indent: 2) }
    }
}

extension Session {
    /// Loads a list of the user's and shows it.
    func show<Model: ScreenModel, Row>(
        _ list: Model,
        as view: ListView<Row>
    ) async throws(AccountFailure) -> Showing where Model.Content == ListContent<Row> {
        try await load(list)
        let problem = isOffline ? nil : list.problem
        let document = AccountDocument(of: try user, [view.name: view.json(list.content, problem, formats)])
        return Showing(document: document) { page in
            page.write(list.title, list.content, problem, formats, as: view)
        }
    }
}
