extension Ranking.Cut {
    /// The callers of a cut in one module or folder: a slice of it that can be reviewed alone.
    public struct Part: Sendable, Equatable, Encodable {
        /// The name of the module, or the path of the folder.
        public var name: String
        /// The number of callers.
        public var callers: Int
        /// The number of uses.
        public var uses: Int
    }
}

extension Ranking.Cut.Part {
    /// Returns the parts of a cut by module; within one module, by the first folders that divide its callers. Most callers first.
    static func parts(of uses: [Use]) -> [Self] {
        let modules = Dictionary(grouping: uses, by: \.module)
        return modules.count > 1 ? parts(of: modules) : parts(of: folders(of: uses))
    }

    private static func parts(of groups: [String: [Use]]) -> [Self] {
        groups.map { name, uses in
            Self(name: name, callers: Set(uses.map(Ranking.user)).count, uses: uses.count)
        }
        .sorted { ($1.callers, $0.name) < ($0.callers, $1.name) }
    }

    /// Groups uses by their folders, at the first level that has several. A folder has a level less than its deepest file, so this
    /// ends.
    private static func folders(of uses: [Use]) -> [String: [Use]] {
        let paths = uses.map { $0.file.split(separator: "/").dropLast() }
        let depth = paths.map(\.count).max() ?? 0
        for level in stride(from: 1, through: depth, by: 1) {
            let groups = Dictionary(grouping: uses.indices) { paths[$0].prefix(level).joined(separator: "/") }
            if groups.count > 1 { return groups.mapValues { $0.map { uses[$0] } } }
        }
        return [:]
    }
}
