enum ShopError: Error { case other }

/// @service
protocol IncompleteErrors {
    /// @get / @error other ShopError.other
    func get() async throws(ShopError)  // refused: it throws `ShopError`: say which with `@error cancelled`
    /// @get / @error 200 ShopError.other
    func success() async throws  // refused: `@error` takes a status, `4xx`, `cancelled` or `other`
    /// @get / @error 404
    func nothing() async throws  // refused: `@error` takes a status
    /// @get / @error 404 ShopError.(
    func code() async throws  // refused: `@error` takes a status
    /// @get / @error 404 ShopError.other
    func failure() async throws(ServiceFailure)  // refused: it throws `ServiceFailure`, so `@error` has no meaning
}
