/// Shows the balance.
final class OverviewScreen {
    func lines() -> [String] {
        var lines = ["\(Ledger.shared.count) entries, \(amount(Ledger.shared.balance))"]
        if Ledger.shared.isOverdrawn { lines.append("Overdrawn") }
        if let last = Ledger.shared.last { lines.append("Last: \(last.text)") }
        lines.append(Budget().advice())
        lines.append("Spent \(amount(Ledger.shared.spent())), earned \(amount(Ledger.shared.earned()))")
        return lines
    }

    private func amount(_ cents: Int) -> String { "\(cents) \(Ledger.shared.currency)" }
}
