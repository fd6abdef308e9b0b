extension Ranking {
    /// Members of a singleton that are used together, and can be moved away from it together.
    public struct Cut: Sendable, Equatable {
        /// The `Singleton.id`.
        public var singleton: String
        /// A name for the cut, and for the protocol that could replace the singleton. Unique among the cuts.
        public var name: String
        /// The members; most used first.
        public var members: [Member]
        /// The callers that use them.
        public var callers: [User]
        /// The number of uses of the members.
        public var uses: Int
        /// The state of the singleton that is used by these members and by others too.
        public var sharedState: [String]
        /// The path of the file with the first of the uses; empty if there is none.
        public var file: String
        /// Its line, counted from 1.
        public var line: Int
        /// The callers that use nothing else of the singleton, and are free of it after the cut.
        public var freedCallers: [User]
        /// The modules whose callers are all free of it after the cut.
        public var freedModules: [String]
        /// The value of the cut: one for each use, two for each caller and three for each module that is free of the singleton.
        public var worth: Int
        /// An estimate of the work: one for each caller and member, one for each module, two for each write and
        /// three for each piece of shared state.
        public var cost: Int
        /// Whether it is cheap and changes little: only one caller, only writes, a helper of the user interface, a log that
        /// is written everywhere, or nothing that can be moved.
        public var isMinor: Bool
        /// Whether no use of it can be moved: static functions that do the work, or uses behind a property wrapper or a cast.
        public var isFixed: Bool
        /// For a cut with many callers, its parts by module or by folder; else empty.
        public var parts: [Part]
    }
}

extension Ranking.Cut {
    /// Returns the cuts of a singleton, in order.
    ///
    /// - Parameters:
    ///   - members: those in use outside tests.
    ///   - uses: its uses outside tests.
    static func cuts(of singleton: Singleton, members: [Ranking.Member], uses: [Use]) -> [Self] {
        // The bare instance belongs to the member that is then used.
        let named = members.filter { $0.name != Use.instance }
        let groups = grouped(joined(named))
        let isHelper = isHelper(singleton, callers: Set(members.flatMap(\.users)).count)
        let first = firstUses(among: uses)
        let byMember = Dictionary(grouping: uses, by: \.member)
        let sharing = Sharing(of: singleton, groups: groups)
        let result = groups.map { group in
            let use = group.compactMap { first[$0.name] }.min().map { uses[$0] }
            var cut = Self(
                of: singleton,
                members: group,
                sharing: sharing,
                first: use,
                uses: group.flatMap { byMember[$0.name] ?? [] }
            )
            cut.isMinor = cut.isMinor || isHelper || isLog(group.map(\.name), of: singleton, callers: cut.callers.count)
            return cut
        }
        return result.sorted(by: isBefore)
    }

    /// Returns the index of the first use of each member. A map has its uses in order of their places.
    private static func firstUses(among uses: [Use]) -> [String: Int] {
        var first: [String: Int] = [:]
        for index in uses.indices where first[uses[index].member] == nil { first[uses[index].member] = index }
        return first
    }

    /// Groups members with the same callers, and joins groups as long as half of their callers are the same. Each step reduces
    /// the number of groups, so it ends.
    ///
    /// - Parameter start: members that are in one group from the start.
    private static func grouped(_ start: [[Ranking.Member]]) -> [[Ranking.Member]] {
        var groups = Dictionary(grouping: start) { Set($0.flatMap(\.users)).sorted() }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { (callers: Set($0.key), members: $0.value.flatMap(\.self)) }
        // Each pair is compared again after each join.
        while groups.count <= 300, let (left, right) = closest(among: groups) {
            groups[left].callers.formUnion(groups[right].callers)
            groups[left].members += groups[right].members
            groups.remove(at: right)
        }
        return groups.map { group in
            group.members.sorted { left, right in
                let counts = (left.count, right.count)
                return counts.0 == counts.1 ? left.name < right.name : counts.0 > counts.1
            }
        }
    }

    /// Returns the two groups that share the largest part of their callers, if that is at least half; the first of several such
    /// pairs.
    private static func closest(
        among groups: [(callers: Set<Ranking.User>, members: [Ranking.Member])]
    ) -> (Int, Int)? {
        var best: (pair: (Int, Int), shared: Int, all: Int)?
        for left in groups.indices {
            for right in groups.indices where right > left {
                let shared = groups[left].callers.intersection(groups[right].callers).count
                let all = groups[left].callers.count + groups[right].callers.count - shared
                guard shared > 0, shared * 2 >= all else { continue }
                if let best, shared * best.all <= best.shared * all { continue }
                best = ((left, right), shared, all)
            }
        }
        return best?.pair
    }

