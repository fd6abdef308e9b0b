/// A page for exploring a map: the picture, the cuts, every singleton with its members and uses.
///
/// The page is one file without references. All of its content exists before any script runs; the script only searches, selects
/// and stores both in the address.
public struct HTMLReport: Sendable {
    /// The maximum number of drawn singletons.
    public var limit: Int
    /// The pattern for links to places in the sources; nil for no links.
    public var link: SourceLink?
    /// Whether there is a table of owners too.
    public var groupsByOwner: Bool
    /// The number of uses that `seam cut` can move, by the `Singleton.id`; nil to leave it out.
    public var movable: [String: Int]?

    /// Creates a report.
    public init(
        limit: Int = 30,
        link: SourceLink? = nil,
        groupsByOwner: Bool = false,
        movable: [String: Int]? = nil
    ) {
        self.groupsByOwner = groupsByOwner
        self.movable = movable
        self.limit = limit
        self.link = link
    }

    /// Returns the document, with a newline at its end.
    public func text(of map: CodeMap, title: String) -> String {
        let ranking = Ranking(of: map)
        let picture = Picture(of: map, limit: limit)
        let title = SVGReport.escaped(title)
        var parts: [String] = []
        parts.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")
        parts.append("<meta name=\"generator\" content=\"seam\">")
        parts.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        parts.append(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
                + "script-src 'unsafe-inline'\">"
        )
        parts.append("<title>\(title): singletons</title>")
        parts.append("<style>\(SVGReport.palette)\(SVGReport.style)\(Self.style)</style>\n</head>\n<body>")
        parts.append(head(of: map, ranking: ranking, title: title))
        parts.append("<main class=\"columns\"><div>")
        if !picture.singletons.isEmpty {
            parts.append("<figure>\(SVGReport(limit: limit).drawing(of: picture, isAlone: false))")
            parts.append(
                "<figcaption>Choose a module, a singleton or a cut to see its details; choose it again, or press Escape, "
                    + "to see everything.</figcaption></figure>"
            )
        }
        parts.append(HTMLCutTable.text(of: ranking))
        if groupsByOwner { parts.append(Self.owners(in: map)) }
        parts.append(singletons(in: map, ranking: ranking, picture: picture))
        parts.append(rest(of: map))
        parts.append("</div><aside id=\"panel\" aria-label=\"Details\" aria-live=\"polite\" hidden></aside>")
        parts.append("</main>\n<script>\(Self.script)</script>\n</body>\n</html>")
        return parts.joined(separator: "\n") + "\n"
    }

    // MARK: Parts

    private func head(of map: CodeMap, ranking: Ranking, title: String) -> String {
        let own = ranking.entries.count { $0.singleton.shape != .framework && $0.singleton.shape != .elsewhere }
        let byName = map.uses.count { $0.certainty == .byName }
        let foreign = map.uses.count(where: \.isObjectiveC)
        let name =
            (byName > 0 ? ", \(Count.grouped(byName)) of them by name only" : "")
            + (foreign > 0 ? ", \(Count.grouped(foreign)) of them in Objective-C" : "")
        return """
            <header><h1>\(title)</h1>
            <p><strong>\(Count.text(own, noun: "singleton"))</strong>, \(Count.text(map.uses.count, noun: "use"))\(name), in \
            \(Count.text(map.files.count, noun: "file")), \(Count.text(map.statistics.lines, noun: "line")) and \
            \(Count.text(map.modules.count, noun: "module")).</p>
            <p class="search"><label for="search">Search types, members and files</label> \
            <input id="search" type="search" autocomplete="off" placeholder="press / to search"> \
            <output id="found" for="search"></output></p></header>
            """
    }

    private static func owners(in map: CodeMap) -> String {
        let rows = Ownership(of: map).parts.map { part in
            let owner = part.owner.map(name) ?? "<em>nobody</em>"
            let used = part.uses.map { "<a href=\"#\(anchor(of: $0.singleton))\">\(name($0.singleton))</a> \($0.uses)" }
            let words = code(([part.owner ?? ""] + part.uses.map(\.singleton)).joined(separator: " ").lowercased())
            return "<tr data-text=\"\(words)\"><th scope=\"row\">\(owner)</th><td>\(used.joined(separator: ", "))</td>"
                + "<td class=\"number\">\(part.total)</td><td class=\"number\">\(part.declares.count)</td>"
                + "<td class=\"number\">\(part.files)</td></tr>"
        }
        return """
            <section><h2>Owners</h2>
            <div class="wide"><table><thead><tr><th scope="col">Owner</th><th scope="col">Uses by singleton</th>\
            <th scope="col" class="number">Uses</th><th scope="col" class="number">Declares</th>\
            <th scope="col" class="number">Files</th></tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div></section>
            """
    }

    private func singletons(in map: CodeMap, ranking: Ranking, picture: Picture) -> String {
        guard !ranking.entries.isEmpty else { return "<section><h2>Singletons</h2><p>None found.</p></section>" }
        let uses = Dictionary(grouping: map.uses, by: \.singleton)
        let drawn = Dictionary(uniqueKeysWithValues: picture.singletons.enumerated().map { ($1.id, $0) })
        let modules = Dictionary(uniqueKeysWithValues: picture.modules.enumerated().map { ($1.name, $0) })
        let entries = ranking.entries.map { entry in
            self.entry(for: entry, uses: uses[entry.singleton.id] ?? [], drawn: drawn, modules: modules)
        }
        return "<section><h2>Singletons</h2>\n\(entries.joined(separator: "\n"))\n</section>"
    }

