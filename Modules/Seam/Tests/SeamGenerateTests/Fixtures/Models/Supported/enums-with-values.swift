import Foundation

/// @model
/// @json type
enum Payment: Equatable {
    case card(Card)
    /// @json bank_transfer
    case transfer(to: Account)
    case cash
    /// @other
    case unknown(String)

    /// @model
    struct Card: Equatable {
        /// @json
        let number: String
        /// @json @default 1
        let rates: Int
    }
}

/// @model
struct Account: Equatable {
    /// @json account.iban
    let iban: String
}

/// @model
/// @json kind
enum Filter {
    case all
    case not(Negation)
}

/// @model
final class Negation {
    /// @json
    let filters: [Filter]
    /// @json
    let payment: Payment?

    init(filters: [Filter], payment: Payment?) {
        self.filters = filters
        self.payment = payment
    }
}

func checkEnumsWithValues() async throws {
    let card = #"{"number":"4","rates":3,"type":"card"}"#
    let value = try PaymentJSON.parse(Data(card.utf8)).value
    expect(value == .card(Payment.Card(number: "4", rates: 3)))
    expect(String(decoding: try PaymentJSON(value).data(), as: UTF8.self) == card)
    let transfer = #"{"account":{"iban":"X"},"type":"bank_transfer"}"#
    expect(try PaymentJSON.parse(Data(transfer.utf8)).value == .transfer(to: Account(iban: "X")))
    expect(String(decoding: try PaymentJSON(.transfer(to: Account(iban: "X"))).data(), as: UTF8.self) == transfer)
    expect(try PaymentJSON.parse(Data(#"{"type":"cash"}"#.utf8)).value == .cash)
    expect(try PaymentJSON.parse(Data(#"{"type":"coins"}"#.utf8)).value == .unknown("coins"))
    expect(failure { try PaymentJSON.parse(Data("{}".utf8)) } == "type is missing")
    expect(
        failure { try PaymentJSON.parse(Data(#"{"type":"card","rates":"x"}"#.utf8)) }
            == "number is missing, rates is unreadable"
    )
    let filter = #"{"filters":[{"kind":"all"},{"kind":"some"},{"kind":"not"}]}"#
    expect(
        failure { try NegationJSON.parse(Data(filter.utf8)) }
            == "filters[1].kind is unreadable, filters[2].filters is missing"
    )
}
