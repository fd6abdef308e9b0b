/// The queries that were run.
@MainActor
final class History {
    static let shared = History()

    private(set) var queries: [String] = []

    init() {}

    func add(_ query: String) { queries.append(query) }
}

/// What a table looks like.
@MainActor
final class Theme {
    static let shared = Theme()

    var edge = "|"

    init() {}

    func line(_ text: String) -> String { "\(edge) \(text) \(edge)" }
}

/// What is exported.
@MainActor
final class Exporter {
    static let shared = Exporter()

    private(set) var count = 0

    init() {}

    func export(_ lines: [String]) -> String {
        count += 1
        return "\(count): " + lines.joined(separator: ", ")
    }
}

/// What the app shares.
@MainActor
final class AppServices {
    let history: History
    let theme: Theme
    let exporter: Exporter

    init(history: History = .shared, theme: Theme = .shared, exporter: Exporter = .shared) {
        self.history = history
        self.theme = theme
        self.exporter = exporter
    }
}
