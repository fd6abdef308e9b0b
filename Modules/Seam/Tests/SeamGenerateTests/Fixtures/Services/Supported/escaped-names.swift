/// @service
protocol Escaped {
    /// @get /{in}/{call}
    /// @query class
    func `default`(`in` where: Int, `in`: String, call: Int, request: Int, client: Int, `class`: Int) async throws
        -> Int
    /// @post /
    func `repeat`(`for`: Int) async throws
}

func checkEscapedNames() async throws {
    let (client, transport) = service([answer(200, "1"), answer(204)])
    let escaped = HTTPEscaped(client)
    _ = try await escaped.default(in: 0, in: "a", call: 1, request: 2, client: 3, class: 4)
    try await escaped.repeat(for: 6)
    let base = "https://shop.test/v1"
    expect(transport.lines == ["GET \(base)/a/1?class=4&where=0&request=2&client=3", "POST \(base)/ 6"])
}
