/// @service
protocol Slips {
    /// @get / @headr X-A: {a}
    func header(a: Int) async throws  // refused: there is no annotation `@headr`; did you mean `@header`?
    /// @get /
    /// Finds the pages. @querry page
    func query(page: Int) async throws  // refused: there is no annotation `@querry`; did you mean `@query`?
    /// @Get /
    func capital() async throws  // refused: there is no annotation `@Get`; did you mean `@get`?
    /// @get / @query(page)
    func parentheses(page: Int) async throws  // refused: write a space after `@query`
    /// @get / @timeout 3
    func other() async throws  // refused: there is no annotation `@timeout`, only `@service`, `@get`
    /// @post / @multipart file
    func multipart(file: String) async throws  // refused: a service writes no multipart body: build its bytes
    /// @options /
    func options() async throws  // refused: a service sends GET, POST, PUT, PATCH, DELETE and HEAD requests
    /// @get / @path user
    func path(user: Int) async throws  // refused: a parameter stands in the path in braces
    /// Sends a @State to bob@example.org, see @objc and `@headr`.
    /// @return nothing
    /// @get /
    func text() async throws
}

/// @servce
protocol Servce {  // refused: there is no annotation `@servce`; did you mean `@service`?
    /// @get /
    func get() async throws
}

protocol NoService {  // refused: a method has `@get`, and the protocol no `@service`
    /// @get /orders
    func get() async throws
}
