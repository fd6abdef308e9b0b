/// A map as SARIF: a note where each singleton is declared, and one at each use of it.
public struct SARIFReport: Sendable {
    private let toolVersion: String

    /// Creates a report.
    ///
    /// - Parameter toolVersion: version of `seam`.
    public init(toolVersion: String) {
        self.toolVersion = toolVersion
    }

    /// Returns the text, with a newline at its end. The same map gives the same text.
    public func text(of map: CodeMap) -> String {
        let log = SARIF(
            toolVersion: toolVersion,
            rules: [
                ("singleton", "What the whole program reaches without being handed it."),
                ("singleton-use", "A use of a singleton."),
            ]
        )
        let results = Ranking(of: map).entries.compactMap(Self.declaration) + map.uses.map(Self.use)
        return log.text(of: results, problems: map.problems)
    }

    /// Nil for what is declared outside the tree.
    private static func declaration(of entry: Ranking.Entry) -> SARIF.Result? {
        let singleton = entry.singleton
        guard !singleton.file.isEmpty else { return nil }
        return SARIF.Result(
            rule: "singleton",
            level: "note",
            message: "\(singleton.id) is a singleton (\(singleton.shape.rawValue)): \(entry.uses) uses, "
                + "\(entry.users.count) users, \(entry.modules.count) modules",
            file: singleton.file,
            line: singleton.line,
            enclosing: singleton.name
        )
    }

    private static func use(_ use: Use) -> SARIF.Result {
        SARIF.Result(
            rule: "singleton-use",
            level: "note",
            message: "\(use.kind.rawValue) of \(use.singleton).\(use.member) (\(use.certainty.rawValue))",
            file: use.file,
            line: use.line,
            enclosing: use.enclosing
        )
    }
}
