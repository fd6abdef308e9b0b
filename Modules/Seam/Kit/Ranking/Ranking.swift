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
        /// Its cuts in order: what frees most for its work first, minor ones last.
        public var cuts: [Cut]
    }

    /// The tree's own singletons, the most used first; then the frameworks'.
    public var entries: [Entry]
    /// The cuts of the tree's own singletons: the singleton first whose cuts free most, and its cuts in their order. Behind
    /// all of them the minor ones, in the same order.
    public var cuts: [Cut]

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
        cuts = []
        let plans = entries.indices.filter { Self.isOwn(entries[$0].singleton) }.sorted { left, right in
            let worth = (Self.worth(entries[left]), Self.worth(entries[right]))
            return worth.0 == worth.1 ? left < right : worth.0 > worth.1
        }
        var names: Set<String> = []
        for plan in plans {
            for index in entries[plan].cuts.indices {
                let type = entries[plan].singleton.name
                let name = CutName.unique(entries[plan].cuts[index].name, type: type, among: names)
                names.insert(name)
                entries[plan].cuts[index].name = name
            }
        }
        let all = plans.flatMap { entries[$0].cuts }
        cuts = all.filter { !$0.isMinor } + all.filter(\.isMinor)
    }

    /// What the cuts of a singleton free, minor ones aside.
    private static func worth(_ entry: Entry) -> Int {
        entry.cuts.reduce(0) { $0 + ($1.isMinor ? 0 : $1.worth) }
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
            cuts: Cut.cuts(of: singleton, members, uses: inCode)
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
}

extension Ranking {
    /// A ranking of one singleton alone.
    static func only(_ entry: Entry) -> Ranking {
        var ranking = Ranking(CodeMap())
        ranking.entries = [entry]
        ranking.cuts = entry.cuts
        return ranking
    }
}
