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
    public func text(_ diff: MapDiff) -> String {
        guard !diff.isEmpty else { return "No singleton and no use came, went or moved.\n" }
        var lines = [
            "\(Count.text(diff.newSingletons.count, "new singleton")), \(diff.goneSingletons.count) gone, "
                + "\(diff.movedSingletons.count) moved",
            "\(Count.text(diff.newUses.count, "new use")), \(diff.goneUses.count) gone, "
                + "\(diff.movedUses.reduce(0) { $0 + $1.uses }) moved",
        ]
        func list(_ title: String, _ items: [String]) {
            if !items.isEmpty { lines += ["", title] + items.map { "  \($0)" } }
        }
        list("New singletons", diff.newSingletons)
        list("Singletons that are gone", diff.goneSingletons)
        list("Moved", diff.movedSingletons.map { "\($0.from) -> \($0.to)" })
        list(
            "Uses moved with their code",
            diff.movedUses.map { "\($0.from) -> \($0.to): \(Count.text($0.uses, "use"))" }
        )
        list("New uses", diff.newUses.map(Self.text))
        list("Uses that are gone", diff.goneUses.map(Self.text))
        return lines.map { Columns.cut($0, to: width) }.joined(separator: "\n") + "\n"
    }

    private static func text(_ use: MapDocument.Use) -> String {
        let inside = [use.enclosingType, use.enclosingFunction].compactMap { $0 }.joined(separator: ".")
        return "\(use.file):\(use.line)  \(use.kind) \(use.singleton).\(use.member)"
            + (inside.isEmpty ? "" : "  in \(inside)")
    }

    /// Returns the JSON, with a newline at its end.
    public func json(_ diff: MapDiff) -> String { JSONText.of(Document(diff)) }
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

    init(_ diff: MapDiff) {
        singletons = Singletons(new: diff.newSingletons, gone: diff.goneSingletons, moved: diff.movedSingletons)
        uses = Uses(new: diff.newUses, gone: diff.goneUses, moved: diff.movedUses)
    }
}
