/// Says whether there is money left.
final class Budget {
    func allows(_ cents: Int) -> Bool { cents > 0 || Ledger.shared.spent() - cents <= Ledger.shared.limit }

    func advice() -> String {
        let spent = Ledger.shared.spent()
        if spent > Ledger.shared.limit { return "Over the limit of \(Ledger.shared.limit)" }
        return spent * 2 > Ledger.shared.earned() ? "Careful" : "Fine"
    }
}
