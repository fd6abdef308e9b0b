protocol Taker {
    func take<T: ~Copyable>(_ value: borrowing T)  // lacks: a generic parameter isn't `Copyable`
    func done() -> Bool
}

final class FakeTaker: MockTaker, Taker {
    func take<T: ~Copyable>(_ value: borrowing T) {}
}

func checkNoncopyableTypes() async throws {
    expect(FakeTaker(done: { true }).done())
}
