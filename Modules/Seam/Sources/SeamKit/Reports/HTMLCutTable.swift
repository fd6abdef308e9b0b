/// The table of cuts in a page.
enum HTMLCutTable {
    /// The maximum number of listed cuts.
    private static let cutLimit = 100

    /// Returns the table of cuts. The script shows a chosen cut beside it, from the cells of its row and from the uses of its
    /// singleton.
    static func text(of ranking: Ranking) -> String {
        guard !ranking.cuts.isEmpty else { return "" }
        let rows = ranking.cuts.prefix(cutLimit).enumerated().map { row(for: $0.element, number: $0.offset + 1) }
        let rest = ranking.cuts.count - rows.count
        let more = rest > 0 ? "<p>And \(Count.text(rest, noun: "more cut")).</p>" : ""
        return """
            <section><h2>Where to start</h2>
            <p>Members that the same callers use together are a use case; each could stand behind a protocol of its own. \
            By singleton, what frees most for its work first; minor cuts last. Cost: one for each caller, member and \
            module, two for each write, three for each piece of shared state.</p>
            <div class="wide"><table><thead><tr><td></td><th scope="col">Protocol</th><th scope="col">Members</th>\
            <th scope="col">Callers</th><th scope="col">Shared state</th><th scope="col" class="number">Cost</th></tr>\
            </thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>\(more)</section>
            """
    }

    private static func row(for cut: Ranking.Cut, number: Int) -> String {
        let members = cut.members.map {
            "<code data-member=\"\(HTMLReport.code($0.name))\">\(HTMLReport.name($0.name))</code>"
        }
        let callers = cut.callers.map { "\(HTMLReport.name($0.name)) <small>\(HTMLReport.name($0.module))</small>" }
        let state = cut.sharedState.isEmpty ? "none" : cut.sharedState.map(HTMLReport.name).joined(separator: ", ")
        let words = [cut.name, cut.singleton] + cut.members.map(\.name) + cut.callers.map(\.name)
        return """
            <tr data-text="\(HTMLReport.code(words.joined(separator: " ").lowercased()))" data-cut="\(HTMLReport.code(cut.name))" \
            data-of="\(HTMLReport.code(cut.singleton))"><td>\(number)</td><th scope="row"><a class="cut" href="#\(address(of: cut))">\
            \(HTMLReport.name(cut.name))</a><br><small>from <a href="#\(HTMLReport.anchor(of: cut.singleton))">\(HTMLReport.name(cut.singleton))</a></small></th>\
            <td>\(members.joined(separator: ", "))</td><td>\(callers.joined(separator: ", "))</td><td>\(state)</td>\
            <td class="number">\(cut.cost)</td></tr>
            """
    }

    /// Returns the part of the page's address that shows a cut. Names of cuts are unique in a map.
    private static func address(of cut: Ranking.Cut) -> String { "cut=\(SourceLink.encoded(cut.name))" }
}
