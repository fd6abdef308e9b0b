extension Result {
    /// Creates the result of an asynchronous call. The type of its error is preserved, which `Task` and other closures would widen.
    public init(
        isolation: isolated (any Actor)? = #isolation,
        async body: () async throws(Failure) -> Success
    ) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
