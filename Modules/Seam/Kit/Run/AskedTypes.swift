/// The types that a map is asked for alone, and the names that lead to them.
///
/// Only files that say one of these names, or declare what the types are made of, are parsed.
struct AskedTypes {
    /// Words that lead to the types.
    private(set) var words: Set<String>
    /// Two words that do so together: a type and its member.
    private(set) var pairs: Set<Pair> = []
    /// Words that a file was looked through for.
    private var searched: Set<String>
    private var searchedPairs: Set<Pair> = []
    private let asked: Set<String>

    struct Pair: Hashable {
        var type: String
        var member: String
    }

    /// - Parameter names: as a person gives them; none where a global is among them, which may hold any type.
    init(_ names: [String]) {
        let last = names.map { Self.lastWord(String($0.prefix { $0 != "@" })) }
        asked = last.allSatisfy { $0.first?.isUppercase == true } ? Set(last) : []
        words = asked
        searched = asked
    }

    /// Whether everything is mapped.
    var isEmpty: Bool { asked.isEmpty }

    static func lastWord(_ path: String) -> String { String(path.split(separator: ".").last ?? path[...]) }

    /// Adds the names by which the singletons can be reached from files that were not parsed yet.
    mutating func follow(_ knowledge: Knowledge) {
        let graph = knowledge.graph
        let decisions = knowledge.decisions
        let followed = Set(
            decisions.singletons.indices.filter {
                asked.contains(Self.lastWord(decisions.singletons[$0].singleton.name))
            }
        )
        var reached: Set<Graph.TypeID> = []
        for found in followed.map({ decisions.singletons[$0] }) {
            guard let type = found.type else { continue }
            reached.insert(type)
            if found.shape != .global, found.shape != .world { words.insert(word(type, graph)) }
        }
        for type in reached {
            for derived in graph.subtypes[type] ?? [] { words.insert(word(derived, graph)) }
        }
        for (path, aliases) in graph.aliases {
            let isKnown = aliases.contains { alias in
                let found = graph.lookup(written: alias.target, alias.site, in: graph.symbols.parent(path))
                if let found { return reached.contains(found.type) }
                let target = graph.path(written: alias.target, alias.site)
                return target.map { asked.contains(graph.symbols.text(graph.symbols.name($0))) } ?? false
            }
            if isKnown { words.insert(graph.symbols.text(graph.symbols.name(path))) }
        }
        followCarriers(Resolver(graph: graph, decisions: decisions), followed)
    }

    private func word(_ type: Graph.TypeID, _ graph: Graph) -> String {
        graph.symbols.text(graph.symbols.name(graph.types[type].path))
    }

    /// Adds names that hold one of these singletons and can be reached from other files, with the type around them.
    private mutating func followCarriers(_ resolver: Resolver, _ singletons: Set<Int>) {
        let graph = resolver.graph
        func carries(_ id: Graph.MemberID, _ type: Graph.TypeID?) -> Bool {
            guard !graph.member(id).flags.contains(.isPrivate), resolver.decisions.accessors[id] == nil else {
                return false
            }
            let module = graph.files[Int(id.file)].modules[0]
            let value =
                graph.member(id).flags.contains(.isFunction)
                ? resolver.result(of: [id], seenFrom: module)
                : resolver.property([id], of: type, seenFrom: module)
            return value.origin.map { singletons.contains($0.singleton) } ?? false
        }
        for type in graph.types.indices {
            for (name, members) in graph.types[type].members where members.contains(where: { carries($0, type) }) {
                pairs.insert(Pair(type: word(type, graph), member: graph.symbols.text(name)))
            }
        }
        for (name, globals) in graph.globals {
            // Who uses a global says its name, and need not say its type.
            let isAccessor = globals.contains {
                resolver.decisions.accessors[$0].map(singletons.contains) ?? false
            }
            if isAccessor || globals.contains(where: { carries($0, nil) }) { words.insert(graph.symbols.text(name)) }
        }
    }

    /// Words and pairs that no file was looked through for yet; they are then.
    mutating func takeNew() -> (words: [[UInt8]], pairs: [([UInt8], [UInt8])]) {
        let newWords = words.subtracting(searched).sorted()
        let newPairs = pairs.subtracting(searchedPairs).sorted { ($0.type, $0.member) < ($1.type, $1.member) }
        searched.formUnion(newWords)
        searchedPairs.formUnion(newPairs)
        return (newWords.map { Array($0.utf8) }, newPairs.map { (Array($0.member.utf8), Array($0.type.utf8)) })
    }
}
