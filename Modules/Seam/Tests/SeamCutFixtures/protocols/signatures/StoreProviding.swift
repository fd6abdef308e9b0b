/// The members of `Store` that its callers use.
protocol StoreProviding: AnyObject {
    @discardableResult func add(_ name: String, kind: Store.Item.Kind) -> Int
    func all<Value: Equatable>(_ values: Value..., equal value: Value) -> Bool
    var checked: Int { get throws }
    var count: Int { get }
    var delay: Double { get }
    func each(_ body: (Store.Item) throws -> Void) rethrows
    func fill(_ text: inout String)
    func find(_ name: String) throws -> Store.Item
    var first: Store.Item? { get }
    var helper: Helper? { get set }
    func hold(start: () -> Void, end: () -> Void)
    var items: [Store.Item] { get set }
    func later(_ handler: @escaping Store.Handler)
    func lazily(_ value: @autoclosure () -> String, line: Int) -> String
    var limit: Int { get }
    func log(_ text: String)
    func log(_ number: Int)
    func log(_ text: String, level: Int)
    var named: String! { get }
    func need(_ name: String) throws(Failure) -> Store.Item
    var offset: Int { get }
    func run(_ name: String, then: (() -> Void)?)
    func same(_ value: some CustomStringConvertible) -> String
    var slow: [String] { get }
    subscript(name: String) -> Int { get }
    subscript(index: Int) -> Store.Item { get set }
    subscript<Items: Sequence>(after items: Items) -> Int where Items.Element == Store.Item { get }
    var title: String { get set }
    func twice<Value>(_ value: Value) -> [Value] where Value: CustomStringConvertible
}

extension Store: StoreProviding {}

// A requirement has no default arguments. The last parameter tells these methods from the requirements.
extension StoreProviding {
    @discardableResult func add(_ name: String, kind: Store.Item.Kind = .old, _: Void = ()) -> Int {
        add(name, kind: kind)
    }

    func hold(start: () -> Void = {}, end: () -> Void, _: Void = ()) {
        hold(start: start, end: end)
    }

    func lazily(_ value: @autoclosure () -> String, line: Int = #line, _: Void = ()) -> String {
        lazily(value(), line: line)
    }

    func run(_ name: String = "run", then: (() -> Void)? = nil, _: Void = ()) {
        run(name, then: then)
    }
}
