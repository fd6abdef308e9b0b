/// @service
protocol Results {
    /// @get /value
    func value() async throws -> [String: [Int]]
    /// @get /optional
    func optional() async throws -> Int?
    /// @get /list
    func list() async throws -> [Int?]?
    /// @get /void
    func nothing() async throws -> Void
}

func checkResults() async throws {
    let bodies = [#"{"a": [1]}"#, "7", "null", "", "[1, null]", "not read"]
    let (client, _) = service(bodies.map { answer(200, $0) })
    let results = HTTPResults(client)
    expect(try await results.value() == ["a": [1]])
    expect(try await results.optional() == 7)
    expect(try await results.optional() == nil)
    expect(try await results.optional() == nil)
    expect(try await results.list() == [1, nil])
    try await results.nothing()
}
