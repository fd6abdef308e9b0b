typealias Completion = (Int) -> Void

protocol Worker {
    func work(_ body: (Int) -> Int) -> Int
    func start(_ name: String, completion: @escaping Completion)
    func stop(then next: (() -> Void)?)
    func each(_ body: (Int) throws -> Void) throws
    func run(_ body: nonisolated(nonsending) @escaping () async -> Int) async -> Int
}

@resultBuilder enum ListBuilder {
    static func buildBlock(_ items: Int...) -> [Int] { items }
}

// A builder of the protocol would take the bodies of a fake for its own.
protocol Layout {
    @ListBuilder var header: [Int] { get }
    @ListBuilder func rows(_ count: Int) -> [Int]
    func body(@ListBuilder _ content: () -> [Int]) -> [Int]
}

func checkClosures() async throws {
    let fake = MockWorker(work: { body in body(3) }, run: { await $0() })
    expect(await fake.run { 4 } == 4 && fake.runCalls.count == 1)
    let layout = MockLayout()
    layout.headerValue.value = [1]
    layout.rowsCalls.handler = { [$0] }
    expect(layout.header == [1] && layout.rows(2) == [2] && (layout as any Layout).body { 3 }.isEmpty)
    expect(fake.work { $0 + 1 } == 4)
    var result = 0
    fake.start("a") { result = $0 }
    fake.startCalls.inputs[0].completion(9)
    expect(result == 9 && fake.startCalls.inputs[0].name == "a" && fake.workCalls.count == 1)
    fake.stop(then: nil)
    try fake.each { _ in }
    expect(fake.stopCalls.count == 1)
}
