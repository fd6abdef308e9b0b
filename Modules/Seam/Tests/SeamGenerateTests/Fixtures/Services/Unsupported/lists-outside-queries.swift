/// @service
protocol Lists {
    /// @get /{ids}
    func path(_ ids: [Int]) async throws  // refused: `ids`: only the query has room for several values
    /// @get / @header X-Ids: {ids}
    func header(_ ids: [Int]?) async throws  // refused: `ids`: only the query has room for several values
}
