/// Changes the currency and the limit.
final class SettingsScreen {
    func choose(currency: String, limit: Int) -> [String] {
        let old = (Ledger.shared.currency, Ledger.shared.limit)
        Ledger.shared.currency = currency
        Ledger.shared.limit = max(limit, Ledger.shared.spent() / 2)
        return ["\(old.0) \(old.1) is now \(Ledger.shared.currency) \(Ledger.shared.limit)"]
    }

    func reset() -> String {
        let count = Ledger.shared.count
        Ledger.shared.clear()
        return "\(count) entries removed"
    }
}
