/// Everything that was spent and earned. Anybody can reach it.
final class Ledger {
    /// The one ledger.
    static let shared = Ledger()

    struct Entry: Equatable {
        var text: String
        var cents: Int
    }

    private(set) var entries: [Entry] = []
    var currency = "EUR"
    var limit = 10_000

    private init() {}

    var count: Int { entries.count }
    var balance: Int { entries.reduce(0) { $0 + $1.cents } }
    var isOverdrawn: Bool { balance < 0 }
    var last: Entry? { entries.last }

    func add(_ text: String, cents: Int) { entries.append(Entry(text: text, cents: cents)) }

    func removeLast() -> Entry? { entries.popLast() }

    func entries(about word: String) -> [Entry] { entries.filter { $0.text.contains(word) } }

    func spent() -> Int { entries.filter { $0.cents < 0 }.reduce(0) { $0 - $1.cents } }

    func earned() -> Int { entries.filter { $0.cents > 0 }.reduce(0) { $0 + $1.cents } }

    func clear() {
        entries = []
        currency = "EUR"
        limit = 10_000
    }
}
