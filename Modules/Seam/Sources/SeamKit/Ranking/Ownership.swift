/// A map by who owns the code: what each owner's files declare and use.
public struct Ownership: Sendable, Equatable {
    /// The part of one owner. Code with several owners counts for each of them.
    public struct Part: Sendable, Equatable {
        /// As `CODEOWNERS` has it; nil for code that nobody owns.
        public var owner: String?
        /// Files.
        public var files: Int
        /// Ids of the singletons that its files declare, sorted.
        public var declares: [String]
        /// Singletons that its files use, tests aside; most uses first.
        public var uses: [SingletonUses]

        /// How often its files use any.
        public var total: Int { uses.reduce(0) { $0 + $1.uses } }
    }

    /// How often one singleton is used.
    public struct SingletonUses: Sendable, Equatable, Encodable {
        /// `Singleton.id`.
        public var singleton: String
        /// Uses.
        public var uses: Int
    }

    /// The owner first whose files use most; what nobody owns last.
    public var parts: [Part] = []

    /// Groups a map.
    public init(of map: CodeMap) {
        var owners: [String: [String?]] = [:]
        var files: [String?: Int] = [:]
        for file in map.sources {
            let own = file.owners.isEmpty ? [nil] : file.owners.map(Optional.some)
            owners[file.path] = own
            for owner in own { files[owner, default: 0] += 1 }
        }
        var declares: [String?: [String]] = [:]
        for singleton in map.singletons where !singleton.file.isEmpty {
            for owner in owners[singleton.file] ?? [nil] { declares[owner, default: []].append(singleton.id) }
        }
        var uses: [String?: [String: Int]] = [:]
        for use in map.uses where !use.isTest {
            for owner in owners[use.file] ?? [nil] { uses[owner, default: [:]][use.singleton, default: 0] += 1 }
        }
        parts = files.map { owner, count in
            Part(
                owner: owner,
                files: count,
                declares: (declares[owner] ?? []).sorted(),
                uses: (uses[owner] ?? [:]).map { SingletonUses(singleton: $0.key, uses: $0.value) }
                    .sorted { ($1.uses, $0.singleton) < ($0.uses, $1.singleton) }
            )
        }
        parts.sort { left, right in
            if (left.owner == nil) != (right.owner == nil) { return right.owner == nil }
            return (right.total, left.owner ?? "") < (left.total, right.owner ?? "")
        }
    }
}