    private init(
        of singleton: Singleton,
        members: [Ranking.Member],
        sharing: Sharing,
        first: Use?,
        uses places: [Use]
    ) {
        let callers = Set(members.flatMap(\.users))
        let freed = callers.filter { sharing.users[$0] == 1 }
        let modules = Set(freed.map(\.module)).filter { sharing.modules[$0] == 1 }
        let uses = members.reduce(0) { $0 + $1.count }
        let writes = members.reduce(0) { $0 + $1.writes }
        let shared = sharing.state(of: members).filter { sharing.state[$0] != 1 }.sorted()
        let isFixed = Self.isFixed(singleton, uses: places)
        self.init(
            singleton: singleton.id,
            name: CutName.proposal(
                members: members,
                callers: callers.sorted(),
                type: singleton.name,
                isWorld: singleton.shape == .world
            ),
            members: members,
            callers: callers.sorted(),
            uses: uses,
            sharedState: shared,
            file: first?.file ?? "",
            line: first?.line ?? 0,
            freedCallers: freed.sorted(),
            freedModules: modules.sorted(),
            worth: uses + 2 * freed.count + 3 * modules.count,
            cost: callers.count + members.count + Set(callers.map(\.module)).count + 2 * writes + 3 * shared.count,
            isMinor: callers.count < 2 || writes == uses || isFixed,
            isFixed: isFixed,
            parts: callers.count <= Self.reviewable ? [] : Part.parts(of: places)
        )
    }

    /// How many groups of members have a user, a module with users, or a piece of state.
    private struct Sharing {
        var users: [Ranking.User: Int] = [:]
        var modules: [String: Int] = [:]
        var state: [String: Int] = [:]
        private let stored: Set<String>
        private let touches: [String: [String]]

        init(of singleton: Singleton, groups: [[Ranking.Member]]) {
            (stored, touches) = (Set(singleton.state), singleton.touches)
            for group in groups {
                let callers = Set(group.flatMap(\.users))
                for user in callers { users[user, default: 0] += 1 }
                for module in Set(callers.map(\.module)) { modules[module, default: 0] += 1 }
                for name in state(of: group) { state[name, default: 0] += 1 }
            }
        }

        /// The state that members are, or that they touch.
        func state(of members: [Ranking.Member]) -> Set<String> {
            let names = members.map(\.name)
            return Set(names.flatMap { touches[$0] ?? [] }).union(
                names.filter { stored.contains($0) }
            )
        }
    }

    /// As many callers as a person reviews at once.
    private static let reviewable = 20
    /// So many callers that what they use is everywhere.
    private static let everywhere = 40

    /// Returns whether none of the uses has an instance that could be passed instead.
    private static func isFixed(_ singleton: Singleton, uses: [Use]) -> Bool {
        let actions = Set(singleton.accessors.filter(\.isAction).map(\.name))
        let isCast = singleton.shape == .locator && singleton.accessors.isEmpty
        return isCast
            || uses.allSatisfy { $0.path == .wrapper || singleton.shape == .locator && actions.contains($0.member) }
    }

    /// Words in the names of types that serve only the user interface.
    private static let helpers: Set<String> = [
        "appearance", "color", "colour", "font", "haptic", "haptics", "hud", "icon", "icons", "image", "keyboard",
        "layout", "palette", "sizer", "spinner", "style", "styles", "theme", "toast", "typography",
    ]

    /// Last words in the names of what writes a log.
    private static let logs: Set<String> = ["log", "logger", "loggers", "logging", "logs"]

    /// Whether a singleton serves only the user interface, or is a log that is written everywhere.
    private static func isHelper(_ singleton: Singleton, callers: Int) -> Bool {
        let words = words(of: singleton.name)
        return !helpers.isDisjoint(with: words) || isLog(words, callers: callers)
    }

    /// Whether members of a locator are a log that is written everywhere.
    private static func isLog(_ members: [String], of singleton: Singleton, callers: Int) -> Bool {
        [.locator, .world].contains(singleton.shape) && members.allSatisfy { isLog(words(of: $0), callers: callers) }
    }

    /// A log of few callers may be what a person keeps, such as that of meals.
    private static func isLog(_ words: [String], callers: Int) -> Bool {
        callers >= everywhere && words.last.map(logs.contains) == true
    }

    private static func words(of name: String) -> [String] {
        CutName.words(of: name.lastName).map { $0.lowercased() }
    }

    /// Orders cuts: minor ones last, and those that have to be divided before them; then by value for the cost, by cost, and by name.
    private static func isBefore(_ left: Self, _ right: Self) -> Bool {
        if left.isMinor != right.isMinor { return right.isMinor }
        if left.isFixed != right.isFixed { return right.isFixed }
        let isLarge = (left.callers.count > reviewable, right.callers.count > reviewable)
        if isLarge.0 != isLarge.1 { return isLarge.1 }
        // This compares left.worth / left.cost with right.worth / right.cost; the cost of a cut is never 0.
        let ratios = (left.worth * right.cost, right.worth * left.cost)
        if ratios.0 != ratios.1 { return ratios.0 > ratios.1 }
        if left.cost != right.cost { return left.cost < right.cost }
        return (left.name, left.file, left.line) < (right.name, right.file, right.line)
    }
}

extension Ranking.Member {
    /// The number of uses.
    fileprivate var count: Int { reads + writes + calls }
}
