import Foundation

/// An order as the store has it, independent of the dialect.
struct StoreOrder: Sendable, Decodable {
    enum State: String, CaseIterable, Sendable, Decodable {
        case placed, paid, completed, cancelled, refunded
    }

    struct Line: Sendable, Decodable {
        enum Kind: String, CaseIterable, Sendable, Decodable {
            case registration, renewal, transfer
        }

        let name: String
        let kind: Kind
        let years: Int
        /// The price of all years together, in the currency's minor units.
        let price: Int
    }

    let number: String
    let placed: Date
    let state: State
    let currency: StoreCurrency
    let lines: [Line]

    /// The time of the order, in milliseconds since 1970, UTC.
    var created: Int { RestPayload.milliseconds(placed) }
    /// The sum in the currency's minor units; negative for refunds.
    var sum: Int { lines.reduce(0) { $0 + $1.price } }
}

extension StoreOrder {
    init(number: String, created: Int, state: State, currency: StoreCurrency, lines: [Line]) {
        let placed = Date(timeIntervalSince1970: Double(created) / 1000)
        self.init(number: number, placed: placed, state: state, currency: currency, lines: lines)
    }
}
