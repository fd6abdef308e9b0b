/// The picture of modules and singletons, as one SVG without scripts or references.
public struct SVGReport: Sendable {
    /// The maximum number of drawn singletons.
    public var limit: Int

    /// Creates a report.
    public init(limit: Int = 30) {
        self.limit = limit
    }

    /// Returns the document, with a newline at its end.
    public func text(of map: CodeMap) -> String {
        drawing(of: Picture(of: map, limit: limit), isAlone: true)
    }

    private static let row = 38
    private static let top = 58
    private static let nodeHeight = 28

    /// Returns the picture; within a page it uses the page's colours.
    func drawing(of picture: Picture, isAlone: Bool) -> String {
        let layout = Layout(of: picture)
        var parts: [String] = []
        parts.append(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(layout.width) \(layout.height)\" "
                + (isAlone
                    ? "width=\"\(layout.width)\" height=\"\(layout.height)\" role=\"img\" "
                    // Screen readers ignore the contents of an image, but this one contains buttons.
                    : "role=\"group\" style=\"max-width:\(layout.width * 5 / 4)px\" ")
                + "aria-label=\"Modules and the singletons they use\" class=\"seam-picture\">"
        )
        if isAlone {
            parts.append("<style>\(Self.plainStyle)</style>")
            parts.append("<rect class=\"ground\" width=\"\(layout.width)\" height=\"\(layout.height)\"/>")
        }
        parts.append("<text class=\"title\" x=\"24\" y=\"30\">Modules</text>")
        parts.append("<text class=\"title\" x=\"\(layout.rightEdge)\" y=\"30\">Singletons, most users first</text>")
        parts += edges(of: picture, in: layout) + nodes(of: picture, in: layout, isAlone: isAlone)
        let more = picture.hidden > 0 ? "  \(Count.text(picture.hidden, noun: "more singleton")) not drawn." : ""
        parts.append(
            "<text class=\"note\" x=\"24\" y=\"\(layout.height - 14)\">Thicker: more uses. Orange: written to. "
                + "Dashed: tests.\(more)</text>"
        )
        parts.append("</svg>")
        return parts.joined(separator: "\n") + "\n"
    }

    /// Where the two columns of a picture stand.
    private struct Layout {
        let left: Int
        let right: Int
        let gap = 260
        let height: Int
        private let moduleTop: Int
        private let singletonTop: Int

        init(of picture: Picture) {
            let rows = max(picture.modules.count, picture.singletons.count, 1)
            left =
                picture.modules.map { SVGReport.textWidth(of: "\($0.name)  \($0.uses)") }.max()
                .map { max(150, min(360, $0)) }
                ?? 150
            right =
                picture.singletons.map { SVGReport.textWidth(of: "\($0.label)  \($0.uses)") }.max()
                .map { max(210, min(420, $0)) }
                ?? 210
            height = SVGReport.top + rows * SVGReport.row + 40
            moduleTop = SVGReport.top + (rows - picture.modules.count) * SVGReport.row / 2
            singletonTop = SVGReport.top + (rows - picture.singletons.count) * SVGReport.row / 2
        }

        var leftEdge: Int { 24 + left }
        var rightEdge: Int { leftEdge + gap }
        var width: Int { rightEdge + right + 24 }

        func moduleMiddle(of index: Int) -> Int { moduleTop + index * SVGReport.row + SVGReport.nodeHeight / 2 }
        func singletonMiddle(of index: Int) -> Int { singletonTop + index * SVGReport.row + SVGReport.nodeHeight / 2 }
    }

    private func edges(of picture: Picture, in layout: Layout) -> [String] {
        let most = Double(picture.edges.map(\.uses).max() ?? 1)
        let (leftEdge, rightEdge) = (layout.leftEdge, layout.rightEdge)
        let paths = picture.edges.sorted(by: { $0.uses < $1.uses }).map { edge in
            let thickness = 1.2 + 6.8 * (Double(edge.uses) / max(1, most)).squareRoot()
            let from = layout.moduleMiddle(of: edge.module)
            let to = layout.singletonMiddle(of: edge.singleton)
            let bend = layout.gap / 2
            return "<path class=\"edge\(edge.writes > 0 ? " writes" : "")"
                + "\(picture.modules[edge.module].isTest ? " test" : "")\" data-m=\"\(edge.module)\" "
                + "data-s=\"\(edge.singleton)\" stroke-width=\"\(Self.rounded(thickness))\" d=\"M\(leftEdge) \(from) "
                + "C\(leftEdge + bend) \(from) \(rightEdge - bend) \(to) \(rightEdge) \(to)\">"
                + "<title>\(Self.escaped(picture.modules[edge.module].name)) to "
                + "\(Self.escaped(picture.singletons[edge.singleton].label)): \(Count.text(edge.uses, noun: "use"))"
                + "\(edge.writes > 0 ? ", \(Count.text(edge.writes, noun: "write"))" : "")</title></path>"
        }
        return ["<g class=\"edges\">"] + paths + ["</g>"]
    }

