typealias ParentName = String

protocol LooseParent {
    var size: Int? { get }
    var name: ParentName { get }
    var count: Int { get throws }
    func take(_ value: Int?)
    func start() throws
    func stop() async
}

protocol TightParent {
    var size: Optional<Int> { get set }
    var name: String { get }
    var count: Int { get }
    func take(_ value: Optional<Int>)
    func start()
    func stop()
}

protocol Both1: LooseParent, TightParent {}

protocol Both2: TightParent, LooseParent {
    var name: Swift.String { get set }
}

protocol Packs {
    func pack<Item: Equatable>(_ items: [Item]) -> Item?
}

// The same requirement with another name for the parameter.
protocol Wraps: Packs {
    func pack<T: Equatable>(_ items: [T]) -> T?
}

func checkParentsThatRepeat() async throws {
    let first = MockBoth1(name: "a", count: 1)
    let second = MockBoth2(name: "b", count: 2)
    second.name = "c"
    first.size = 4
    first.take(3)
    first.start()
    (first as any TightParent).stop()
    try (first as any LooseParent).start()
    await (second as any LooseParent).stop()
    expect(first.takeCalls.inputs == [3] && first.startCalls.count == 2 && second.stopAsyncCalls.count == 1)
    expect(first.sizeValue.writes == [4] && second.nameValue.writes == ["c"])
    expect(try (first as any LooseParent).count == 1 && second.count == 2)
    let wraps = MockWraps()
    wraps.packCalls.handler = { $0.last }
    expect((wraps as any Packs).pack([7, 8]) == 8 && wraps.packCalls.count == 1)
}
