/// @model json
struct Entry: Equatable {
    /// @json entry_id
    let id: Int
}

/// @service
protocol Entries {
    /// @get /entries
    /// @pages items=entries token=next_token query=token
    func entries(size: Int?) async throws(ServiceFailure) -> [Entry]
    /// @get /pages
    /// @pages items=items token=next query=page limit=3
    func numbers() async throws(ServiceFailure) -> [Int]
}

func checkPageTokens() async throws {
    let (client, transport) = service([
        answer(200, #"{"entries": [{"entry_id": 1}], "next_token": "a&b"}"#),
        answer(200, #"{"entries": [{"entry_id": 2}], "next_token": ""}"#),
    ])
    expect(try await HTTPEntries(client).entries(size: 1) == [Entry(id: 1), Entry(id: 2)])
    let expected = ["https://shop.test/v1/entries?size=1", "https://shop.test/v1/entries?size=1&token=a%26b"]
    expect(transport.lines == expected.map { "GET " + $0 })

    func page(_ next: String) -> ServiceAnswer { answer(200, #"{"items": [1], "next": \#(next)}"#) }
    func numbers(_ pages: [String]) async -> String {
        let (client, _) = service(pages.map(page))
        return await failure { try await HTTPEntries(client).numbers() }
    }
    expect(await numbers(["2", "3", "null"]) == "read: [1, 1, 1]")
    expect(await numbers(["2", "2"]) == "pages(main.ServiceFailure.PageProblem.repeated)")
    expect(await numbers(["2", "3", "4"]) == "pages(main.ServiceFailure.PageProblem.tooMany)")
    expect(await numbers(["true"]).hasPrefix("unreadable("))
}
