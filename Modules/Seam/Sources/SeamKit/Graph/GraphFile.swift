/// A file of a graph. It is a class, because code that follows a chain retains it at every step.
final class GraphFile: Sendable {
    let path: String
    /// The modules that compile it, the owning one first; never empty.
    let modules: [Int]
    let imports: Set<Symbol>
    let facts: FileFacts
    /// For each name of the facts, its symbol.
    let symbols: [Symbol]
    /// For names such as `$user`, the symbol of the property behind them.
    let projected: [FileFacts.Index: Symbol]
    /// For each path of the facts, its path in the graph.
    let paths: [TypePath]
    /// For each scope, its chains: those of scope `n` are from `chainStarts[n]` to `chainStarts[n + 1]`.
    private let chainStarts: [Int32]
    private let chainOrder: [Int32]

    init(file: CompiledFile, names: FileNames) {
        path = file.path
        modules = file.modules
        facts = file.facts
        imports = names.imports
        symbols = names.symbols
        projected = names.projected
        paths = names.paths
        var starts = [Int32](repeating: 0, count: facts.scopes.count + 1)
        for chain in facts.chains { starts[Int(chain.scope) + 1] += 1 }
        for scope in facts.scopes.indices { starts[scope + 1] += starts[scope] }
        chainStarts = starts
        var order = [Int32](repeating: 0, count: facts.chains.count)
        for (index, chain) in facts.chains.enumerated() {
            order[Int(starts[Int(chain.scope)])] = Int32(index)
            starts[Int(chain.scope)] += 1
        }
        chainOrder = order
    }

    /// Returns the indices of the chains that are directly in a scope.
    func chains(in scope: Int) -> ArraySlice<Int32> {
        chainOrder[Int(chainStarts[scope])..<Int(chainStarts[scope + 1])]
    }

    /// Returns the symbol of a name of the facts; nil for -1.
    func symbol(at index: FileFacts.Index) -> Symbol? { index >= 0 ? symbols[Int(index)] : nil }

    /// Returns a path of the facts; nil for -1.
    func path(at index: FileFacts.Index) -> TypePath? { index >= 0 ? paths[Int(index)] : nil }
}

/// The names and paths of a file, by their indices in a graph.
struct FileNames: Sendable {
    var imports: Set<Symbol>
    var symbols: [Symbol]
    var projected: [FileFacts.Index: Symbol] = [:]
    var paths: [TypePath] = []

    init(file: CompiledFile, number: Int, in table: inout Symbols) {
        let facts = file.facts
        imports = Set(file.imports.map { table.symbol($0) })
        symbols = table.symbols(of: facts)
        for (index, symbol) in symbols.enumerated() {
            if let property = table.projected(symbol) { projected[FileFacts.Index(index)] = property }
        }
        paths.reserveCapacity(facts.paths.count)
        for path in facts.paths {
            let parent = path.parent < 0 ? nil : paths[Int(path.parent)]
            let local = path.local < 0 ? -1 : Int64(number) << 32 | Int64(path.local)
            paths.append(table.path(symbols[Int(path.name)], in: parent, local: local))
        }
    }
}
