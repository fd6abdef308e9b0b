protocol Rack<Item> {
    associatedtype Item
    static func make() -> Item  // lacks: it is static, and a generic fake has no place for what is shared by all
    func put(_ item: Item)
}

final class FakeRack: MockRack<Int>, Rack {
    static func make() -> Int { 1 }
}

func checkGenericStatics() async throws {
    let fake = FakeRack()
    fake.put(FakeRack.make())
    expect(fake.putCalls.inputs == [1])
}
