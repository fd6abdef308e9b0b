/// @service
protocol MisplacedPages {
    /// @post / @pages link
    func post() async throws -> [Int]  // refused: `@pages` is for `@get`
    /// @get / @pages link
    func value() async throws -> Int  // refused: `@pages` is for methods that return an array
    /// @get / @pages link
    func bytes() async throws -> Data  // refused: `@pages` is for methods that return an array
    /// @get / @pages
    func nothing() async throws -> [Int]  // refused: `@pages` takes `link`, or `items=FIELD token=FIELD query=NAME`
    /// @get / @pages items=a token=b
    func incomplete() async throws -> [Int]  // refused: `@pages` takes `link`, or `items=FIELD token=FIELD query=NAME`
    /// @get / @pages link query=page
    func both() async throws -> [Int]  // refused: `@pages` takes `link`, or `items=FIELD token=FIELD query=NAME`
    /// @get / @pages link next=page
    func unknown() async throws -> [Int]  // refused: `@pages` doesn't know `next=page`
    /// @get / @pages link limit=no
    func limit() async throws -> [Int]  // refused: `limit` is no number
    /// @get / @pages items=a token=b query=page
    func taken(page: Int) async throws -> [Int]  // refused: the query item of `@pages` is one of the method's own
    /// @get / @pages link @pages link
    func twice() async throws -> [Int]  // refused: it has `@pages` twice
}
