import DataSupport
import Foundation

/// @model
/// @json type
enum Payment: Equatable {
    case card(Card)
    /// @json bank_transfer
    case transfer(to: Account)
    case cash
}

/// @model
struct Card: Equatable {
    /// @json @word
    let number: String
}

/// @model
struct Account: Equatable {
    /// @json account.iban
    let iban: String
}

func checkKitEnumsWithValues() async throws {
    let transfer = #"{"account": {"iban": "X"}, "type": "bank_transfer"}"#
    expect(try readJSON(Data(transfer.utf8), Payment.init(json:)) == .transfer(to: Account(iban: "X")))
    expect(try readJSON(Data(#"{"type": "cash"}"#.utf8), Payment.init(json:)) == .cash)
    expect(unreadable { try readJSON(Data(#"{"type": "card"}"#.utf8), Payment.init(json:)) } == "number")
    expect(unreadable { try readJSON(Data(#"{"type": "coins"}"#.utf8), Payment.init(json:)) } == "type")
    expect(unreadable { try readJSON(Data("{}".utf8), Payment.init(json:)) } == "type")
}
