enum Cart {
    struct Line: Equatable {
        var count: Int
    }

    protocol Pricing {
        func price(of line: Line) -> Int
    }
}

enum Depot {
    struct Key: Hashable {
        var number: Int
    }

    enum Rack {
        struct Slot: Equatable {
            var key: Key
        }

        // An extension of `Rack` has no names of `Depot`.
        protocol Reader {
            var last: Key { get }
            func slot(of key: Key) -> [Key: Slot]
        }
    }
}

func checkNestedProtocols() async throws {
    let fake = Cart.MockCartPricing(price: { $0.count })
    let reader = Depot.Rack.MockDepotRackReader(last: Depot.Key(number: 1))
    expect(reader.slot(of: reader.last).isEmpty && reader.slotCalls.inputs == [Depot.Key(number: 1)])
    expect(fake.price(of: Cart.Line(count: 3)) == 3 && fake.priceCalls.inputs == [Cart.Line(count: 3)])
}
