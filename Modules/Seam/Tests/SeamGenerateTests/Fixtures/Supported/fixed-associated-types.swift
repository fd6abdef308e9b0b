protocol Bag<Element> {
    associatedtype Element
    associatedtype Index: Comparable
    func insert(_ element: Element, at index: Index) -> Bool
}

protocol Names: Bag where Element == String, Index == Int {
    func first() -> Element?
}

protocol Numbers: Bag<Int> where Index: Sendable {}

protocol Pairs<Left> {
    associatedtype Left: Collection where Left.Element: Equatable
    associatedtype Right: Collection where Right.Element == Left.Element
    func zip(_ left: Left, _ right: Right) -> Int
}

func checkFixedAssociatedTypes() async throws {
    let names = MockNames(insert: { element, index in element.count == index })
    expect(names.insert("ab", at: 2) && names.first() == nil)
    expect(names.insertCalls.inputs.map(\.element) == ["ab"])
    let numbers = MockNumbers<UInt>(insert: { Int($1) == $0 })
    expect(numbers.insert(1, at: 1))
    let pairs = MockPairs<[Int], Set<Int>>(zip: { $0.count + $1.count })
    expect(pairs.zip([1], [1, 2]) == 3)
}
