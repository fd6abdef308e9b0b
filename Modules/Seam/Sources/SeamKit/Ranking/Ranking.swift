/// A ranking of a map, which shows where to start: singletons by the amount of code that depends on them, and the cuts in order
/// of their cost.
///
/// Reasons: docs/adr/analysis-passes.md.
public struct Ranking: Sendable {
    /// A user of a singleton: a type, or a file's free functions.
    public struct User: Sendable, Hashable, Comparable, Encodable {
        /// The type's name, or the file's.
        public var name: String
        /// Its module.
        public var module: String

        /// Orders users by module, then name.
        public static func < (left: User, right: User) -> Bool {
            (left.module, left.name) < (right.module, right.name)
        }
    }

    /// The uses of one member, ignoring tests.
    public struct Member: Sendable, Equatable, Encodable {
        /// Its name.
        public var name: String
        /// The number of reads.
        public var reads: Int
        /// The number of writes.
        public var writes: Int
        /// The number of calls.
        public var calls: Int
        /// The users of the member.
        public var users: [User]
    }

    /// The ranking of one singleton.
    public struct Entry: Sendable {
        /// The singleton.
        public var singleton: Singleton
        /// The number of uses outside tests.
        public var uses: Int
        /// The number of uses in tests.
        public var testUses: Int
        /// The number of uses that are known by name only, including those in tests.
        public var byName: Int
        /// The users, ignoring tests.
        public var users: [User]
        /// The modules that use it, ignoring tests, with the number of their uses; most uses first.
        public var modules: [(name: String, uses: Int)]
        /// The used members; most used first.
        public var members: [Member]
        /// The number of changes from outside, ignoring tests.
        public var writes: Int
        /// Its cuts in order: by value for the cost, with minor ones last.
        public var cuts: [Cut]
    }

    /// The tree's own singletons, the most used first; then those of the frameworks.
    public var entries: [Entry]
    /// The cuts of the tree's own singletons. The singleton whose cuts have the most value comes first, with its cuts in their
    /// order. The minor ones of all singletons follow in the same order.
    public var cuts: [Cut]

    /// Ranks the singletons of a map.
    public init(of map: CodeMap) {
        let bySingleton = Dictionary(grouping: map.uses, by: \.singleton)
        entries = map.singletons.map { Self.entry(for: $0, uses: bySingleton[$0.id] ?? []) }
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
            let worth = (Self.worth(of: entries[left]), Self.worth(of: entries[right]))
            return worth.0 == worth.1 ? left < right : worth.0 > worth.1
        }
        var names: Set<String> = []
        for plan in plans {
            for index in entries[plan].cuts.indices {
                let type = entries[plan].singleton.name
                let name = CutName.unique(entries[plan].cuts[index], type: type, among: names)
                names.insert(name)
                entries[plan].cuts[index].name = name
            }
        }
        let all = plans.flatMap { entries[$0].cuts }
        cuts = all.filter { !$0.isMinor } + all.filter { $0.isMinor && !$0.isFixed } + all.filter(\.isFixed)
    }

    /// Returns the value of a singleton's cuts, without minor ones.
    private static func worth(of entry: Entry) -> Int {
        entry.cuts.reduce(0) { $0 + ($1.isMinor ? 0 : $1.worth) }
    }

    private static func isOwn(_ singleton: Singleton) -> Bool {
        singleton.shape != .framework && singleton.shape != .elsewhere
    }

    private static func entry(for singleton: Singleton, uses: [Use]) -> Entry {
        let inCode = uses.filter { !$0.isTest }
        let byModule = Dictionary(grouping: inCode, by: \.module).map { (name: $0.key, uses: $0.value.count) }
        let members = members(in: inCode)
        // Where a caller can pass another instance already, nothing is left to do; and in static code, nothing can be done.
        let open = inCode.filter { $0.certainty != .possible && !$0.isDefault && !$0.isInStaticCode }
        return Entry(
            singleton: singleton,
            uses: inCode.count,
            testUses: uses.count - inCode.count,
            byName: uses.count { $0.certainty == .byName },
            users: Set(inCode.map(user)).sorted(),
            modules: byModule.sorted { ($1.uses, $0.name) < ($0.uses, $1.name) },
            members: members,
            writes: inCode.count { $0.kind == .write },
            cuts: Cut.cuts(
                of: singleton,
                members: open.count == inCode.count ? members : self.members(in: open),
                uses: open
            )
        )
    }

    /// Returns the user of a use: the type around it, or the file.
    public static func user(of use: Use) -> User {
        User(name: use.enclosingType.isEmpty ? RelativePath.name(of: use.file) : use.enclosingType, module: use.module)
    }

    private static func members(in uses: [Use]) -> [Member] {
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
    /// Returns a ranking of one singleton.
    static func only(_ entry: Entry) -> Ranking {
        var ranking = Ranking(of: CodeMap())
        ranking.entries = [entry]
        ranking.cuts = entry.cuts
        return ranking
    }
}
