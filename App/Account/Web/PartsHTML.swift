import Domain
import Foundation
import Presentation

/// The parts of a page, as they are recorded for a terminal too, in markup.
@MainActor
struct PartsHTML {
    /// The path of the screen and its parameters, without the page.
    let path: String
    let query: [String: String]
    /// The page of a long list, from 1.
    let page: Int
    let formats: Formats
    /// The token of forms.
    let formToken: String
    /// Whether the page has a heading above the parts.
    var hasHeading = false

    /// How many rows of a list are on a page.
    static let rowsPerPage = 100

    /// Returns the parts: sections with a heading each, notes, and rows.
    func html(_ parts: [Page.Part]) -> HTML {
        var sections: [HTML] = []
        var rest = parts[...]
        while let first = rest.first {
            var heading: HTML?
            if case .heading(let text) = first {
                heading = sections.isEmpty && !hasHeading ? "<h1>\(text)</h1>" : "<h2>\(text)</h2>"
                rest = rest.dropFirst()
            }
            let content = rest.prefix { if case .heading = $0 { false } else { true } }
            rest = rest.dropFirst(content.count)
            sections.append("<section>\(heading)\(section(content))</section>")
        }
        return "\(sections)"
    }

    private func section(_ parts: ArraySlice<Page.Part>) -> HTML {
        var notes: [HTML] = []
        var rows: [RowText] = []
        var after: [HTML] = []
        for part in parts {
            switch part {
            case .heading: break
            case .note(let text): notes.append("<p class=\"note\">\(text)</p>")
            case .row(let row): rows.append(row)
            case .more(let count, let screen):
                after.append(
                    "<p class=\"more\"><a href=\"/\(attribute: screen)\">and \(formats.number(count)) more</a></p>"
                )
            case .pages(let count): after.append(pages(of: count))
            }
        }
        let columns = min(rows.map { $0.cells.count }.max() ?? 0, 4)
        let list: HTML? = rows.isEmpty ? nil : "<ul class=\"rows c\(columns)\">\(rows.map(html))</ul>"
        return "\(notes)\(list)\(after)"
    }

    private func html(_ row: RowText) -> HTML {
        var cells = row.cells.map { text -> HTML in text.isEmpty ? "<span></span>" : "<span>\(text)</span>" }
        var action: HTML?
        switch row.link?.target {
        case .screen(let screen)?:
            let address = Self.address("/" + screen.text, row.link?.parameters.values ?? [:])
            cells[cells.count - 1] = "<a href=\"\(attribute: address)\">\(row.cells[cells.count - 1])</a>"
        case .command(let command)?:
            let subject = row.cells.prefix(2).joined(separator: " ")
            let fields = (row.link?.parameters.values ?? [:]).merging(["subject": subject]) { value, _ in value }
            let verb = command.name.text.capitalized
            action = """
                <form method="post" action="/do/\(attribute: command.description)">\(hidden(fields))\
                <button class="quiet" aria-label="\(attribute: verb) \(attribute: subject)">\(verb)</button></form>
                """
        case nil: break
        }
        let amount: HTML? = row.amount.map { "<span class=\"amount\">\($0)</span>" }
        let details = row.details.map { text, amount -> HTML in
            let amount: HTML? = amount.map { "<span class=\"amount\">\($0)</span>" }
            return "<p class=\"detail\"><span>\(text)</span>\(amount)</p>"
        }
        let style: HTML? = row.emphasis == .faint ? " class=\"faint\"" : nil
        return "<li\(style)>\(cells)\(amount)\(action)\(details)</li>"
    }

    /// Returns the hidden fields of a form, with its token.
    func hidden(_ fields: [String: String] = [:]) -> HTML {
        let inputs = fields.merging(["token": formToken]) { _, token in token }.sorted { $0.key < $1.key }
        return
            "\(inputs.map { "<input type=\"hidden\" name=\"\(attribute: $0)\" value=\"\(attribute: $1)\">" as HTML })"
    }

    private func pages(of count: Int) -> HTML {
        let last = (count + Self.rowsPerPage - 1) / Self.rowsPerPage
        let current = min(page, last)
        func link(_ page: Int, _ name: HTML) -> HTML {
            guard (1...last).contains(page), page != current else { return "<span>\(name)</span>" }
            let address = Self.address(path, query.merging(["page": String(page)]) { _, page in page })
            return "<a href=\"\(attribute: address)\">\(name)</a>"
        }
        return """
            <nav class="pages" aria-label="Pages">\(link(1, "First"))\(link(current - 1, "Previous"))
            <strong>\(formats.number(current)) of \(formats.number(last))</strong>
            \(link(current + 1, "Next"))\(link(last, "Last"))</nav>
            """
    }

    /// Returns an address on this host.
    static func address(_ path: String, _ query: [String: String]) -> String {
        var parts = URLComponents()
        parts.path = path
        if !query.isEmpty {
            parts.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0, value: $1) }
        }
        return parts.string?.replacing("+", with: "%2B") ?? "/"
    }
}

extension LinkParameters {
    var values: [String: String] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, self[$0] ?? "") })
    }
}
