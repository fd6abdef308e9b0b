protocol Feed<Item>: Sendable {
    associatedtype Item
    associatedtype Failure: Error = Never
    func next() async throws(Failure) -> Item?
    func push(_ item: Item)
}

func checkPrimaryAssociatedTypes() async throws {
    let fake = MockFeed<Int, Never>()
    fake.nextCalls.handler = { 3 }
    let feed: any Feed<Int> = fake
    feed.push(4)
    expect(await fake.next() == 3 && fake.pushCalls.inputs == [4])
}
