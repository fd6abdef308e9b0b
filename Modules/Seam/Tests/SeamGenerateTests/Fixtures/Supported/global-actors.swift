@MainActor
protocol Screen: AnyObject {
    var title: String { get set }
    func show(_ text: String)
    func load() async throws -> Int
    nonisolated func log(_ line: String)
}

@globalActor
actor Database {
    static let shared = Database()
}

@Database
protocol Rows {
    func insert(_ row: Token) -> Int
}

protocol Router: Sendable {
    @MainActor func open(_ link: String) -> Bool
    func close()
}

@MainActor
protocol Child: Screen {
    func shrink()
}

protocol Loose: Screen {
    func float() -> Int
}

@globalActor actor Kitchen {
    static let shared = Kitchen()
}

@Kitchen protocol Cook {
    func cook(_ meal: String) -> Int
    @MainActor func serve(_ table: Int) -> Int
    nonisolated func taste(_ salt: Int) -> Int
}

@MainActor
func checkGlobalActors() async throws {
    let screen = MockScreen(title: "a", load: { 3 })
    screen.show("x")
    screen.log("y")
    expect(try await screen.load() == 3)
    screen.title = "b"
    expect(screen.showCalls.inputs == ["x"] && screen.logCalls.inputs == ["y"] && screen.title == "b")
    try await checkRows()
    let router = MockRouter(open: { $0 == "l" })
    expect(router.open("l"))
    router.close()
    expect(router.openCalls.inputs == ["l"])
    let child = MockChild(title: "c", load: { 1 })
    child.shrink()
    child.show("z")
    expect(child.showCalls.inputs == ["z"])
    let loose = MockLoose(float: { 1 }, title: "d", load: { 2 })
    expect(loose.float() == 1 && loose.title == "d")
}

@Database
private func checkRows() async throws {
    let rows = MockRows(insert: { _ in 5 })
    expect(rows.insert(Token()) == 5 && rows.insertCalls.count == 1)
    let cook = await MockCook(cook: { $0.count }, serve: { $0 }, taste: { $0 })
    expect(await cook.cook("abc") == 3)
    expect(await cook.serve(4) == 4 && cook.serveCalls.inputs == [4] && cook.taste(1) == 1)
}
