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

func checkNestedProtocols() async throws {
    let (client, _) = service([answer(200, #"[{"year": 1999}]"#)])
    expect(try await Cellar.HTTPWines(client).wines() == [Cellar.Wine(year: 1999)])
}
