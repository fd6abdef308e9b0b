protocol Words {
    func `default`(_ `in`: Int) -> Int
    var `switch`: Bool { get set }
    func handler(handler: Int) async -> Int
    func fooCalls()
    func foo()
}

protocol Backticks {
    func put(_ `in`: Int, `for` `class`: String, `inout`: Int)
    func keep<Value>(_ erasedDone: Int, done: @escaping (Value) -> Void)
}

func checkEscapedNames() async throws {
    let fake = MockWords(default: { $0 }, switch: true, handler: { $0 })
    expect(fake.default(2) == 2 && fake.switch)
    expect(await fake.handler(handler: 3) == 3)
    fake.foo()
    fake.fooCalls()
    expect(fake.defaultCalls.inputs == [2] && fake.fooCallsCalls.count == 1 && fake.foo2Calls.count == 1)
    let backticks = MockBackticks()
    backticks.put(1, for: "c", `inout`: 2)
    expect(backticks.putCalls.inputs[0].in == 1 && backticks.putCalls.inputs[0].class == "c")
    backticks.keepCalls.handler = { $1($0) }
    backticks.keep(5) { (value: Int) in expect(value == 5) }
}
