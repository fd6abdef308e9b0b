protocol Loader: Sendable {
    func load(_ name: String) throws -> String
    func save(_ name: String) async throws
}

func checkThrowingMethods() async throws {
    struct Failure: Error, Equatable {}
    let fake = MockLoader(load: { name in
        guard name == "a" else { throw Failure() }
        return name
    })
    expect(try fake.load("a") == "a")
    do {
        _ = try fake.load("b")
        expect(false)
    } catch {
        expect(error is Failure)
    }
    try await fake.save("c")
    expect(fake.loadCalls.inputs == ["a", "b"] && fake.saveCalls.inputs == ["c"])
}
