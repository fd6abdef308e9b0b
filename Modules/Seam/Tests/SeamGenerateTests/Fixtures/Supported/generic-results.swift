protocol Resolver {
    func resolve<T>(_ type: T.Type) -> T
    func find<T: Equatable>(_ value: T) -> T?
    func all<T>(_ type: T.Type) -> [T]
    func pair<First, Second>(_ first: First, _ second: Second) -> (First, Second)
    func wrapped<T>(_ value: T) throws(ResolverFailure) -> Result<T, ResolverFailure>
    func later<T>(_ value: T) async -> T
    subscript<T>(key: T.Type) -> T { get set }
    subscript<T>(maybe key: T.Type) -> T? { get throws }
}

enum ResolverFailure: Error { case none }

func checkGenericResults() async throws {
    let fake = MockResolver(
        resolve: { _ in 1 },
        pair: { ($0, $1) },
        wrapped: { _ in Result<Int, ResolverFailure>.success(2) },
        later: { $0 },
        subscriptGetTType: { _ in 3 }
    )
    expect(fake.resolve(Int.self) == 1 && fake.find(4) == nil && fake.all(Int.self).isEmpty)
    fake.findCalls.handler = { $0 }
    expect(fake.find(4) == 4)
    let pair = fake.pair(1, "b")
    expect(pair.0 == 1 && pair.1 == "b")
    expect(try fake.wrapped(2) == .success(2))
    expect(await fake.later("l") == "l")
    expect(fake[Int.self] == 3)
    fake[Int.self] = 5
    expect(try fake[maybe: Int.self] == nil)
}
