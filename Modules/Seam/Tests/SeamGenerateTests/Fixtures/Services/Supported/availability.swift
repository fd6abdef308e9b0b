/// @service
@available(macOS 26, iOS 26, *)
protocol NewService {
    /// @get /new
    @available(macOS 27, iOS 27, *)
    func get() async throws -> Int
}

func checkAvailability() async throws {
    guard #available(macOS 27, iOS 27, *) else { return }
    let (client, _) = service([answer(200, "1")])
    expect(try await HTTPNewService(client).get() == 1)
}
