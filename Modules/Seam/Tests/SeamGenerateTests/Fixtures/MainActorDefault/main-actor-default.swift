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

// Conformances of the raw value must not be isolated.
protocol Coded: RawRepresentable where RawValue: Hashable {
    func code() -> RawValue
}

// What is required twice belongs to no actor.
protocol Marked: Identifiable {
    var id: String { get }
}

protocol Shelving {
    associatedtype Item
    static func make(_ count: Int) -> Item
    static var limit: Int { get set }
}

func checkMainActorDefault() async throws {
    let presenter = MockPresenter(title: "a", load: { 1 })
    presenter.present("x")
    expect(await presenter.load() == 1 && presenter.presentCalls.inputs == ["x"])
    let store = MockStore(count: { 2 })
    await store.save(3)
    let count = await Task.detached { store.count() }.value
    expect(count == 2 && store.saveCalls.inputs == [3])
    let coded = MockCoded<Int>()
    coded.rawValueValue.value = 4
    coded.codeCalls.handler = { 5 }
    expect(coded.rawValue == 4 && coded.code() == 5)
    let shown = MockShown()
    shown.titleValue.value = "t"
    shown.idValue.value = 3
    expect(shown.title == "t" && shown.id == 3 && "\(shown)" == "MockShown" && shown == shown)
    let marked: any Identifiable<String> = MockMarked(id: "m")
    expect(marked.id == "m")
    MockShelving<Int>.makeCalls.handler = { $0 + 1 }
    MockShelving<Int>.limitValue.value = 2
    expect(MockShelving<Int>.make(1) == 2 && MockShelving<Int>.limit == 2)
    MockShelving<Int>.resetStatics()
    expect(MockShelving<Int>.makeCalls.count == 0)
}
