@MainActor
final class QueryScreen {
    private let history: History
    private let theme: Theme

    init(history: History = .shared, theme: Theme = .shared) {
        self.history = history
        self.theme = theme
    }

    func run(_ query: String) -> [String] {
        history.add(query)
        return history.queries.map(theme.line)
    }
}

@MainActor
struct Footer {
    var theme = Theme.shared

    func text() -> String { theme.line("end") }
}

@MainActor
final class ExportButton {
    private let exporter: Exporter

    init(exporter: Exporter? = nil) {
        self.exporter = exporter ?? .shared
    }

    func press(_ lines: [String]) -> String { exporter.export(lines) }
}

@MainActor
final class Window {
    private let services: AppServices

    init(services: AppServices) {
        self.services = services
    }

    func lines() -> [String] {
        let screen = QueryScreen()
        let lines = screen.run("a") + screen.run("b") + [Footer().text()]
        return lines + [ExportButton().press(lines), ExportButton().press([])]
    }
}
