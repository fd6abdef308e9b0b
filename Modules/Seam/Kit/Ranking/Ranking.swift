/// What a map says about where to start: singletons by how much hangs on them, and the cuts in order of their cost.
public struct Ranking: Sendable {
    /// Whoever uses a singleton: a type, or a file's free functions.
    public struct User: Sendable, Hashable, Comparable {
        /// The type's name, or the file's.
        public var name: String
        /// Its module.
        public var module: String

        /// By module, then name.
        public static func < (left: User, right: User) -> Bool {
            (left.module, left.name) < (right.module, right.name)
        }
    }

    /// How one member is used, tests aside.
    public struct Member: Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Times its value is taken.
        public var reads: Int
        /// Times it is changed.
        public var writes: Int
        /// Times it is called.
        public var calls: Int
        /// Who uses it.
        public var users: [User]
    }

    /// What is known of one singleton.
    public struct Entry: Sendable {
        /// The singleton.
        public var singleton: Singleton
        /// Uses outside tests.
        public var uses: Int
        /// Uses in tests.
        public var testUses: Int
        /// Uses that are known by name only, tests included.
        public var byName: Int
        /// Who uses it, tests aside.
        public var users: [User]
        /// Modules that use it, tests aside, with their uses; most uses first.
        public var modules: [(name: String, uses: Int)]
        /// Its members in use; most used first.
        public var members: [Member]
        /// Changes from outside, tests aside.
        public var writes: Int
        /// Members that are used together; cheapest to cut first.
        public var clusters: [Cluster]
    }

    /// Members that the same users use, which is what a use case looks like.
    public struct Cluster: Sendable, Equatable {
        /// `Singleton.id`.
        public var singleton: String
        /// A name for the protocol that could stand in its place.
        public var name: String
        /// The members; most used first.
        public var members: [Member]
        /// Who uses them.
        public var callers: [User]
        /// Uses of the members.
        public var uses: Int
        /// State of the singleton that these members work on and others too.
        public var sharedState: [String]
        /// An estimate of the work: one for each caller and member, one for each module, two for each write and
        /// three for each piece of shared state.
        public var cost: Int
    }

    /// The tree's own singletons, the most used first; then the frameworks'.
    public var entries: [Entry]
    /// All clusters of the tree's own singletons; cheapest to cut first.
    public var cuts: [Cluster]

    /// Ranks what a map found.
    public init(_ map: CodeMap) {
        let bySingleton = Dictionary(grouping: map.uses, by: \.singleton)
        entries = map.singletons.map { Self.entry($0, bySingleton[$0.id] ?? []) }
        entries.sort { left, right in
            let own = (Self.isOwn(left.singleton), Self.isOwn(right.singleton))
            if own.0 != own.1 { return own.0 }
            let keys = (
                (left.users.count, left.modules.count, left.writes, left.uses),
                (right.users.count, right.modules.count, right.writes, right.uses)
            )
            if keys.0 != keys.1 { return keys.0 > keys.1 }
            return left.singleton.id < right.singleton.id
        }
        cuts = entries.filter { Self.isOwn($0.singleton) }.flatMap(\.clusters).sorted(by: Self.isCheaper)
    }

    private static func isOwn(_ singleton: Singleton) -> Bool {
        singleton.shape != .framework && singleton.shape != .elsewhere
    }

    private static func entry(_ singleton: Singleton, _ uses: [Use]) -> Entry {
        let inCode = uses.filter { !$0.isTest }
        let byModule = Dictionary(grouping: inCode, by: \.module).map { (name: $0.key, uses: $0.value.count) }
        let members = members(inCode)
        return Entry(
            singleton: singleton,
            uses: inCode.count,
            testUses: uses.count - inCode.count,
            byName: uses.count { $0.certainty == .byName },
            users: Set(inCode.map(user)).sorted(),
            modules: byModule.sorted { ($1.uses, $0.name) < ($0.uses, $1.name) },
            members: members,
            writes: inCode.count { $0.kind == .write },
            clusters: clusters(singleton, members)
        )
    }

    /// Who makes a use: the type around it, or the file.
    public static func user(_ use: Use) -> User {
        let file = use.file.split(separator: "/").last.map(String.init) ?? use.file
        return User(name: use.enclosingType.isEmpty ? file : use.enclosingType, module: use.module)
    }

    private static func members(_ uses: [Use]) -> [Member] {
        Dictionary(grouping: uses, by: \.member).map { name, uses in
            Member(
                name: name,
                reads: uses.count { $0.kind == .read },
                writes: uses.count { $0.kind == .write },
                calls: uses.count { $0.kind == .call },
                users: Set(uses.map(user)).sorted()
            )
        }
        .sorted { left, right in
            let counts = (left.reads + left.writes + left.calls, right.reads + right.writes + right.calls)
            return counts.0 == counts.1 ? left.name < right.name : counts.0 > counts.1
        }
    }

    // MARK: Clusters

    private static func clusters(_ singleton: Singleton, _ members: [Member]) -> [Cluster] {
        // The bare instance belongs to whatever is then done with it.
        let groups = Dictionary(grouping: members.filter { $0.name != Use.instance }, by: \.users)
        var names: [String: Int] = [:]
        var result: [Cluster] = []
        for (callers, members) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let others = groups.filter { $0.key != callers }.values.joined().map(\.name)
            let shared = sharedState(singleton, members.map(\.name), others)
            let uses = members.reduce(0) { $0 + $1.reads + $1.writes + $1.calls }
            let writes = members.reduce(0) { $0 + $1.writes }
            var name = ClusterName.proposal(members: members, callers: callers, type: singleton.name)
            names[name, default: 0] += 1
            if let count = names[name], count > 1 { name += "\(count)" }
            result.append(
                Cluster(
                    singleton: singleton.id,
                    name: name,
                    members: members,
                    callers: callers,
                    uses: uses,
                    sharedState: shared,
                    cost: callers.count + members.count + Set(callers.map(\.module)).count + 2 * writes
                        + 3 * shared.count
                )
            )
        }
        return result.sorted(by: isCheaper)
    }

    private static func isCheaper(_ left: Cluster, _ right: Cluster) -> Bool {
        if left.cost != right.cost { return left.cost < right.cost }
        // Of two that cost the same, the one that frees more.
        if left.uses != right.uses { return left.uses > right.uses }
        return (left.singleton, left.name) < (right.singleton, right.name)
    }

    private static func sharedState(_ singleton: Singleton, _ members: [String], _ others: [String]) -> [String] {
        func state(_ names: [String]) -> Set<String> {
            Set(names.flatMap { singleton.touches[$0] ?? [] }).union(names.filter { singleton.state.contains($0) })
        }
        return state(members).intersection(state(others)).sorted()
    }
}

