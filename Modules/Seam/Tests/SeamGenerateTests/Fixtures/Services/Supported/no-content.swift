/// @service
protocol Contents: Sendable {
    /// @get /value
    func value() async throws(ServiceFailure) -> Int
    /// @get /optional
    func optional() async throws(ServiceFailure) -> Int?
    /// @delete /value
    func delete() async throws(ServiceFailure)
}

func checkNoContent() async throws {
    let (client, _) = service(Array(repeating: answer(204), count: 3))
    let contents = HTTPContents(client)
    try await contents.delete()
    expect(try await contents.optional() == nil)
    expect(await failure { try await contents.value() }.hasPrefix("unreadable("))
}
