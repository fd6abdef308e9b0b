protocol Requests {
    func request<T: Decodable>(_ type: T.Type, completion: @escaping (T?) -> Void)
    func load<T>(_ key: String, done: @escaping (Result<T, any Error>, Int) -> Void)
    func map<T>(_ values: [Int], _ body: (Int) throws -> T) rethrows -> [T]
    func each<T: Hashable>(_ type: T.Type, _ body: (T) async -> Bool) async
    func maybe<T>(_ type: T.Type, _ body: ((T) -> Void)?)
    func lazily<T>(_ value: @autoclosure () -> T)
}

protocol SharedRequests: Sendable {
    func request<T: Decodable>(_ type: T.Type, completion: @escaping @Sendable (T?) -> Void)
    func send<T>(_ type: T.Type, completion: @escaping @Sendable (T) -> Void)
    func transform<T: Sendable>(_ body: @Sendable (Int) async throws -> T) async throws -> T
}

func checkGenericClosures() async throws {
    let fake = MockRequests()
    fake.mapCalls.handler = { values, body in values.map { (try? body($0)) ?? 0 } }
    fake.requestCalls.handler = { _, completion in completion(4) }
    var got: [Int?] = []
    fake.request(Int.self) { got.append($0) }
    expect(got == [4])
    fake.requestCalls.inputs[0].completion(nil)
    fake.requestCalls.inputs[0].completion(5)
    expect(got == [4, nil, 5])
    fake.loadCalls.handler = { _, done in done(Result<String, any Error>.success("s"), 2) }
    fake.load("k") { (result: Result<String, any Error>, number) in
        expect((try? result.get()) == "s" && number == 2)
    }
    expect(fake.map([1, 2]) { "\($0)" } == ["1", "2"])
    var answers: [Bool] = []
    fake.eachCalls.handler = { _, body in answers.append(await body(3)) }
    await fake.each(Int.self) { $0 == 3 }
    expect(answers == [true])
    fake.maybe(Int.self, nil)
    fake.lazilyCalls.handler = { expect($0() as? Int == 6) }
    fake.lazily(6)

    let shared = MockSharedRequests(transform: { try await $0(2) })
    shared.requestCalls.handler = { _, completion in (completion as? @Sendable (Int?) -> Void)?(7) }
    shared.request(Int.self) { expect($0 == 7) }
    shared.sendCalls.handler = { _, completion in completion("s") }
    shared.send(String.self) { expect($0 == "s") }
    expect(try await shared.transform { "\($0)" } == "2")
}