/// Names for protocols.
enum ClusterName {
    /// A name from what the members have in common, else from who calls them, else from the singleton's type. Never
    /// that of the type or of a caller: those are there already.
    static func proposal(members: [Ranking.Member], callers: [Ranking.User], type: String) -> String {
        let own = type.split(separator: ".").last.map(String.init) ?? type
        let taken = Set(callers.map { $0.name.split(separator: ".").last.map(String.init) ?? $0.name } + [own])
        let name = proposal(members, callers, type: own)
        return taken.contains(name) ? named(capital(own), "Access") : name
    }

    private static func proposal(
        _ members: [Ranking.Member],
        _ callers: [Ranking.User],
        type: String
    ) -> String {
        let calls = members.filter { $0.calls > 0 }
        if members.count == 1, let only = members.first {
            guard only.calls == 0 else { return action(only.name, on: type) }
            return named(capital(only.name), only.writes > 0 ? "Store" : "Source")
        }
        if calls.count == 1, let only = calls.first { return action(only.name, on: type) }
        if let noun = commonNoun(members.map(\.name)) {
            let verbs = Set(calls.compactMap { words($0.name).first })
            if verbs.count == 1, let verb = verbs.first, calls.count == members.count {
                return capital(verb) + noun
            }
            return named(noun, "Access")
        }
        // A file's name says where they are called, and not by whom.
        if callers.count == 1, let caller = callers.first, !caller.name.hasSuffix(".swift") {
            let stem = stem(caller.name)
            if !stem.isEmpty { return named(stem, "Access") }
        }
        return named(capital(type), "Access")
    }

    /// What is done; a verb alone says too little without what it is done to.
    private static func action(_ name: String, on type: String) -> String {
        words(name).count > 1 ? capital(name) : capital(name) + capital(type)
    }

    /// A name and its role, which is not said twice.
    private static func named(_ name: String, _ role: String) -> String {
        name.hasSuffix(role) ? name : name + role
    }

    /// A word that at least half of the names have, other than as their verb.
    private static func commonNoun(_ names: [String]) -> String? {
        var counts: [String: Int] = [:]
        for name in names {
            let parts = words(name)
            let nouns = parts.count > 1 ? parts.dropFirst() : parts[...]
            for word in Set(nouns.map { singular($0) }) { counts[word, default: 0] += 1 }
        }
        let best = counts.filter { $0.value * 2 >= names.count && $0.value > 1 && $0.key.count > 2 }
            .max { ($0.value, $1.key) < ($1.value, $0.key) }
        return best.map { capital($0.key) }
    }

    private static func singular(_ word: String) -> String {
        let word = word.lowercased()
        if word.hasSuffix("sses") { return String(word.dropLast(2)) }
        return word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 3 ? String(word.dropLast()) : word
    }

    /// `fetchUserOrders` as fetch, User, Orders.
    static func words(_ name: String) -> [String] {
        var result: [String] = []
        for character in name {
            if character == "_" || (character.isUppercase && result.last?.last?.isUppercase != true) {
                result.append(character == "_" ? "" : String(character))
            } else if result.isEmpty {
                result.append(String(character))
            } else {
                result[result.count - 1].append(character)
            }
        }
        return result.filter { !$0.isEmpty }
    }

    private static func capital(_ name: String) -> String {
        let name = name.drop { !$0.isLetter }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let endings = [
        "ViewController", "ViewModel", "Controller", "Presenter", "Coordinator", "Interactor", "Screen", "View",
        "Model",
        "Scene", "Cell",
    ]

    private static func stem(_ caller: String) -> String {
        let name = caller.split(separator: ".").last.map(String.init) ?? caller
        for ending in endings where name.hasSuffix(ending) && name.count > ending.count {
            return capital(String(name.dropLast(ending.count)))
        }
        return capital(name)
    }
}

extension Ranking {
    /// A ranking of one singleton alone.
    static func only(_ entry: Entry) -> Ranking {
        var ranking = Ranking(CodeMap())
        ranking.entries = [entry]
        ranking.cuts = entry.clusters
        return ranking
    }
}
