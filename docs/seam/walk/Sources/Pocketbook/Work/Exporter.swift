/// Writes entries as lines.
final class Exporter {
    private let separator: String

    init(separator: String) {
        self.separator = separator
    }

    func lines() -> [String] {
        let head = ["text", "cents", Ledger.shared.currency].joined(separator: separator)
        let rows = Ledger.shared.entries.map { "\($0.text)\(separator)\($0.cents)" }
        return [head] + rows + ["\(Ledger.shared.count)\(separator)\(Ledger.shared.balance)"]
    }
}
