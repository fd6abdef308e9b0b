import Presentation

extension Page {
    /// What every list has: a heading with the count, what must be known to trust it, and its rows or why there are
    /// none.
    mutating func write<Row>(
        _ title: String,
        _ content: ListContent<Row>?,
        _ problem: Problem?,
        _ formats: Formats,
        rows write: (inout Page, Rows<Row>) -> Void
    ) {
        let count = content.map { $0.rows.isEmpty ? "" : " (\($0.rows.count))" }
        heading(title + (count ?? ""))
        if let problem { line(formats.wording(problem), .warning, indent: 2) }
        guard let content else { return }
        for note in [content.freshnessNote, content.unreadableNote].compactMap({ $0 }) {
            line(note, .warning, indent: 2)
        }
        if let emptyNote = content.emptyNote { line(emptyNote, .faint, indent: 2) }
        write(&self, content.rows)
    }
}
