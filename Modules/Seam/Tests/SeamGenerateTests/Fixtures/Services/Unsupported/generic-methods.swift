/// @service
protocol Generic {
    /// @get /
    func get<Value: Decodable>() async throws -> Value  // refused: `get`: it is generic
}
