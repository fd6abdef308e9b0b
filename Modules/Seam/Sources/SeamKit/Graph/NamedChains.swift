/// The chains of a file that contain one of some names: at their root, at a step, or in the value of the local name that they
/// begin with.
struct NamedChains {
    /// The indices of the chains, in order.
    private(set) var chains: [Int] = []
    private var isNamed: [Bool]

    /// Finds the chains of a file. Returns nil if the file contains none of the names.
    ///
    /// - Parameter aliases: whether a chain also counts if the value of its local name contains a name.
    init?(of file: GraphFile, saying names: SymbolSet, aliases: Bool = true) {
        var said = file.symbols.map { names.contains($0) }
        for (index, symbol) in file.projected where names.contains(symbol) { said[Int(index)] = true }
        guard said.contains(true) else { return nil }
        let facts = file.facts
        isNamed = Array(repeating: false, count: facts.chains.count)
        for index in isNamed.indices { isNamed[index] = Self.says(facts.chains[index], said: said, facts: facts) }
        if aliases { followAliases(in: facts) }
        chains = isNamed.indices.filter { isNamed[$0] }
    }

    private static func says(_ chain: FileFacts.ChainFact, said: [Bool], facts: FileFacts) -> Bool {
        if chain.root == .name, chain.base >= 0, said[Int(chain.base)] { return true }
        var step = Int(chain.steps.start)
        let end = step + Int(chain.steps.count)
        while step < end {
            let name = facts.steps[step].name
            if name >= 0, said[Int(name)] { return true }
            step += 1
        }
        return false
    }

    /// Returns whether one of these chains, a slice of the facts' lists, is among them.
    func contains(_ slice: FileFacts.Slice, of facts: FileFacts) -> Bool {
        slice.indices.contains { isNamed[Int(facts.lists[$0])] }
    }

    /// Returns whether a chain, by its index, is among them; false for -1.
    func contains(_ chain: FileFacts.Index) -> Bool { chain >= 0 && isNamed[Int(chain)] }

    /// Marks chains that begin with a local name, a cast, or with one of several chains, whose value is marked. Each round marks at
    /// least one more chain, so this ends.
    private mutating func followAliases(in facts: FileFacts) {
        var open = facts.chains.indices.filter { index in
            let root = facts.chains[index].root
            return (root == .binding || root == .alternatives || root == .typed) && !isNamed[index]
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            open.removeAll { index in
                guard facts.sources(of: facts.chains[index]).contains(where: { contains($0) }) else { return false }
                isNamed[index] = true
                hasChanged = true
                return true
            }
        }
    }
}
