import Domain

/// An amount as the wire writes it.
struct MoneyRecord: Decodable {
    let amount: String
    let currency: String

    /// `nil` if there is no such currency, or no such amount of it.
    var money: Money? {
        Currency(code: currency).flatMap { Money(text: amount, currency: $0) }
    }
}
