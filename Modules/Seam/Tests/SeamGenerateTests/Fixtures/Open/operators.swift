protocol Ordered: Hashable {
    static func < (first: Self, second: Self) -> Bool  // lacks: it is an operator
    func copy() -> Self  // lacks: it mentions `Self`, which is the class that conforms
    var size: Int { get }
}

final class FakeOrdered: MockOrdered, Ordered {
    static func < (first: FakeOrdered, second: FakeOrdered) -> Bool { first.size < second.size }
    func copy() -> FakeOrdered { self }
}

func checkOperators() async throws {
    let (first, second) = (FakeOrdered(size: 1), FakeOrdered(size: 2))
    expect(first < second && first != second && Set([first, first.copy()]).count == 1)
}
