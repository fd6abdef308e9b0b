import Foundation

enum Shop {
    /// @model
    struct Order: Equatable {
        /// @model
        enum State { case open, closed }

        /// @json
        let state: State
        /// @json
        let lines: [Line]

        /// @model json
        struct Line: Equatable {
            /// @json
            let name: String
        }
    }
}

extension Shop.Order {
    /// @model json
    struct Note: Equatable {
        /// @json
        let line: Line
    }
}

func checkNestedTypes() async throws {
    let order = try ShopOrderJSON.parse(Data(#"{"state": "open", "lines": [{"name": "x"}]}"#.utf8)).value
    expect(order == Shop.Order(state: .open, lines: [Shop.Order.Line(name: "x")]))
    expect(try ShopOrderNoteJSON.parse(Data(#"{"line": {"name": "x"}}"#.utf8)).value.line.name == "x")
}
