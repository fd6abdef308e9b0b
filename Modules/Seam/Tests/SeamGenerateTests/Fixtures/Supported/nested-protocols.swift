enum Cart {
    struct Line: Equatable {
        var count: Int
    }

    protocol Pricing {
        func price(of line: Line) -> Int
    }
}

func checkNestedProtocols() async throws {
    let fake = Cart.MockCartPricing(price: { $0.count })
    expect(fake.price(of: Cart.Line(count: 3)) == 3 && fake.priceCalls.inputs == [Cart.Line(count: 3)])
}
