protocol Link: AnyObject {
    func next() -> Self?
    func isSame(as other: Self) -> Bool
}

protocol Node<Value> {
    associatedtype Value
    func join(_ other: Self, value: Self.Value) -> Self
}

func checkSelfRequirements() async throws {
    let fake = MockLink(isSame: { $0 === $0 })
    expect(fake.isSame(as: fake) && fake.next() == nil)
    let node = MockNode<Int>(join: { other, _ in other })
    expect(node.join(node, value: 1) === node)
}
