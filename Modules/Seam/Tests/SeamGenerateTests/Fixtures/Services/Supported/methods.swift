/// @service
protocol Notes: Sendable {
    /// @get /notes
    func all() async throws(ServiceFailure) -> [String]
    /// @post /notes
    func add(_ note: String) async throws(ServiceFailure)
    /// @put /notes/{id}
    func replace(_ id: Int, with note: String) async throws(ServiceFailure)
    /// @patch /notes/{id}
    func change(_ id: Int, note: String) async throws(ServiceFailure)
    /// @delete /notes/{id}
    func delete(_ id: Int, isForced: Bool) async throws(ServiceFailure)
}

func checkMethods() async throws {
    let (client, transport) = service([answer(200, #"["a"]"#)] + Array(repeating: answer(204), count: 4))
    let notes: any Notes = HTTPNotes(client)
    expect(try await notes.all() == ["a"])
    try await notes.add("b")
    try await notes.replace(1, with: "c")
    try await notes.change(2, note: "d")
    try await notes.delete(3, isForced: true)
    let expected = [
        "GET https://shop.test/v1/notes", #"POST https://shop.test/v1/notes "b""#,
        #"PUT https://shop.test/v1/notes/1 "c""#, #"PATCH https://shop.test/v1/notes/2 "d""#,
        "DELETE https://shop.test/v1/notes/3?isForced=true",
    ]
    expect(transport.lines == expected)
    expect(transport.requests[0].headers == ["Accept": "application/json"])
    expect(transport.requests[1].headers == ["Accept": "application/json", "Content-Type": "application/json"])
}
