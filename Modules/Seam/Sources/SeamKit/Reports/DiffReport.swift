/// The difference between two maps, as text and as JSON.
public struct DiffReport: Sendable {
    /// The version of the JSON. It increases if a field changes its meaning or is removed, not if one is added.
    public static let version = 1

    /// The width of the text in columns.
    public var width: Int

    /// Creates a report.
    public init(width: Int = 80) {
        self.width = max(40, width)
    }

    /// Returns the text, with a newline at its end.
    public func text(of diff: MapDiff) -> String {
        guard !diff.isEmpty else { return "No singleton and no use came, went or moved.\n" }
        var lines = [
            "\(Count.text(diff.newSingletons.count, noun: "new singleton")), \(diff.goneSingletons.count) gone, "
                + "\(diff.movedSingletons.count) moved",
            "\(Count.text(diff.newUses.count, noun: "new use")), \(diff.goneUses.count) gone, "
                + "\(diff.movedUses.reduce(0) { $0 + $1.uses }) moved",
        ]
        func list(_ title: String, items: [String]) {
            if !items.isEmpty { lines += ["", title] + items.map { "  \($0)" } }
        }
        list("New singletons", items: diff.newSingletons)
        list("Singletons that are gone", items: diff.goneSingletons)
        list("Moved", items: diff.movedSingletons.map { "\($0.from) -> \($0.to)" })
        list(
            "Uses moved with their code",
            items: diff.movedUses.map { "\($0.from) -> \($0.to): \(Count.text($0.uses, noun: "use"))" }
        )
        list("New uses", items: diff.newUses.map(Self.text))
        list("Uses that are gone", items: diff.goneUses.map(Self.text))
        return lines.map { Columns.cut($0, to: width) }.joined(separator: "\n") + "\n"
    }

    private static func text(of use: MapDocument.Use) -> String {
        let inside = [use.enclosingType, use.enclosingFunction].compactMap { $0 }.joined(separator: ".")
        return "\(use.file):\(use.line)  \(use.kind) \(use.singleton).\(use.member)"
            + (inside.isEmpty ? "" : "  in \(inside)")
    }

    /// Returns the JSON, with a newline at its end.
    public func json(of diff: MapDiff) -> String { JSONText.of(Document(of: diff)) }
}

private struct Document: Encodable {
    struct Singletons: Encodable {
        var new: [String]
        var gone: [String]
        var moved: [MapDiff.Move]
    }

    struct Uses: Encodable {
        var new: [MapDocument.Use]
        var gone: [MapDocument.Use]
        var moved: [MapDiff.Move]
    }

    var format = "seam-diff"
    var version = DiffReport.version
    var singletons: Singletons
    var uses: Uses

    init(of diff: MapDiff) {
        singletons = Singletons(new: diff.newSingletons, gone: diff.goneSingletons, moved: diff.movedSingletons)
        uses = Uses(new: diff.newUses, gone: diff.goneUses, moved: diff.movedUses)
    }
}
