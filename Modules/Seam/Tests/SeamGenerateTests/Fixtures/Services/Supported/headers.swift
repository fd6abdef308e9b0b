/// @service
protocol Headers {
    /// @get /a
    /// @header Accept-Language: de, en;q=0.5
    /// @header X-Trace: {trace}
    func get(trace: String?) async throws
    /// @put /a
    /// @header If-Match: {version} @header Content-Type: text/json
    func put(_ text: String, version: Int) async throws
}

func checkHeaders() async throws {
    let (client, transport) = service(Array(repeating: answer(204), count: 3))
    let headers = HTTPHeaders(client)
    try await headers.get(trace: "t 1")
    try await headers.get(trace: nil)
    try await headers.put("x", version: 7)
    let language = ["Accept": "application/json", "Accept-Language": "de, en;q=0.5"]
    expect(transport.requests[0].headers == language.merging(["X-Trace": "t 1"]) { $1 })
    expect(transport.requests[1].headers == language)
    let put = ["Accept": "application/json", "Content-Type": "text/json", "If-Match": "7"]
    expect(transport.requests[2].headers == put)
    for text in ["a\r\nHost: x", "\u{0}", "é"] {
        expect(await failure { try await headers.get(trace: text) } == #"unsendable("trace")"#)
    }
    expect(transport.requests.count == 3)
}
