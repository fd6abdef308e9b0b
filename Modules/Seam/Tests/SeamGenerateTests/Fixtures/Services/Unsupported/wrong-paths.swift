/// @service
protocol WrongPaths {
    /// @get a
    func relative() async throws  // refused: its path doesn't begin with a slash
    /// @get
    func none() async throws  // refused: its path doesn't begin with a slash
    /// @get /a?b=c
    func query() async throws  // refused: its path has a query: say `@query NAME`
    /// @get /a b
    func space() async throws  // refused: its path has characters that a path can't have
    /// @get /a/{b
    func brace(b: Int) async throws  // refused: its path has characters that a path can't have
    /// @get /a%2x
    func escape() async throws  // refused: its path has characters that a path can't have
    /// @get /a#b
    func fragment() async throws  // refused: its path has characters that a path can't have
    /// @get /a/../b
    func dots() async throws  // refused: its path has steps with one or two dots
    /// @get /a\(b)
    func code() async throws  // refused: its path has characters that a path can't have
}
