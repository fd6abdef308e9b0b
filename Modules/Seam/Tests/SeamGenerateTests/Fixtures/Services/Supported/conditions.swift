#if DEBUG
    /// @service
    protocol DebugService {
        /// @get /debug
        func get() async throws -> Int
    }
#endif

func checkConditions() async throws {
    #if DEBUG
        let (client, _) = service([answer(200, "1")])
        expect(try await HTTPDebugService(client).get() == 1)
    #endif
}
