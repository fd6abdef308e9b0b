/// @service
protocol ServiceWithAnExtraordinarilyLongName: Sendable {
    /// @get /organisations/{organisation}/departments/{department}/employees/{employee}/documents/{document}/versions/{version}
    /// @query firstQueryItemWithALongName={first} @query secondQueryItemWithALongName={second}
    func versionOfDocument(
        inOrganisation organisation: String,
        department: String,
        ofEmployee employee: String,
        document: String,
        version: Int,
        first: String?,
        second: [String]
    ) async throws(ServiceFailure) -> [String: [String: [Int]]]
}

func checkLongLines() async throws {
    let (client, transport) = service([answer(200, "{}")])
    let long = HTTPServiceWithAnExtraordinarilyLongName(client)
    let found = try await long.versionOfDocument(
        inOrganisation: "a",
        department: "b",
        ofEmployee: "c",
        document: "d",
        version: 1,
        first: nil,
        second: []
    )
    expect(found.isEmpty && transport.lines[0].hasSuffix("/documents/d/versions/1"))
}
