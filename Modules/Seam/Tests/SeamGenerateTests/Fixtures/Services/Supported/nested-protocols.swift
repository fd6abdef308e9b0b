enum Cellar {
    /// @model json
    struct Wine: Equatable {
        /// @json
        let year: Int
    }

    /// @service
    protocol Wines {
        /// @get /wines
        func wines() async throws -> [Wine]
    }
}

enum Depot {
    struct Item: Codable, Equatable {
        var number: Int
    }

    enum Rack {
        enum Failure: Error {
            case gone
        }

        // An extension of `Rack` has no names of `Depot`, and no item of a page may be hidden.
        /// @service
        protocol Items {
            /// @get /items
            /// @error 404 Failure.gone
            /// @pages items=items token=next query=page
            func items() async throws -> [Item]
            /// @put /items
            func put(_ item: Item) async throws -> Item?
        }
    }
}

func checkNestedProtocols() async throws {
    let (client, _) = service([answer(200, #"[{"year": 1999}]"#)])
    let (depot, transport) = service([answer(200, #"{"items": [{"number": 1}]}"#), answer(204)])
    let items = Depot.Rack.HTTPItems(depot)
    expect(try await items.items() == [Depot.Item(number: 1)])
    expect(try await items.put(Depot.Item(number: 2)) == nil && transport.lines.count == 2)
    expect(try await Cellar.HTTPWines(client).wines() == [Cellar.Wine(year: 1999)])
}
