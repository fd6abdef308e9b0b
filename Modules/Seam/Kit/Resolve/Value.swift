/// What an expression gives, as far as the analysis follows it.
struct Value: Sendable, Equatable {
    /// The singleton that a value is, and how it got there.
    struct Origin: Sendable, Equatable {
        var singleton: Int
        var isCertain: Bool
        var path: Use.Path
    }

    enum Kind: Sendable, Equatable {
        case unknown
        case type(Graph.TypeID)
        case externalType(TypePath)
        case instance(Graph.TypeID)
        case externalInstance(TypePath)
        case method([Graph.MemberID])
        /// A function that gives the origin when it is called.
        case accessor
        case module(Symbol)
    }

    var kind = Kind.unknown
    var origin: Origin?
    var isCertain = true
    /// The static or global the value was read from last.
    var source: Graph.MemberID?
    /// Whether it was made by an initialiser, here.
    var isNew = false
    /// Whether it came through a property or function of something, or a local name.
    var isAlias = false

    var isAccessor: Bool { kind == .accessor }

    /// This value with what a later look at the same thing adds. What is known stays, so a value grows three times at
    /// most: its kind, its origin, and the doubt about it.
    func joined(with later: Value) -> Value {
        var result = self
        if result.kind == .unknown { result.kind = later.kind }
        if result.origin == nil { result.origin = later.origin }
        if result.origin?.singleton == later.origin?.singleton, later.origin?.isCertain == false {
            result.origin?.isCertain = false
        }
        if result.source == nil { result.source = later.source }
        result.isCertain = result.isCertain && later.isCertain
        result.isNew = result.isNew && later.isNew
        result.isAlias = result.isAlias || later.isAlias
        return result
    }
}

/// Something whose value is worked out once: a member, or a name in a body.
struct ValueNode: Hashable, Comparable, Sendable {
    enum Kind: UInt8, Sendable {
        case binding
        case property
        case result
    }

    var module: Int32
    var file: Int32
    var index: Int32
    var kind: Kind

    static func < (left: ValueNode, right: ValueNode) -> Bool {
        (left.file, left.index, left.module, left.kind.rawValue)
            < (right.file, right.index, right.module, right.kind.rawValue)
    }
}

/// Values that were worked out, and those that are being worked out.
///
/// Values depend on each other, in circles too (`var a: A { b }`, `var b: A { a }`). Nodes are visited depth first, and
/// those that lead to each other form a component (Tarjan). What a node looks like while its component is open is never
/// kept. When the component's first node is done, all its nodes are worked out again, each from the values of the round
/// before, until none changes: every value can only grow (`Value.joined`), so this ends, and it gives the same values
/// wherever the circle was entered.
final class ValueTable {
    private struct Open {
        var index: Int
        /// The lowest index that this node leads to.
        var low: Int
        /// Whether it was asked for while it was open.
        var isEntered = false
        var value: Value
    }

    private var known: [ValueNode: Value] = [:]
    private var open: [ValueNode: Open] = [:]
    private var stack: [ValueNode] = []
    /// Nodes that are being worked out, innermost last.
    private var current: [ValueNode] = []
    private var count = 0

    /// The value of a node.
    ///
    /// - Parameters:
    ///   - start: what it is known to be without looking further.
    ///   - work: works a node out, by the values of others.
    func value(_ node: ValueNode, start: (ValueNode) -> Value, work: (ValueNode) -> Value) -> Value {
        if let value = known[node] { return value }
        if let entry = open[node] {
            open[node]?.isEntered = true
            lower(to: entry.index)
            return entry.value
        }
        count += 1
        let index = count
        open[node] = Open(index: index, low: index, value: start(node))
        stack.append(node)
        current.append(node)
        let value = work(node)
        current.removeLast()
        guard let entry = open[node] else { return value }
        guard entry.low == index else {
            lower(to: entry.low)
            return value
        }
        let first = stack.lastIndex(of: node) ?? 0
        guard entry.isEntered || first + 1 < stack.count else {
            stack.removeLast()
            open[node] = nil
            known[node] = value
            return value
        }
        settle(from: first, start: start, work: work)
        return known[node] ?? value
    }

    private func lower(to index: Int) {
        guard let around = current.last, let low = open[around]?.low, index < low else { return }
        open[around]?.low = index
    }

    /// Works out a component, which is the stack from `first` on, until nothing changes. Nodes that it leads to only now
    /// join it or are done by themselves.
    private func settle(from first: Int, start: (ValueNode) -> Value, work: (ValueNode) -> Value) {
        for node in stack[first...] { open[node]?.value = start(node) }
        var hasChanged = true
        while hasChanged {
            let component = stack[first...].sorted()
            var next: [(ValueNode, Value)] = []
            for node in component {
                current.append(node)
                let value = work(node)
                current.removeLast()
                next.append((node, open[node]?.value.joined(with: value) ?? value))
            }
            hasChanged = stack.count - first > component.count
            for (node, value) in next where open[node]?.value != value {
                open[node]?.value = value
                hasChanged = true
            }
        }
        for node in stack[first...] {
            known[node] = open[node]?.value
            open[node] = nil
        }
        stack.removeSubrange(first...)
    }
}
