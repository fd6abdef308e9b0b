/// The value of an expression, as far as the analysis follows it.
struct Value: Sendable, Equatable {
    /// The singleton that a value is, and how it was accessed.
    struct Origin: Sendable, Equatable {
        var singleton: Int
        var certainty: Use.Certainty
        var path: Use.Path

        /// Notes that code may put another instance here.
        mutating func mayDiffer() { certainty = max(certainty, .possible) }
    }

    enum Kind: Sendable, Equatable {
        case unknown
        case type(Graph.TypeID)
        case externalType(TypePath)
        case instance(Graph.TypeID)
        case externalInstance(TypePath)
        case method([Graph.MemberID])
        /// A function that returns the origin when it is called.
        case accessor
        case module(Symbol)
    }

    var kind = Kind.unknown
    var origin: Origin?
    var isCertain = true
    /// The static or global from which the value was last read.
    var source: Graph.MemberID?
    /// Whether an initialiser created it here.
    var isNew = false
    /// Whether it came through a property or function of something, or a local name.
    var isAlias = false

    var isAccessor: Bool { kind == .accessor }

    /// Returns this value together with what a later computation adds. Known parts stay, so a value changes at most three
    /// times: its kind, its origin, and its certainty.
    func joined(with later: Value) -> Value {
        var result = self
        if result.kind == .unknown { result.kind = later.kind }
        if result.origin == nil { result.origin = later.origin }
        if let own = result.origin, let other = later.origin, own.singleton == other.singleton {
            result.origin?.certainty = max(own.certainty, other.certainty)
        }
        if result.source == nil { result.source = later.source }
        result.isCertain = result.isCertain && later.isCertain
        result.isNew = result.isNew && later.isNew
        result.isAlias = result.isAlias || later.isAlias
        return result
    }
}

/// Something whose value is computed once: a member, or a name in a body.
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

    func hash(into hasher: inout Hasher) {
        hasher.combine(UInt64(truncatingIfNeeded: file) << 32 | UInt64(UInt32(truncatingIfNeeded: index)))
        hasher.combine(UInt64(truncatingIfNeeded: module) << 8 | UInt64(kind.rawValue))
    }

    static func < (left: ValueNode, right: ValueNode) -> Bool {
        (left.file, left.index, left.module, left.kind.rawValue)
            < (right.file, right.index, right.module, right.kind.rawValue)
    }
}

/// The computed values, and those that are being computed.
///
/// Values depend on each other, also in cycles (`var a: A { b }`, `var b: A { a }`). Nodes are visited depth first, and those
/// that lead to each other form a component (Tarjan). The value of a node is never cached while its component is open. When the
/// component's first node is done, all its nodes are computed again, each from the values of the previous round, until none
/// changes. Every value can only grow (`Value.joined`), so this ends, and the result does not depend on where the cycle was
/// entered.
final class ValueTable {
    private struct Open {
        var index: Int
        /// The lowest index that this node leads to.
        var low: Int
        /// Whether it was requested while it was open.
        var isEntered = false
        var value: Value
    }

    /// The number of values that may lead to each other.
    private static let depth = 10_000

    private var known: [ValueNode: Value] = [:]
    private var open: [ValueNode: Open] = [:]
    private var stack: [ValueNode] = []
    /// The nodes that are being computed, innermost last.
    private var current: [ValueNode] = []
    private var count = 0

    /// Returns the value of a node.
    ///
    /// - Parameters:
    ///   - start: returns what is known about a node without computing it.
    ///   - work: computes a node from the values of others.
    func value(of node: ValueNode, start: (ValueNode) -> Value, work: (ValueNode) -> Value) -> Value {
        if let value = known[node] { return value }
        // Aliases of aliases without end would need more stack than there is.
        guard current.count < Self.depth else { return start(node) }
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

    /// Computes a component, which is the stack from `first` on, until nothing changes. Nodes that it leads to only now join it
    /// or are completed separately.
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
