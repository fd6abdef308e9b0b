import Foundation

/// @service
protocol Queries {
    /// @get /search
    func search(text: String, page: Int?) async throws
    /// @get /search
    ///
    /// @query page_number={page} @query order=newest first
    /// @query tag
    func find(page: Int?, tag: [String], ids: [UUID]?, since: Date?, `default`: Double) async throws
    /// @post /search
    /// @query dry-run={isDry}
    func post(isDry: Bool, _ text: String) async throws
}

func checkQueries() async throws {
    let (client, transport) = service(Array(repeating: answer(204), count: 9))
    let queries = HTTPQueries(client)
    try await queries.search(text: "a&b=c d+é", page: 2)
    try await queries.search(text: "", page: nil)
    let id = UUID()
    let since = Date(timeIntervalSince1970: 0)
    try await queries.find(page: 3, tag: ["a", "b"], ids: [id], since: since, default: 0.5)
    try await queries.find(page: nil, tag: [], ids: nil, since: nil, default: -1)
    try await queries.post(isDry: true, "x")
    let base = "https://shop.test/v1/search"
    let expected = [
        "GET \(base)?text=a%26b%3Dc%20d%2B%C3%A9&page=2", "GET \(base)?text=",
        "GET \(base)?page_number=3&order=newest%20first&tag=a&tag=b&ids=\(id.uuidString)"
            + "&since=1970-01-01T00%3A00%3A00Z&default=0.5",
        "GET \(base)?order=newest%20first&default=-1.0", #"POST \#(base)?dry-run=true "x""#,
    ]
    expect(transport.lines == expected)
}
