/// Computes a hash of what the files show each other, under which the results of earlier runs are stored: their interfaces,
/// modules and imports, and all paths. A member whose name no file says shows nothing.
///
/// Needs the files. Adds the interfaces. Does nothing in runs that store nothing.
enum HashInterfaces: Pass {
    static let needs: Set<Knowledge.Layer> = [.files]
    static let adds = Knowledge.Layer.interfaces

    static func run(on knowledge: inout Knowledge) {
        guard knowledge.results != nil else { return }
        guard let hash = hash(of: knowledge) else {
            // Facts without an interface: nothing can be stored.
            knowledge.results = nil
            return
        }
        knowledge.results?.prepare(knowledge.facts.map(\.record.sketch.hash), interface: hash)
    }

    private static func hash(of knowledge: Knowledge) -> ContentHash? {
        let graph = knowledge.graph
        let said = saidNames(in: knowledge)
        var key = ResultKey("interfaces")
        key.add(graph.symbols.hash)
        for module in graph.modules { key.add([module.name, module.isTest ? "test" : ""]) }
        for (file, facts) in zip(graph.files, knowledge.facts) {
            guard let interface = facts.record.interface else { return nil }
            key.add(file.path)
            key.add(file.modules.map(String.init))
            key.add(facts.imports)
            key.add(facts.exports)
            key.add(interface.core)
            for one in interface.loose where said.contains(file.symbols[Int(one.name)]) {
                key.add(ContentHash(high: one.hash, low: 0))
            }
        }
        return key.hash
    }

    /// Returns the names that the code of some file says.
    private static func saidNames(in knowledge: Knowledge) -> SymbolSet {
        var said = SymbolSet()
        for (file, facts) in zip(knowledge.graph.files, knowledge.facts) {
            var isLoose = [Bool](repeating: false, count: file.symbols.count)
            for one in facts.record.interface?.loose ?? [] { isLoose[Int(one.name)] = true }
            for (symbol, isLoose) in zip(file.symbols, isLoose) where !isLoose { said.insert(symbol) }
            for symbol in file.projected.values { said.insert(symbol) }
        }
        return said
    }
}

extension Graph {
    /// Returns a member by its name.
    func memberName(of id: MemberID) -> FileResults.MemberName {
        let file = files[Int(id.file)]
        let symbol = name(of: id)
        let number = file.facts.members[..<Int(id.member)].count { file.symbol(at: $0.name) == symbol }
        return FileResults.MemberName(file: Int(id.file), name: symbols.text(of: symbol), number: number)
    }

    /// Returns the member with a name; nil if there is none.
    func member(named name: FileResults.MemberName) -> MemberID? {
        guard files.indices.contains(name.file), let symbol = symbols.find(name.name) else { return nil }
        let file = files[name.file]
        var left = name.number
        for (index, member) in file.facts.members.enumerated() where file.symbol(at: member.name) == symbol {
            if left == 0 { return MemberID(file: name.file, member: index) }
            left -= 1
        }
        return nil
    }
}
