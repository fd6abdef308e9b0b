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

extension Shop {
    struct Code: Equatable {
        let text: String

        init?(_ text: String) {
            if text.isEmpty { return nil }
            self.text = text
        }
    }

    enum Limits {
        static let most = 9
    }

    /// @model
    struct Coupon: Equatable {
        /// @json @text text
        let code: Code
        /// @json @text text
        let others: [Code]
        /// @json @default Limits.most
        let uses: Int
        /// @json @default Order.State.open
        let state: Order.State
        /// @json @default Self.plain
        let title: String

        static let plain = "Order.State"
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
    let coupon = try ShopCouponJSON.parse(Data(#"{"code": "c", "others": ["d"]}"#.utf8)).value
    expect(coupon.code.text == "c" && coupon.others.map(\.text) == ["d"] && coupon.uses == 9)
    expect(coupon.state == .open && coupon.title == "Order.State")
    expect(failure { try ShopCouponJSON.parse(Data(#"{"code": "", "others": []}"#.utf8)) } == "code is unreadable")
    expect(try ShopOrderNoteJSON.parse(Data(#"{"line": {"name": "x"}}"#.utf8)).value.line.name == "x")
}
