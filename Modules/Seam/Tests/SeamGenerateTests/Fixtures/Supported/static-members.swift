protocol Factory {
    static func make(_ name: String) -> Int
    static func note(_ text: String)
    static func load(_ text: String) async throws
    static func find(_ text: String) throws -> Int
    static var count: Int { get }
    static var title: String? { get set }
    static subscript(index: Int) -> String? { get }
    func make()
}

// The names of what forgets calls are taken.
protocol Resets {
    func resetStatics()
    static func resetStatics()
    static func reset()
}

@MainActor
protocol ScreenFactory {
    static func open()
    nonisolated static func close(_ name: String)
}

func checkStaticMembers() async throws {
    defer { MockFactory.resetStatics() }
    MockFactory.makeStaticStringToIntCalls.handler = { $0.count }
    MockFactory.countValue.value = 7
    let type: any Factory.Type = MockFactory.self
    expect(type.make("abc") == 3 && type.count == 7 && type.title == nil && type[2] == nil)
    type.title = "t"
    type.note("n")
    try await type.load("l")
    // What can throw doesn't end the program.
    do { expect(try type.find("f") == 0) } catch {
        let place = "MockFactory.findCalls"
        expect("\(error)" == "\(place) has no handler: set \(place).handler before the call")
    }
    MockFactory().make()
    expect(MockFactory.noteCalls.inputs == ["n"] && MockFactory.titleValue.writes == ["t"])
    expect(MockFactory.makeStaticStringToIntCalls.inputs == ["abc"] && MockFactory.subscriptGetCalls.inputs == [2])
    MockFactory.resetStatics()
    expect(MockFactory.noteCalls.count == 0 && MockFactory.titleValue.value == nil && MockFactory.loadCalls.count == 0)
    MockResets.reset()
    MockResets.resetStaticRecorders()
    expect(MockResets.resetCalls.count == 0)
    await MockScreenFactory.open()
    MockScreenFactory.close("c")
    expect(MockScreenFactory.closeCalls.inputs == ["c"])
    await MockScreenFactory.resetStatics()
}
