protocol Isolated {
    func run(
        isolation: isolated (any Actor)?  // lacks: the parameter is `isolated`
    ) async
    func rest()
}

final class FakeIsolated: MockIsolated, Isolated {
    func run(isolation: isolated (any Actor)?) async {}
}

func checkIsolatedParameters() async throws {
    FakeIsolated().rest()
}
