protocol Storage {
    associatedtype Key: Hashable
    associatedtype Value
    func value(for key: Key) -> Value?
    func set(_ value: Value, for key: Self.Key)
    var keys: [Key] { get }
}

protocol Shadow {
    associatedtype T
    func keep(_ value: T)
    func convert<T: Equatable>(_ value: T, _ body: (T) -> Bool) throws -> [T] where T: Hashable
}

func checkAssociatedTypes() async throws {
    let fake = MockStorage<String, Int>()
    func use<S: Storage>(_ storage: S) -> Int? where S.Key == String, S.Value == Int {
        storage.set(1, for: "a")
        return storage.value(for: "a")
    }
    fake.valueCalls.handler = { $0.count }
    expect(use(fake) == 1 && fake.setCalls.inputs.map(\.key) == ["a"])
    expect(fake.valueCalls.inputs == ["a"] && fake.keys == [])
    let shadow = MockShadow<Int>()
    shadow.keep(1)
    shadow.convertCalls.handler = { value, body in body(value) ? [value] : [] }
    expect(try shadow.convert("a") { $0 == "a" } == ["a"])
}
