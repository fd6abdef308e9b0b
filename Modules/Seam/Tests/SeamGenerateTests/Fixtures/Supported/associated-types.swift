protocol Storage {
    associatedtype Key: Hashable
    associatedtype Value
    func value(for key: Key) -> Value?
    func set(_ value: Value, for key: Self.Key)
    var keys: [Key] { get }
}

protocol Shadow {
    associatedtype T
    func keep(_ value: T)
    func convert<T: Equatable>(_ value: T, _ body: (T) -> Bool) throws -> [T] where T: Hashable
}

// What is asked of a type that another one decides.
protocol Tree {
    associatedtype Child: Tree
    associatedtype Children: IteratorProtocol where Children.Element == Child
    func children() -> Children
    func first() -> Child?
}

struct Leaf: Tree {
    func children() -> IndexingIterator<[Leaf]> { [].makeIterator() }
    func first() -> Leaf? { nil }
}

enum Cellar {
    typealias Item = Int
    protocol Base {
        associatedtype Item
        func put(_ item: Item) -> Item
    }
}

enum Annex {
    protocol Named: Cellar.Base where Item == String {
        func name(_ item: Item)
    }
}

func checkAssociatedTypes() async throws {
    let fake = MockStorage<String, Int>()
    func use<S: Storage>(_ storage: S) -> Int? where S.Key == String, S.Value == Int {
        storage.set(1, for: "a")
        return storage.value(for: "a")
    }
    fake.valueCalls.handler = { $0.count }
    expect(use(fake) == 1 && fake.setCalls.inputs.map(\.key) == ["a"])
    expect(fake.valueCalls.inputs == ["a"] && fake.keys == [])
    let shadow = MockShadow<Int>()
    shadow.keep(1)
    shadow.convertCalls.handler = { value, body in body(value) ? [value] : [] }
    expect(try shadow.convert("a") { $0 == "a" } == ["a"])
    let tree = MockTree<IndexingIterator<[Leaf]>>(children: { [Leaf()].makeIterator() })
    var children = tree.children()
    expect(children.next() != nil && tree.first() == nil)
    // Within a protocol, its associated type hides a type around it.
    expect(Annex.MockAnnexNamed(put: { $0 + "!" }).put("a") == "a!")
}
