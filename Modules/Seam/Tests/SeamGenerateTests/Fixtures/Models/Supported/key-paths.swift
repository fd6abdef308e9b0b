import Foundation

/// @model
struct Product: Equatable {
    /// @json price.gross.amount
    let price: Decimal
    /// @json price.currency
    let currency: String
    /// @json price.discount.percent
    let discount: Int?
    /// @json "a.b"
    let dotted: String
}

func checkKeyPaths() async throws {
    let text = #"{"a.b":"d","price":{"currency":"EUR","gross":{"amount":12.5}}}"#
    let product = try ProductJSON.parse(Data(text.utf8)).value
    expect(product == Product(price: 12.5, currency: "EUR", discount: nil, dotted: "d"))
    expect(String(decoding: try ProductJSON(product).data(), as: UTF8.self) == text)
    let wrong = #"{"a.b": "d", "price": {"gross": 3, "discount": {"percent": "x"}}}"#
    expect(
        failure { try ProductJSON.parse(Data(wrong.utf8)) }
            == "price.gross is unreadable, price.currency is missing, price.discount.percent is unreadable"
    )
}
