protocol Rack<Item> {
    associatedtype Item
    static func make() -> Item
    static func weigh(_ item: Item) async throws -> Int
    static var limit: Int { get set }
    static var first: Item? { get }
    init(items: [Item])
    func put(_ item: Item)
}

protocol SharedRack: Sendable {
    associatedtype Item: Sendable
    static func make(_ count: Int) -> [Item]
}

@MainActor
protocol ScreenRack {
    associatedtype Item
    static func show(_ item: Item)
}

func checkGenericStatics() async throws {
    MockRack<Int>.makeCalls.handler = { 1 }
    MockRack<Int>.limitValue.value = 3
    let fake = MockRack<Int>(items: [4])
    fake.put(MockRack<Int>.make())
    MockRack<Int>.limit += 1
    expect(fake.putCalls.inputs == [1] && MockRack<Int>.initCalls.count == 1)
    expect(MockRack<Int>.limit == 4 && MockRack<Int>.limitValue.writes == [4] && MockRack<Int>.first == nil)
    do { _ = try await MockRack<Int>.weigh(2) } catch {
        expect("\(error)".hasPrefix("MockRack.weighCalls has no handler"))
    }
    // Each type has its own.
    expect(MockRack<String>.makeCalls.count == 0 && MockRack<Int>.makeCalls.count == 1)
    MockRack<Int>.resetStatics()
    expect(MockRack<Int>.makeCalls.count == 0 && MockRack<Int>.initCalls.count == 0)
    expect(MockSharedRack<Int>.make(2).isEmpty && MockSharedRack<Int>.makeCalls.inputs == [2])
    await MockScreenRack<String>.show("s")
    await MainActor.run { expect(MockScreenRack<String>.showCalls.inputs == ["s"]) }
}
