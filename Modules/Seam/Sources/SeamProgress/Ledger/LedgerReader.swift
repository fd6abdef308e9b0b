import SeamCheck
import SeamKit

extension Ledger {
    /// Reads the ledger of an analysed tree.
    ///
    /// - Parameters:
    ///   - retired: the singletons of earlier commits that may be types without an accessor now.
    ///   - workers: the number of files to look through at the same time.
    init(tree: AnalysedTree, retired: Set<RetiredSingleton>, workers: Int) {
        let (map, graph) = (tree.map, tree.graph)
        let own = map.singletons.filter { $0.shape != .elsewhere }
        entries = own.map { singleton in
            Entry(
                id: singleton.id,
                name: singleton.name,
                module: singleton.module,
                accessors: singleton.accessors.map(\.name),
                file: singleton.file
            )
        }
        unread = map.problems.count { $0.kind != .syntax }
        isPartial = map.problems.contains { $0.kind == .time || $0.kind == .unreadable }
        let ids = Set(entries.map(\.id))
        // Who hands on an instance that it holds uses none of its members: what counts is where it got it.
        let named = map.uses.filter { use in
            !use.isTest && ids.contains(use.singleton)
                && (use.member != SeamKit.Use.instance || use.path == .direct || use.path == .keyPath)
        }
        let taken = graph.taken(of: named, workers: workers)
        let reasons = Reasons(map: map)
        uses = named.indices.map { index in
            let use = named[index]
            return Use(
                singleton: use.singleton,
                member: use.member,
                state: !taken.contains(index) ? .direct : use.path == .direct ? .fallback : .taken,
                file: use.file,
                line: use.line,
                module: use.module,
                enclosingType: use.enclosingType,
                enclosingFunction: use.enclosingFunction,
                reason: reasons.reason(file: use.file, line: use.line, type: use.type, member: use.member)
            )
        }
        gone = gone(among: retired)
        uses += Self.handed(in: tree, singletons: own, retired: gone, reasons: reasons, workers: workers)
        uses.sort {
            ($0.file, $0.line, $0.singleton, $0.member, $0.state.rawValue)
                < ($1.file, $1.line, $1.singleton, $1.member, $1.state.rawValue)
        }
    }

    /// What an instance of a type is a use of.
    private struct Meaning {
        var singleton: String
        var name: String
        var state: UseState
        /// The members that count; nil for all.
        var members: Set<String>?
    }

    /// Returns the uses of instances that code gets from outside.
    private static func handed(
        in tree: AnalysedTree,
        singletons: [Singleton],
        retired: Set<RetiredSingleton>,
        reasons: Reasons,
        workers: Int
    ) -> [Use] {
        let (map, graph) = (tree.map, tree.graph)
        var meanings: [CodeGraph.TypeID: Meaning] = [:]
        var protocols: [CodeGraph.TypeID: [Meaning]] = [:]
        func add(_ type: CodeGraph.TypeID, id: String, name: String, isRetired: Bool) {
            meanings[type] = Meaning(singleton: id, name: name, state: isRetired ? .retired : .passed)
            for parent in graph.parents(of: type)
            where graph.parts(of: parent).contains(where: { $0.kind == .protocolType }) {
                let members = Set(graph.members(of: parent).map(\.name))
                let state = isRetired ? UseState.retired : .byProtocol
                protocols[parent, default: []].append(
                    Meaning(singleton: id, name: name, state: state, members: members)
                )
            }
        }
        for singleton in singletons where singleton.shape == .instance || singleton.shape == .function {
            if let type = graph.type(of: singleton) {
                add(type, id: singleton.id, name: singleton.name, isRetired: false)
            }
        }
        for singleton in retired {
            let types = graph.types(called: singleton.name)
            let own = types.filter { graph.modules(of: $0).contains(singleton.module) }
            // It may be in another module by now.
            if let type = own.first ?? (types.count == 1 ? types.first : nil), meanings[type] == nil {
                add(type, id: singleton.id, name: singleton.name, isRetired: true)
            }
        }
        // A protocol that several singletons conform to says of none of them that it is used.
        for (type, all) in protocols where all.count == 1 && meanings[type] == nil { meanings[type] = all[0] }
        let places = Set(map.uses.map { CodeGraph.Place(file: $0.file, offset: $0.offset) })
        return graph.instanceUses(of: Set(meanings.keys), workers: workers).compactMap { use in
            guard !use.isTest, !places.contains(use.place), let meaning = meanings[use.type],
                meaning.members?.contains(use.member) ?? true
            else { return nil }
            return Use(
                singleton: meaning.singleton,
                member: use.member,
                state: use.fallsBack && meaning.state != .retired ? .taken : meaning.state,
                file: use.place.file,
                line: use.line,
                module: use.module,
                enclosingType: use.enclosingType,
                enclosingFunction: use.enclosingFunction,
                reason: reasons.reason(file: use.place.file, line: use.line, type: meaning.name, member: use.member)
            )
        }
    }
}

/// The reasons in the comments of a tree: `// seam:allow AccountService: until the new login is out`.
private struct Reasons {
    private let allows: [String: [Allow]]

    init(map: CodeMap) {
        let all = map.sources.map { ($0.path, Allow.all(in: $0)) }.filter { !$0.1.isEmpty }
        allows = Dictionary(all, uniquingKeysWith: +)
    }

    func reason(file: String, line: Int, type: String, member: String) -> String {
        let found = allows[file]?.first { allow in
            allow.problem == nil && allow.lines.contains(line)
                && allow.subjects.contains { $0 == type || $0 == "\(type).\(member)" }
        }
        return found?.reason ?? ""
    }
}
