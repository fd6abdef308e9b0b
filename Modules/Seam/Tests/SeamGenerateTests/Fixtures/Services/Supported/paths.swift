import Foundation

/// @service
protocol Paths {
    /// @get /users/{user}/files/{name}.json
    func file(of user: String, _ name: String) async throws
    /// @get /users/{user}/copies/{user}/a%20b/c:d@e
    func twice(_ user: String) async throws
    /// @get /
    func root() async throws
    /// @get /{id}/{amount}/{since}/{isNew}/{page}
    func kinds(id: UUID, amount: Decimal, since: Date, isNew: Bool, page: URL) async throws
}

private func address(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw CancellationError() }
    return url
}

func checkPaths() async throws {
    let (client, transport) = service(Array(repeating: answer(204), count: 9))
    let paths = HTTPPaths(client)
    try await paths.file(of: "a/b c", "ü?#%{user}")
    try await paths.twice("..x")
    try await paths.root()
    let id = UUID()
    let page = try address("x:y/z")
    try await paths.kinds(id: id, amount: 12.50, since: Date(timeIntervalSince1970: 0), isNew: false, page: page)
    let base = "GET https://shop.test/v1"
    let expected = [
        "\(base)/users/a%2Fb%20c/files/%C3%BC%3F%23%25%7Buser%7D.json",
        "\(base)/users/..x/copies/..x/a%20b/c:d@e", "\(base)/",
        "\(base)/\(id.uuidString)/12.5/1970-01-01T00%3A00%3A00Z/false/x%3Ay%2Fz",
    ]
    expect(transport.lines == expected)
    for name in ["", ".", ".."] {
        expect(await failure { try await paths.file(of: name, "x") } == #"unsendable("user")"#)
        expect(await failure { try await paths.file(of: "x", name) } == #"unsendable("name")"#)
    }
    expect(transport.lines == expected)
    var slashed = client
    slashed.base = try address("https://shop.test/v2//?a=1#b")
    try await HTTPPaths(slashed).root()
    expect(transport.lines.last == "GET https://shop.test/v2/")
}
