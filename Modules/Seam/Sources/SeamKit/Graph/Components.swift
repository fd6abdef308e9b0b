/// Decides a question that spreads along edges: the result for a node is yes if the node itself says so, or if a node that it
/// leads to does.
///
/// Nodes that lead to each other have the same result, so it is found once for each strongly connected component (Tarjan's
/// algorithm, in a loop). Every node is entered once and every edge followed once, so the algorithm ends, and its result does
/// not depend on where it began.
enum Components {
    enum Answer<Node> {
        case yes
        /// Yes if the result for one of these is yes.
        case ask([Node])
    }

    private struct Frame<Node> {
        var node: Node
        var next: [Node]
        var position = 0
    }

    /// Adds the results of a node and of all nodes that it leads to.
    static func spread<Node: Hashable>(
        from start: Node,
        into known: inout [Node: Bool],
        own: (Node) -> Answer<Node>
    ) {
        guard known[start] == nil else { return }
        var index: [Node: Int] = [:]
        var low: [Node: Int] = [:]
        var isYes: [Node: Bool] = [:]
        var stack: [Node] = []
        var frames: [Frame<Node>] = []
        func enter(_ node: Node) {
            index[node] = index.count
            low[node] = index[node]
            stack.append(node)
            switch own(node) {
            case .yes:
                isYes[node] = true
                frames.append(Frame(node: node, next: []))
            case .ask(let next):
                frames.append(Frame(node: node, next: next))
            }
        }
        enter(start)
        while let frame = frames.last {
            let node = frame.node
            if frame.position < frame.next.count {
                frames[frames.count - 1].position += 1
                let other = frame.next[frame.position]
                if let answer = known[other] {
                    if answer { isYes[node] = true }
                } else if let place = index[other] {
                    low[node] = min(low[node] ?? place, place)
                } else {
                    enter(other)
                }
                continue
            }
            frames.removeLast()
            if low[node] == index[node], let first = stack.lastIndex(of: node) {
                let component = stack[first...]
                let answer = component.contains { isYes[$0] == true }
                for member in component { known[member] = answer }
                stack.removeSubrange(first...)
            }
            guard let around = frames.last?.node else { continue }
            if let answer = known[node] {
                if answer { isYes[around] = true }
            } else {
                low[around] = min(low[around] ?? 0, low[node] ?? 0)
            }
        }
    }
}
