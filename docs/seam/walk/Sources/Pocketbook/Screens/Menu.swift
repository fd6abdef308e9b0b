/// Opens one screen after the other.
final class Menu {
    private let title: String

    init(title: String) {
        self.title = title
    }

    func run() -> [String] {
        let importer = Importer()
        importer.load(["rent -800", "pay 2000", "tea -3"])
        var lines = [title] + OverviewScreen().lines()
        lines += EntryScreen(width: 12).lines()
        lines += SearchScreen(word: "e") { $0.uppercased() }.lines()
        lines += SettingsScreen().choose(currency: "CHF", limit: 500)
        lines += OverviewScreen().lines()
        lines += Exporter(separator: ";").lines()
        return lines
    }
}
