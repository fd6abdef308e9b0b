/// @model json
struct Offer: Equatable {
    /// @json offer_title
    let title: String
    /// @json price.amount
    let price: Int?
}

/// @service
protocol Offers {
    /// @get /offers/{id}
    func offer(_ id: String) async throws -> Offer
    /// @get /offers
    func offers() async throws -> [Offer]
    /// @get /best
    func best() async throws -> Offer?
    /// @get /groups
    func groups() async throws -> [String: [Offer?]]
    /// @post /offers
    func add(_ offer: Offer) async throws
    /// @put /offers
    func replace(_ offers: [Offer]) async throws
    /// @patch /offers
    func change(_ offers: [String: [Offer]?]) async throws
}

func checkModels() async throws {
    let json = #"{"offer_title":"t","price":{"amount":1}}"#
    let bodies = [json, "[\(json)]", "null", json, #"{"a":[\#(json),null]}"#, "[]", "[]", "[]", #"[{"price":1}]"#]
    let (client, transport) = service(bodies.map { answer(200, $0) })
    let offers = HTTPOffers(client)
    let offer = Offer(title: "t", price: 1)
    expect(try await offers.offer("x") == offer)
    expect(try await offers.offers() == [offer])
    expect(try await offers.best() == nil)
    expect(try await offers.best() == offer)
    expect(try await offers.groups() == ["a": [offer, nil]])
    try await offers.add(offer)
    try await offers.replace([offer])
    try await offers.change(["a": [offer], "b": nil])
    let base = "https://shop.test/v1/offers"
    let expected = [
        "POST \(base) \(json)", "PUT \(base) [\(json)]", #"PATCH \#(base) {"a":[\#(json)],"b":null}"#,
    ]
    expect(Array(transport.lines.suffix(3)) == expected)
    let problem = await failure { try await offers.offers() }
    expect(problem.contains("[0].offer_title is missing") || problem.contains("offer_title"))
    expect(problem.hasPrefix("unreadable("))
}
