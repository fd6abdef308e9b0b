import Domain
import Presentation

/// The output of a list: JSON for programs, lines for a person.
struct ListView<Entity: Identifiable & Sendable> {
    /// The name of the list in documents, and of the command that shows all of it.
    let name: String
    let item: (Entity) -> JSON
    /// Writes the rows that are shown. Texts are created when they are accessed.
    let write: (inout Page, Slice<ListRows<[Entity]>>) -> Void

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
        view.write(&self, content.rows.prefix(limit))
        writeMore(content.rows.count, than: limit, by: more ?? "account \(view.name)")
    }

    /// Writes how many of `count` rows are not shown, and the command that shows them.
    mutating func writeMore(_ count: Int, than limit: Int, by command: String) {
        if count > limit { line("and \(count - limit) more: \(command)", .faint, indent: 2) }
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
        let document = AccountDocument(of: try user, [view.name: view.json(content, problem, formats)])
        return Showing(document: document) { page in
            page.write(list.title, content, problem, formats, limit: limit, as: view, more: command)
        }
    }
}
