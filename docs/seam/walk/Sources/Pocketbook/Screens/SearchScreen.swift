/// Shows the entries that contain a word.
final class SearchScreen {
    private let word: String
    private let format: (String) -> String

    init(word: String, format: @escaping (String) -> String) {
        self.word = word
        self.format = format
    }

    func lines() -> [String] {
        let found = Ledger.shared.entries(about: word)
        let sum = found.reduce(0) { $0 + $1.cents }
        return ["\(found.count) of \(Ledger.shared.count) with \(word): \(sum) \(Ledger.shared.currency)"]
            + found.map { format($0.text) }
    }

    /// Searches when it is called, and not before.
    func later() -> () -> Int {
        { [word] in Ledger.shared.entries(about: word).count }
    }
}