    private func nodes(of picture: Picture, in layout: Layout, isAlone: Bool) -> [String] {
        let modules = picture.modules.enumerated().map { index, module in
            Node(
                kind: "module\(module.isTest ? " test" : "")",
                data: "data-m=\"\(index)\" data-id=\"\(Self.escaped(module.name))\"",
                x: 24,
                y: layout.moduleMiddle(of: index) - Self.nodeHeight / 2,
                width: layout.left,
                radius: 4,
                label: module.name,
                count: module.uses
            )
        }
        let singletons = picture.singletons.enumerated().map { index, singleton in
            Node(
                kind: "singleton \(singleton.shape.rawValue)",
                data: "data-s=\"\(index)\" data-id=\"\(Self.escaped(singleton.id))\"",
                x: layout.rightEdge,
                y: layout.singletonMiddle(of: index) - Self.nodeHeight / 2,
                width: layout.right,
                radius: 14,
                label: singleton.label,
                count: singleton.uses
            )
        }
        return (modules + singletons).map { $0.text(isAlone: isAlone) }
    }

    /// A module or singleton in the picture.
    private struct Node {
        var kind: String
        var data: String
        var x: Int
        var y: Int
        var width: Int
        var radius: Int
        var label: String
        var count: Int

        func text(isAlone: Bool) -> String {
            let room = (width - 24 - 8 * (String(count).count + 2)) / 7
            let text = SVGReport.escaped(Columns.cut(label, to: max(4, room)))
            let name = SVGReport.escaped(label)
            return "<g class=\"node \(kind)\" \(data)"
                + (isAlone
                    ? ""
                    : " tabindex=\"0\" role=\"button\" aria-pressed=\"false\" "
                        + "aria-label=\"\(name), \(Count.text(count, noun: "use"))\"")
                + ">"
                + "<title>\(name): \(Count.text(count, noun: "use"))</title>"
                + "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(SVGReport.nodeHeight)\" rx=\"\(radius)\"/>"
                + "<text x=\"\(x + 12)\" y=\"\(y + 19)\">\(text)</text>"
                + "<text class=\"count\" x=\"\(x + width - 12)\" y=\"\(y + 19)\" text-anchor=\"end\">\(count)</text></g>"
        }
    }

    /// Returns the width for a text of the picture's size, with a margin because fonts differ.
    private static func textWidth(of text: String) -> Int { text.count * 7 + 36 }

    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Escapes text for markup and attributes. XML has no control characters, not even escaped ones.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for character in Printable.line(text).unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static let light = [
        "ground": "#fff", "ink": "#1b1f24", "soft": "#59636e", "line": "#d1d9e0", "module": "#eef1f4",
        "own": "#dbeafe", "own-line": "#3b82f6", "foreign": "#f0f0f0", "edge": "#6b8fc4", "write": "#d9730d",
        "link": "#1d5fd0", "written": "#a84f08",
    ]
    private static let dark = [
        "ground": "#14171b", "ink": "#e6e9ed", "soft": "#9aa4af", "line": "#3a424c", "module": "#232930",
        "own": "#1b3150", "own-line": "#5b9bf8", "foreign": "#24272b", "edge": "#5d7fae", "write": "#f0913a",
        "link": "#7db2ff", "written": "#f0913a",
    ]
    private static let paper = [
        "ground": "#fff", "ink": "#000", "soft": "#444", "line": "#999", "module": "#f4f4f4", "own": "#e6f0ff",
        "own-line": "#3b82f6", "foreign": "#f4f4f4", "edge": "#6b8fc4", "write": "#b95f05", "link": "#1d5fd0",
        "written": "#a84f08",
    ]

    /// The colours of a page, for light and dark mode.
    package static let palette = """
        :root{color-scheme:light dark;\(variables(for: light))}
        @media (prefers-color-scheme:dark){:root{\(variables(for: dark))}}
        @media print{:root{\(variables(for: paper))}}

        """

    private static func variables(for colours: [String: String]) -> String {
        colours.sorted { $0.key < $1.key }.map { "--\($0.key):\($0.value)" }.joined(separator: ";")
    }

    /// The style of a separate picture. It uses no variables, because not every program that draws SVG supports them.
    private static let plainStyle = plain(style)

    /// Returns a style for a separate picture, for light and dark mode, from one with the palette's variables.
    package static func plain(_ style: String) -> String {
        coloured(light, style: style) + "@media (prefers-color-scheme:dark){\n\(coloured(dark, style: style))}\n"
    }

    private static func coloured(_ colours: [String: String], style: String) -> String {
        colours.reduce(style) { $0.replacing("var(--\($1.key))", with: $1.value) }
    }

    package static let style = """
        .ground{fill:var(--ground)}
        .seam-picture text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:var(--ink)}
        .seam-picture .title{font-weight:600}.seam-picture .note,.seam-picture .count{fill:var(--soft);font-size:12px}
        .node rect{fill:var(--module);stroke:var(--line)}.singleton rect{fill:var(--own);stroke:var(--own-line)}
        .framework rect,.elsewhere rect{fill:var(--foreign);stroke:var(--line)}
        .node.test rect{stroke-dasharray:4 3}
        .edge{fill:none;stroke:var(--edge);stroke-opacity:.55;stroke-linecap:butt}
        .edge.writes{stroke:var(--write);stroke-opacity:.7}.edge.test{stroke-dasharray:5 4;stroke-opacity:.4}

        """
}
