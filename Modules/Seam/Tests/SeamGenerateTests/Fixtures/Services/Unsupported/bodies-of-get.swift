/// @service
protocol BodiesOfGet {
    /// @get / @body text
    func get(text: String) async throws  // refused: a GET request has no body
}
