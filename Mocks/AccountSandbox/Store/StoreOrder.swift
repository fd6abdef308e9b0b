/// An order as the store has it, whichever dialect asks.
struct StoreOrder: Sendable {
    enum State: String, CaseIterable, Sendable {
        case placed, paid, completed, cancelled, refunded
    }

    struct Line: Sendable {
        enum Kind: String, CaseIterable, Sendable {
            case registration, renewal, transfer
        }

        let name: String
        let kind: Kind
        let years: Int
        /// Of all years together, in the currency's minor units.
        let price: Int
    }

    let number: String
    /// Milliseconds since 1970, UTC.
    let created: Int
    let state: State
    let currency: StoreCurrency
    let lines: [Line]

    /// In the currency's minor units; negative for refunds.
    var sum: Int {
        lines.reduce(0) { $0 + $1.price }
    }
}
