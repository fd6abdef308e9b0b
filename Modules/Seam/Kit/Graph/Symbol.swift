/// A name, by its number in a graph.
struct Symbol: Hashable, Sendable {
    var number: Int32
}

/// A name with the names around it (`Network.Client`), by its number in a graph.
struct TypePath: Hashable, Sendable {
    var number: Int32
}

/// The names and paths of a graph: each has one number, so that two are the same if their numbers are.
struct Symbols: Sendable {
    private struct Entry: Hashable {
        /// -1 at top level.
        var parent: Int32
        var name: Int32
        /// Tells types that bodies declare apart; -1 for all others.
        var local: Int64
    }

    private var names = NameTable()
    private var entries: [Entry] = []
    private var numbers: [Entry: Int32] = [:]

    // MARK: Writing

    mutating func symbol(_ name: String) -> Symbol { Symbol(number: names.index(name)) }

    /// - Parameter local: what tells a type in a body from all others of the tree; -1 for others.
    mutating func path(_ name: Symbol, in parent: TypePath?, local: Int64 = -1) -> TypePath {
        let entry = Entry(parent: parent?.number ?? -1, name: name.number, local: local)
        if let known = numbers[entry] { return TypePath(number: known) }
        entries.append(entry)
        numbers[entry] = Int32(entries.count - 1)
        return TypePath(number: Int32(entries.count - 1))
    }

    mutating func path(_ name: String) -> TypePath { path(symbol(name), in: nil) }

    // MARK: Reading

    func text(_ symbol: Symbol) -> String { names.names[Int(symbol.number)] }

    func isCapital(_ symbol: Symbol) -> Bool { names.capitals[Int(symbol.number)] }

    /// The names of a path with dots between them.
    func text(_ path: TypePath) -> String {
        var parts: [String] = []
        var next: TypePath? = path
        while let current = next {
            parts.append(text(name(current)))
            next = parent(current)
        }
        return parts.reversed().joined(separator: ".")
    }

    func name(_ path: TypePath) -> Symbol { Symbol(number: entries[Int(path.number)].name) }

    func parent(_ path: TypePath) -> TypePath? {
        let parent = entries[Int(path.number)].parent
        return parent < 0 ? nil : TypePath(number: parent)
    }

    /// The path of a name in another; nil where nothing in the tree says it.
    func find(_ name: Symbol, in parent: TypePath?) -> TypePath? {
        numbers[Entry(parent: parent?.number ?? -1, name: name.number, local: -1)].map { TypePath(number: $0) }
    }

    /// `Network.Client` seen from `App`: `App.Network.Client`; nil where nothing in the tree says it.
    func find(_ path: TypePath, below outer: TypePath) -> TypePath? {
        let entry = entries[Int(path.number)]
        guard entry.local < 0 else { return nil }
        guard let parent = parent(path) else { return find(name(path), in: outer) }
        return find(parent, below: outer).flatMap { find(name(path), in: $0) }
    }

    /// The first name of a path.
    func first(_ path: TypePath) -> TypePath {
        var current = path
        while let next = parent(current) { current = next }
        return current
    }

    /// A path without its first name; nil where it has one name only.
    func rest(_ path: TypePath) -> TypePath? {
        guard let around = parent(path) else { return nil }
        guard parent(around) != nil else { return find(name(path), in: nil) }
        return rest(around).flatMap { find(name(path), in: $0) }
    }
}
