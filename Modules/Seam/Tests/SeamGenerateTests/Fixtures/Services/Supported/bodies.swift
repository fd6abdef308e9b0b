struct Address: Codable, Equatable {
    var street: String
    var city: String?
}

/// @service
protocol Bodies {
    /// @post /{user}/addresses
    /// @body address
    func add(_ address: Address, of user: String, isMain: Bool) async throws -> Address
    /// @put /addresses
    func replace(_ addresses: [Address?]) async throws
    /// @patch /addresses
    func change(_ addresses: [String: Address]?) async throws
    /// @delete /addresses
    /// @body ids
    func delete(_ ids: [Int]) async throws
    /// @post /numbers
    func add(number: Double) async throws
}

func checkBodies() async throws {
    let (client, transport) = service([answer(201, #"{"street": "s"}"#)] + Array(repeating: answer(204), count: 9))
    let bodies = HTTPBodies(client)
    let address = Address(street: "a/b", city: "c")
    expect(try await bodies.add(address, of: "u", isMain: false) == Address(street: "s"))
    try await bodies.replace([address, nil])
    try await bodies.change(["x": address])
    try await bodies.change(nil)
    try await bodies.delete([1, 2])
    let base = "https://shop.test/v1"
    let expected = [
        #"POST \#(base)/u/addresses?isMain=false {"city":"c","street":"a/b"}"#,
        #"PUT \#(base)/addresses [{"city":"c","street":"a/b"},null]"#,
        #"PATCH \#(base)/addresses {"x":{"city":"c","street":"a/b"}}"#, "PATCH \(base)/addresses",
        "DELETE \(base)/addresses [1,2]",
    ]
    expect(transport.lines == expected)
    expect(transport.requests[3].headers["Content-Type"] == nil)
    expect(await failure { try await bodies.add(number: .infinity) } == #"unsendable("number")"#)
}
