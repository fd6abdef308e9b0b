import Foundation

/// @service
protocol Accounts {
    /// @post /token
    /// @form grant_type=password @form user @form code={secret}
    /// @form scope @form since
    func token(user: String, secret: Int, scope: [String], since: Date?) async throws -> [Int: String]
    /// @head /users/{user} @query trace
    func exists(user: String, trace: Bool?) async throws
}

func checkFormsAndHeads() async throws {
    let (client, transport) = service([answer(200, #"{"1":"a"}"#), answer(200), answer(404)])
    let accounts = HTTPAccounts(client)
    let since = Date(timeIntervalSince1970: 0.25)
    let token = try await accounts.token(user: "a&b c", secret: 7, scope: ["x", "y"], since: since)
    expect(token == [1: "a"])
    try await accounts.exists(user: "ada", trace: nil)
    expect(await failure { try await accounts.exists(user: "bob", trace: true) }.hasPrefix("status(404"))
    expect(transport.requests[0].headers["Content-Type"] == "application/x-www-form-urlencoded")
    expect(
        transport.lines == [
            "POST https://shop.test/v1/token grant_type=password&user=a%26b%20c&code=7&scope=x&scope=y"
                + "&since=1970-01-01T00%3A00%3A00.250Z",
            "HEAD https://shop.test/v1/users/ada", "HEAD https://shop.test/v1/users/bob?trace=true",
        ]
    )
}
