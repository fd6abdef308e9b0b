protocol Presenter {
    var title: String { get set }
    func present(_ text: String)
    func load() async -> Int
}

nonisolated protocol Store: Sendable {
    func save(_ value: Int) async
    func count() -> Int
}

protocol Shown: Identifiable, CustomStringConvertible, Decodable, Hashable where ID == Int {
    var title: String { get }
}

func checkMainActorDefault() async throws {
    let presenter = MockPresenter(title: "a", load: { 1 })
    presenter.present("x")
    expect(await presenter.load() == 1 && presenter.presentCalls.inputs == ["x"])
    let store = MockStore(count: { 2 })
    await store.save(3)
    let count = await Task.detached { store.count() }.value
    expect(count == 2 && store.saveCalls.inputs == [3])
    let shown = MockShown()
    shown.titleValue.value = "t"
    shown.idValue.value = 3
    expect(shown.title == "t" && shown.id == 3 && "\(shown)" == "MockShown" && shown == shown)
}
