extension Result {
    /// Creates the result of an asynchronous call, with the type of its error.
    package init(
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
