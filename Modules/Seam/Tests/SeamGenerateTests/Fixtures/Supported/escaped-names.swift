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

struct SellHandler: Equatable {
    var count: Int
}

// A type of this name must not be hidden by the type of a handler.
protocol Till {
    associatedtype ListHandler
    func sell(_ handler: SellHandler) -> SellHandler
    func list(_ handler: ListHandler)
}

protocol Unnamed {
    func put(_ argument1: Int, _ _: Int)
}

protocol Kinds {
    associatedtype `enum`
    func add(_ value: `enum`) -> [`enum`]
    func find<`where`>(_ value: `where`) -> `where`?
}

func checkEscapedNames() async throws {
    let fake = MockWords(default: { $0 }, switch: true, handler: { $0 })
    expect(fake.default(2) == 2 && fake.switch)
    expect(await fake.handler(handler: 3) == 3)
    fake.foo()
    fake.fooCalls()
    expect(fake.defaultCalls.inputs == [2] && fake.fooCallsCalls.count == 1 && fake.foo2Calls.count == 1)
    let till = MockTill<Int>(sell: { SellHandler(count: $0.count + 1) })
    till.list(7)
    expect(till.sell(SellHandler(count: 1)) == SellHandler(count: 2) && till.listCalls.inputs == [7])
    expect(till.sellCalls.inputs == [SellHandler(count: 1)])
    let unnamed = MockUnnamed()
    unnamed.put(1, 2)
    expect(unnamed.putCalls.inputs[0].argument1 == 1 && unnamed.putCalls.inputs[0].argument1_ == 2)
    let backticks = MockBackticks()
    backticks.put(1, for: "c", `inout`: 2)
    expect(backticks.putCalls.inputs[0].in == 1 && backticks.putCalls.inputs[0].class == "c")
    backticks.keepCalls.handler = { $1($0) }
    backticks.keep(5) { (value: Int) in expect(value == 5) }
    let kinds = MockKinds<Int>()
    expect(kinds.add(1).isEmpty && kinds.addCalls.inputs == [1])
}
