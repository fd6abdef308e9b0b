protocol Attempt {
    func attempt<Failure: Error>(_ body: () throws(Failure) -> Int) throws(Failure)  // lacks: its error is generic
    func count() -> Int
}

final class FakeAttempt: MockAttempt, Attempt {
    func attempt<Failure: Error>(_ body: () throws(Failure) -> Int) throws(Failure) { _ = try body() }
}

func checkGenericErrors() async throws {
    let fake: any Attempt = FakeAttempt(count: { 2 })
    expect(fake.count() == 2)
}
