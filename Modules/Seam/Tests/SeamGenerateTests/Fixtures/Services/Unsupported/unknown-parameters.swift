/// @service
protocol UnknownParameters {
    /// @get /{id}
    func path(_ number: Int) async throws  // refused: `{id}` is no parameter
    /// @get /{}
    func empty() async throws  // refused: `{}` is no parameter
    /// @get / @query id
    func query() async throws  // refused: `{id}` is no parameter
    /// @get / @header X-Id: {id}
    func header() async throws  // refused: `{id}` is no parameter
    /// @post / @body id
    func body() async throws  // refused: `@body` takes the name of a parameter that has no other place
    /// @post /{id} @body id
    func twice(id: Int) async throws  // refused: `@body` takes the name of a parameter that has no other place
    /// @get /
    func unnamed(label _: Int) async throws  // refused: a parameter has no name
}
