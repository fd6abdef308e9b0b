import Foundation

/// @model
struct Basket: Equatable {
    /// @json
    let owner: Person
    /// @json
    let lines: [BasketLine]
    /// @json
    let giftFor: Person?
}

/// @model json
struct BasketLine: Equatable {
    /// @json
    let name: String
    /// @json
    let count: Int
}

/// @model
struct Person: Equatable {
    /// @json
    let name: String
}

func checkNestedModels() async throws {
    let text = #"{"owner": {"name": "A"}, "lines": [{"name": "x", "count": 2}]}"#
    let basket = try BasketJSON.parse(Data(text.utf8)).value
    expect(basket.lines == [BasketLine(name: "x", count: 2)] && basket.owner.name == "A")
    let wrong = #"{"owner": {}, "lines": [{"name": "x", "count": 2}, {"count": "2"}, 7], "giftFor": {"name": 1}}"#
    expect(
        failure { try BasketJSON.parse(Data(wrong.utf8)) } == """
            owner.name is missing, lines[1].name is missing, lines[1].count is unreadable, lines[2] is unreadable, \
            giftFor.name is unreadable
            """
    )
}
