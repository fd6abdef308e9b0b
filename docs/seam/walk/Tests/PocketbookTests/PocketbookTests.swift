import Testing

@testable import Pocketbook

/// One after the other: all of them change the same ledger.
@Suite(.serialized)
struct PocketbookTests {
    @Test("The menu shows every screen")
    func menu() {
        Ledger.shared.clear()
        let lines = Menu(title: "Pocketbook").run()
        #expect(lines.first == "Pocketbook")
        #expect(lines.contains("3 entries, 119700 EUR"))
        #expect(lines.last == "3;119700")
        #expect(Ledger.shared.currency == "CHF")
    }

    @Test("An entry over the limit is refused")
    func limit() {
        Ledger.shared.clear()
        let screen = EntryScreen(width: 5)
        #expect(screen.add("tea", cents: -300))
        #expect(!screen.add("car", cents: -1_000_000))
        #expect(Ledger.shared.entries == [Ledger.Entry(text: "tea", cents: -300)])
    }

    @Test("The last entry can be taken back once")
    func undo() {
        Ledger.shared.clear()
        Ledger.shared.add("tea", cents: -300)
        let screen = EntryScreen(width: 5)
        #expect(screen.undo() == "Removed tea; 0 left")
        #expect(screen.undo() == "Nothing to undo")
    }

    @Test("A search looks when it is run")
    func search() {
        Ledger.shared.clear()
        let count = SearchScreen(word: "tea") { $0 }.later()
        Ledger.shared.add("green tea", cents: -300)
        #expect(count() == 1)
    }

    @Test("Importing again replaces what was there")
    func importing() {
        Ledger.shared.clear()
        let importer = Importer()
        #expect(importer.reload(["tea -3"]))
        #expect(importer.reload(["pay 5", "rent -2"]))
        #expect(OverviewScreen().lines().first == "2 entries, 300 EUR")
    }
}
