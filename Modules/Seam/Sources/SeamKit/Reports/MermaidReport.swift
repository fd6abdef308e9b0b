/// Modules and the singletons they use, as a Mermaid flowchart.
public struct MermaidReport: Sendable {
    /// The maximum number of drawn singletons.
    public var limit: Int

    /// Creates a report.
    public init(limit: Int = 20) {
        self.limit = limit
    }

    /// Returns the text, with a newline at its end.
    public func text(of map: CodeMap) -> String {
        let picture = Picture(of: map, limit: limit)
        var lines = ["flowchart LR", "    %% seam map"]
        for (index, module) in picture.modules.enumerated() {
            lines.append("    m\(index)[\"\(Self.escaped(module.name))\"]")
        }
        for (index, singleton) in picture.singletons.enumerated() {
            lines.append("    s\(index)([\"\(Self.escaped(singleton.label))\"])")
        }
        for edge in picture.edges {
            let arrow = edge.writes > 0 ? "==>" : "-->"
            lines.append("    m\(edge.module) \(arrow)|\(edge.uses)| s\(edge.singleton)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Escapes a text. Mermaid writes entities with `#` in place of `&`, so that character is escaped first.
    private static func escaped(_ text: String) -> String {
        Printable.line(text).replacing("#", with: "#35;").replacing("&", with: "#amp;").replacing("\"", with: "#quot;")
            .replacing("<", with: "#lt;").replacing(">", with: "#gt;")
    }
}
