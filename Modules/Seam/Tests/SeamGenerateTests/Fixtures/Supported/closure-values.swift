typealias Sink<Value> = (Value) -> Void
typealias Both<First, Second> = (First, Second)

protocol Closed {
    var completion: (Int) -> Int { get set }
    var sink: Sink<String> { get }
    subscript(key: Int) -> () -> Int { get set }
    func each(_ body: Sink<Int>)
    func later(_ body: @escaping Sink<Int>)
    func both(_ both: Both<Int, String>)
    func maker() -> (Int) -> Int
}

func checkClosureValues() async throws {
    var seen: [Int] = []
    let fake = MockClosed(
        completion: { $0 + 1 },
        sink: { seen.append($0.count) },
        subscriptGet: { key in { key } },
        maker: { { $0 * 2 } }
    )
    fake.eachCalls.handler = { body in body(4) }
    fake.each { seen.append($0) }
    fake.sink("abc")
    fake.completion = { $0 + 2 }
    fake.later { seen.append($0) }
    fake.laterCalls.inputs[0](5)
    fake.both((1, "a"))
    fake[3] = { 8 }
    expect(fake.completion(1) == 3 && fake[7]() == 7 && fake.maker()(4) == 8 && seen == [4, 3, 5])
    expect(fake.eachCalls.count == 1 && fake.bothCalls.inputs[0].1 == "a")
    expect(fake.subscriptSetCalls.inputs[0].newValue() == 8)
}
