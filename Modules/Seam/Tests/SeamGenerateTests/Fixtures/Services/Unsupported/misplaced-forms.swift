struct Deal: Codable {}

/// @service
protocol FormsAndHeads {
    /// @head /deal
    func head() async throws -> Deal  // refused: the answer to a HEAD request has no body
    /// @get / @form a
    func get(a: Int) async throws  // refused: a GET request has no body
    /// @post / @form a @body b
    func both(a: Int, b: Deal) async throws  // refused: it has two bodies
    /// @post / @form a
    func rest(a: Int, b: Int) async throws  // refused: `b` has no place: say `@form b` or `@query b`
    /// @post / @form a b
    func wrong(a: Int, b: Int) async throws  // refused: `@form` takes NAME, NAME={PARAMETER} or NAME=TEXT
}
