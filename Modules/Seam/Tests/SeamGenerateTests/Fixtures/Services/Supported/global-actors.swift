/// @model json
final class Draft {
    /// @json
    var text: String

    init(text: String) { self.text = text }
}

/// @service
@MainActor
protocol ScreenService {
    /// @get /screen
    func load() async throws -> Int
    /// @get /screen
    nonisolated func loadAnywhere() async throws -> Int
    /// @put /draft
    func save(_ draft: Draft) async throws(ServiceFailure) -> Draft
}

@MainActor
func checkGlobalActors() async throws {
    let (client, _) = service([answer(200, "1"), answer(200, "2"), answer(200, #"{"text":"b"}"#)])
    let screen: any ScreenService = HTTPScreenService(client)
    expect(try await screen.load() == 1)
    expect(try await screen.loadAnywhere() == 2)
    expect(try await screen.save(Draft(text: "a")).text == "b")
}
