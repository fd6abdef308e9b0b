// modes: 5 6 main

// The forms that a declaration can have: each becomes a requirement with the same meaning for its callers.

enum Failure: Error { case missing }

nonisolated final class Store {
    nonisolated(unsafe) static let shared = Store()

    /// A type of its own, which other code has to qualify.
    struct Item {
        var name: String
        enum Kind { case old, new }
        var kind = Kind.old
    }
    typealias Handler = (Item) -> Void

    var title = "store"
    var items: [Item] = []
    let limit: Int = 3
    private(set) var count = 0
    weak var helper: Helper?
    var named: String! = "named"
    lazy var slow: [String] = ["slow"]
    var first: Item? { items.first }
    var checked: Int {
        get throws {
            guard count > 0 else { throw Failure.missing }
            return count
        }
    }

    subscript(name: String) -> Int { items.filter { $0.name == name }.count }
    subscript(index: Int) -> Item {
        get { items[index] }
        set { items[index] = newValue }
    }
    subscript<Items: Sequence>(after items: Items) -> Int where Items.Element == Item { Array(items).count + count }

    @discardableResult
    func add(
        _ name: String,  // the name
        kind: Item.Kind = .old
    ) -> Int {
        count += 1
        items.append(Item(name: name, kind: kind))
        return count
    }
    func find(_ name: String) throws -> Item {
        guard let item = items.first(where: { $0.name == name }) else { throw Failure.missing }
        return item
    }
    func need(_ name: String) throws(Failure) -> Item {
        guard let item = items.first(where: { $0.name == name }) else { throw .missing }
        return item
    }
    func each(_ body: (Item) throws -> Void) rethrows { try items.forEach(body) }
    func later(_ handler: @escaping Handler) { handler(Item(name: "later")) }
    func twice<Value>(_ value: Value) -> [Value] where Value: CustomStringConvertible { [value, value] }
    func all<Value: Equatable>(_ values: Value..., equal value: Value) -> Bool { values.allSatisfy { $0 == value } }
    func fill(_ text: inout String) { text += title }
    func lazily(_ value: @autoclosure () -> String, line: Int = #line) -> String { value() + (line > 0 ? "!" : "?") }
    func same(_ value: some CustomStringConvertible) -> String { value.description }
    func log(_ text: String) { print("text", text) }
    func log(_ number: Int) { print("number", number) }
    func log(_ text: String, level: Int) { print("level", level, text) }
    private func log(_ flag: Bool) { print("private", flag) }
    var delay = 0 as Double
    var offset = -1
    func run(_ name: String = "run", then: (() -> Void)? = nil) {
        print(name)
        then?()
    }
    func hold(start: () -> Void = {}, end: () -> Void) {
        start()
        end()
    }
}

nonisolated class Helper {
    var label = "helper"
}

nonisolated final class Screen {
    private let store: any StoreProviding

    init(store: any StoreProviding = Store.shared) {
        self.store = store
    }

    func show() throws {
        store.title = "changed"
        store.title += "!"
        store.items.append(Store.Item(name: "appended"))
        store.add("one")
        print(store.add("two", kind: .new), store.limit, store.count)
        let helper = Helper()
        store.helper = helper
        store.helper?.label = "label"
        print(helper.label, store.helper?.label ?? "none", store.named ?? "", store.slow)
        print(store.first?.name ?? "none", try store.checked)
        print(store["one"], store[0].name, store[after: store.items])
        store[0].name = "first"
        print(try store.find("first").kind, try store.need("two").kind)
        do { _ = try store.need("nothing") } catch { print("failed", error) }
        store.each { print($0.name) }
        store.later { print($0.name) }
        print(store.twice(1), store.all(1, 1, equal: 1))
        var text = "filled "
        store.fill(&text)
        print(text, store.lazily("lazy"), store.same(7))
        store.log("a")
        store.log(1)
        store.log("b", level: 2)
        let log: (String) -> Void = store.log
        log("value")
        print(store.delay, store.offset)
        store.run { print("then") }
        store.run("named") { print("then") }
        store.run()
        store.hold { print("end") }
        store.hold(start: { print("start") }, end: { print("end") })
        store.hold {
            print("start")
        } end: {
            print("end")
        }
    }
}

nonisolated struct Row {
    func show() { print(Store.shared.count, Store.shared.title.count) } // left: struct
}

@main
struct Program {
    static func main() throws {
        try Screen().show()
        Row().show()
    }
}
