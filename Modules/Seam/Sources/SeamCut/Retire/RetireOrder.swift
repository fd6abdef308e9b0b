import SeamKit

/// The order in which singletons go that make each other: what is made with another goes before that.
struct RetireOrder {
    let map: CodeMap
    private let names: [String: Singleton]

    init(map: CodeMap) {
        self.map = map
        names = Dictionary(map.singletons.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Says for each singleton that is made with this one that it has to go first, or that they make each other.
    func messages(for singleton: Singleton) -> [(use: Use, message: String)] {
        users(of: singleton).map { user, use in
            let name = "\(user.name) is made with it at \(use.file):\(use.line)"
            guard let cycle = path(from: singleton, to: user) else {
                return (use, "\(name). Retire \(user.name) first")
            }
            let places = cycle.map { "\($0.type) in \($0.enclosing) at \($0.file):\($0.line)" }.joined(separator: ", ")
            return (use, "\(name), and it needs \(user.name) to be made: \(places). Pass one of them later, by hand")
        }
    }

    /// Returns the singletons that use this one when they are made: in the value of a property, or in an initializer.
    private func users(of singleton: Singleton) -> [(Singleton, Use)] {
        map.uses.filter { $0.singleton == singleton.id && !$0.isTest && $0.path == .direct }.compactMap { use in
            guard let user = names[use.enclosingType], user.id != singleton.id,
                // The values of its properties, and with them that of its accessor, have no function around them.
                use.enclosingFunction.isEmpty
                    || use.enclosingFunction.hasPrefix("init(") && use.fallbackFor.isEmpty && use.member != Use.instance
            else { return nil }
            return (user, use)
        }
    }

    /// Returns the uses by which making a singleton leads to another; nil if it doesn't.
    private func path(from singleton: Singleton, to goal: Singleton) -> [Use]? {
        var seen: Set<String> = [singleton.id]
        var open: [(Singleton, [Use])] = [(singleton, [])]
        while !open.isEmpty {
            let (next, path) = open.removeFirst()
            // Whoever uses the goal when it is made.
            for candidate in map.singletons where seen.insert(candidate.id).inserted || candidate.id == goal.id {
                guard let use = users(of: candidate).first(where: { $0.0.id == next.id })?.1 else { continue }
                if candidate.id == goal.id { return path + [use] }
                open.append((candidate, path + [use]))
            }
        }
        return nil
    }
}
