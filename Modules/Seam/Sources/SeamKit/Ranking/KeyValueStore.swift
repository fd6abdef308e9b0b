extension Ranking.Cut {
    /// Types of stored values, as they stand in the names of functions: `integer(forKey:)`, `getString(_:)`.
    private static let types: Set<String> = [
        "array", "bool", "boolean", "cgfloat", "codable", "data", "date", "decimal", "dictionary", "double", "float",
        "int",
        "integer", "long", "number", "object", "string", "strings", "url", "uuid",
    ]

    /// Other words in their names.
    private static let verbs: Set<String> = [
        "fetch", "for", "get", "key", "load", "optional", "put", "read", "save", "set", "store", "stored", "value",
        "values",
        "with", "write",
    ]

    /// Puts the functions of a key-value store together: those that differ only in the type of the value. Other members are
    /// groups of their own.
    static func joined(_ members: [Ranking.Member]) -> [[Ranking.Member]] {
        var store: [Ranking.Member] = []
        var others: [Ranking.Member] = []
        for member in members {
            if member.calls > 0, isOfStore(member.name) { store.append(member) } else { others.append(member) }
        }
        let kinds = Set(store.flatMap { words(of: $0.name).filter { types.contains($0) } })
        guard kinds.count > 1 else { return members.map { [$0] } }
        return [store] + others.map { [$0] }
    }

    private static func isOfStore(_ name: String) -> Bool {
        words(of: name).allSatisfy { types.contains($0) || verbs.contains($0) }
    }

    private static func words(of name: String) -> [String] { CutName.words(of: name).map { $0.lowercased() } }
}
