/// The content of a picture of a map: modules on the left, singletons on the right, uses between them.
struct Picture: Sendable {
    struct ModuleNode: Sendable {
        var name: String
        var uses: Int
        var isTest: Bool
    }

    struct SingletonNode: Sendable {
        var id: String
        var label: String
        var shape: Singleton.Shape
        var module: String
        var uses: Int
        var users: Int
    }

    struct Edge: Sendable {
        var module: Int
        var singleton: Int
        var uses: Int
        var writes: Int
    }

    var modules: [ModuleNode] = []
    var singletons: [SingletonNode] = []
    var edges: [Edge] = []
    /// The number of singletons that are not drawn.
    var hidden = 0

    /// - Parameters:
    ///   - map: the map.
    ///   - limit: the maximum number of drawn singletons, by rank.
    init(of map: CodeMap, limit: Int) {
        let ranking = Ranking(of: map)
        let used = ranking.entries.filter { $0.uses + $0.testUses > 0 }
        hidden = max(0, used.count - limit)
        let shown = used.prefix(limit)
        var place: [String: Int] = [:]
        let labels = TextReport.labels(of: shown.map(\.singleton))
        for entry in shown {
            place[entry.singleton.id] = singletons.count
            singletons.append(
                SingletonNode(
                    id: entry.singleton.id,
                    label: labels[entry.singleton.id] ?? "",
                    shape: entry.singleton.shape,
                    module: entry.singleton.module,
                    uses: entry.uses + entry.testUses,
                    users: entry.users.count
                )
            )
        }
        var counts: [String: [Int: (uses: Int, writes: Int)]] = [:]
        var isTest: [String: Bool] = [:]
        for use in map.uses {
            guard let singleton = place[use.singleton] else { continue }
            var count = counts[use.module]?[singleton] ?? (0, 0)
            count.uses += 1
            if use.kind == .write { count.writes += 1 }
            counts[use.module, default: [:]][singleton] = count
            isTest[use.module] = use.isTest
        }
        // Modules are beside the singletons that they use most, so that few lines cross.
        let order = counts.map { name, uses in
            let weight = uses.values.reduce(0) { $0 + $1.uses }
            let middle = uses.reduce(0.0) { $0 + Double($1.key * $1.value.uses) } / Double(max(1, weight))
            return (name: name, middle: middle, weight: weight)
        }.sorted { ($0.middle, -$0.weight, $0.name) < ($1.middle, -$1.weight, $1.name) }
        for (index, module) in order.enumerated() {
            modules.append(ModuleNode(name: module.name, uses: module.weight, isTest: isTest[module.name] ?? false))
            for (singleton, count) in (counts[module.name] ?? [:]).sorted(by: { $0.key < $1.key }) {
                edges.append(Edge(module: index, singleton: singleton, uses: count.uses, writes: count.writes))
            }
        }
    }
}
