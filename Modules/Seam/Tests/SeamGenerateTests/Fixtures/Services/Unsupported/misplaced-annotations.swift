/// @service
/// @get /a
protocol Misplaced {  // refused: `@get` is for methods
    /// @service @get /
    func service() async throws  // refused: `@service` is for protocols
    /// @get / @query a b
    func query() async throws  // refused: `@query` takes NAME, NAME={PARAMETER} or NAME=TEXT
    /// @get / @header X-A {a}
    func header(a: Int) async throws  // refused: `@header` takes NAME: {PARAMETER} or NAME: TEXT
}

/// @service now
protocol Argument {  // refused: `@service` takes nothing, once
    /// @get /
    func get() async throws
}

/// @service
protocol Behind {
    /// @get /
    func get(trace: String) async throws  // @header X-Trace: {trace} // refused: `@header` is above nothing
}