    private func entry(
        for entry: Ranking.Entry,
        uses: [Use],
        drawn: [String: Int],
        modules: [String: Int]
    ) -> String {
        let singleton = entry.singleton
        let place =
            singleton.file.isEmpty
            ? "not declared here" : self.place(file: singleton.file, line: singleton.line, column: singleton.column)
        let index = drawn[singleton.id].map { " data-s=\"\($0)\"" } ?? ""
        let module = singleton.module.isEmpty ? "" : " of \(Self.name(singleton.module))"
        let members = entry.members.isEmpty ? "" : Self.members(entry.members)
        let items = uses.map { item(for: $0, module: modules[$0.module]) }
        let moved = movable?[singleton.id].map { ", \($0) movable" } ?? ""
        let list = items.isEmpty ? "" : "<ol class=\"uses\">\n\(items.joined(separator: "\n"))\n</ol>"
        return """
            <details class="entry" id="\(Self.anchor(of: singleton.id))" data-id="\(Self.code(singleton.id))"\(index)><summary>\
            <span class="name">\(Self.name(TextReport.label(of: singleton)))</span> <small>\(singleton.shape.rawValue)\(module), \
            \(Count.text(entry.users.count, noun: "user")) in \(Count.text(entry.modules.count, noun: "module")), \
            \(Count.text(entry.uses, noun: "use"))\(moved), \(Count.text(entry.writes, noun: "write")), \
            \(entry.testUses) in tests</small></summary><div class="body"><p><small>\(place)</small></p>
            \(members)\(list)</div></details>
            """
    }

    private static func members(_ members: [Ranking.Member]) -> String {
        let rows = members.map { member in
            """
            <tr><th scope="row"><code>\(name(member.name))</code></th><td class="number">\(member.calls)</td>\
            <td class="number">\(member.reads)</td>\
            <td class="number\(member.writes > 0 ? " written" : "")">\(member.writes)</td>\
            <td>\(member.users.map { name($0.name) }.joined(separator: ", "))</td></tr>
            """
        }
        return """
            <div class="wide"><table><thead><tr><th scope="col">Member</th><th scope="col" class="number">Calls</th>\
            <th scope="col" class="number">Reads</th><th scope="col" class="number">Writes</th><th scope="col">Users</th>\
            </tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>
            """
    }

    private func item(for use: Use, module: Int?) -> String {
        let inside = use.enclosing
        let index = module.map { " data-m=\"\($0)\"" } ?? ""
        let words = "\(use.member) \(use.file) \(inside) \(use.module)".lowercased()
        return "<li data-text=\"\(Self.code(words))\" data-module=\"\(Self.code(use.module))\"\(index)"
            + " data-member=\"\(Self.code(use.member))\"\(use.isTest ? " data-test" : "")>"
            + "\(place(file: use.file, line: use.line, column: use.column)) "
            + "<span class=\"\(use.kind.rawValue)\">\(use.kind.rawValue)</span> "
            + "<code>\(Self.name(use.member))</code>"
            + (inside.isEmpty ? "" : " in \(Self.name(inside))")
            + (use.certainty == .byName ? " <em>by name</em>" : "")
            + (use.isTest ? " <em>test</em>" : "")
            + "</li>"
    }

    private func rest(of map: CodeMap) -> String {
        var parts: [String] = []
        if !map.problems.isEmpty {
            let items = map.problems.map {
                "<li><code>\(Self.path($0.path))\($0.line > 0 ? ":\($0.line)" : "")</code> \(Self.code($0.message))</li>"
            }
            parts.append(
                "<section><h2>Not read, or not wholly</h2><ul>\(items.joined(separator: "\n"))</ul></section>"
            )
        }
        if !map.skipped.isEmpty {
            let items = map.skipped.map { "<li><code>\(Self.path($0.path))</code> \($0.reason.rawValue)</li>" }
            parts.append(
                "<section><details class=\"entry\"><summary>Skipped: \(map.skipped.count)</summary><ul>"
                    + "\(items.joined(separator: "\n"))</ul></details></section>"
            )
        }
        return parts.joined(separator: "\n")
    }

    // MARK: Text

    /// Returns a file and line, as a link if there is a pattern for links.
    private func place(file: String, line: Int, column: Int) -> String {
        let text = "<code>\(Self.path(file)):\(line)</code>"
        guard let link else { return text }
        let address = Self.code(link.address(of: file, line: line, column: column))
        return "<a href=\"\(address)\" rel=\"noreferrer\">\(text)</a>"
    }

    static func code(_ text: String) -> String { SVGReport.escaped(text) }

    /// Returns a name that may break only after a dot.
    package static func name(_ text: String) -> String { code(text).replacing(".", with: ".<wbr>") }

    /// Returns a path that may break only after a slash.
    private static func path(_ text: String) -> String { code(text).replacing("/", with: "/<wbr>") }

    static func anchor(of id: String) -> String {
        "s-" + code(String(id.map { $0.isWhitespace ? "-" : $0 }))
    }
}
