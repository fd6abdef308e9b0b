/// Shows the entries, and takes the last one back.
final class EntryScreen {
    let width: Int

    init(width: Int) {
        self.width = width
    }

    func lines() -> [String] {
        Ledger.shared.entries.map { entry in
            let text = entry.text.prefix(width)
            return "\(text) \(entry.cents) \(Ledger.shared.currency)"
        }
    }

    func add(_ text: String, cents: Int) -> Bool {
        guard Budget().allows(cents) else { return false }
        Ledger.shared.add(text, cents: cents)
        return Ledger.shared.last?.text == text
    }

    func undo() -> String {
        guard let entry = Ledger.shared.removeLast() else { return "Nothing to undo" }
        return "Removed \(entry.text); \(Ledger.shared.count) left"
    }
}
