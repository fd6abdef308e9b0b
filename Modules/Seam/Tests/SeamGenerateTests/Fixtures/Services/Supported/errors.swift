enum ShopError: Error, Equatable {
    case notFound
    case noPermission
    case broken(Int)
}

/// @service
/// @error 403 ShopError.noPermission
protocol Errors {
    /// @get /a
    /// @error 404 ShopError.notFound @error 5xx ShopError.broken(5)
    func get() async throws -> Int
    /// @get /b
    /// @error 403 ShopError.broken(3)
    func own() async throws(any Error)
}

func checkErrors() async throws {
    let statuses = [404, 500, 503, 403, 400, 403]
    let (client, _) = service(statuses.map { answer($0) })
    let errors = HTTPErrors(client)
    for expected in ["notFound", "broken(5)", "broken(5)", "noPermission"] {
        expect(await failure { try await errors.get() } == expected)
    }
    expect(await failure { try await errors.get() }.hasPrefix("status(400, "))
    expect(await failure { try await errors.own() } == "broken(3)")
}
