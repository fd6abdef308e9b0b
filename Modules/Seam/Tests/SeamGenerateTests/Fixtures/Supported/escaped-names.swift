protocol Words {
    func `default`(_ `in`: Int) -> Int
    var `switch`: Bool { get set }
    func handler(handler: Int) async -> Int
    func fooCalls()
    func foo()
}

func checkEscapedNames() async throws {
    let fake = MockWords(default: { $0 }, switch: true, handler: { $0 })
    expect(fake.default(2) == 2 && fake.switch)
    expect(await fake.handler(handler: 3) == 3)
    fake.foo()
    fake.fooCalls()
    expect(fake.defaultCalls.inputs == [2] && fake.fooCallsCalls.count == 1 && fake.foo2Calls.count == 1)
}
