/// A name, by its index in a graph.
struct Symbol: Hashable, Sendable {
    var number: Int32
}

/// A name with the names around it (`Network.Client`), by its index in a graph.
struct TypePath: Hashable, Sendable {
    var number: Int32
}

/// The names and paths of a graph: each has one index, so two are equal if their indices are.
struct Symbols: Sendable {
    private struct Entry: Hashable {
        /// The path around it; -1 at top level.
        var parent: Int32
        var name: Int32
        /// A number that distinguishes types declared in bodies; -1 for all others.
        var local: Int64
    }

    private var names = NameTable()
    private var entries: [Entry] = []
    private var numbers: [Entry: Int32] = [:]
    /// The symbols of names such as `$user`, and those of the properties behind them.
    private var projections = SymbolSet()
    private var properties: [Symbol: Symbol] = [:]
    /// For names by their indices in a store, their symbols; -1 for those that no file has contained yet.
    private var stored: [Int32] = []

    // MARK: Writing

    mutating func symbol(_ name: String) -> Symbol {
        let count = names.names.count
        let symbol = Symbol(number: names.index(of: name))
        // A property's own name never begins with a dollar sign; a name of many of them would make as many names.
        let property = name.utf8.dropFirst()
        if names.names.count > count, name.utf8.first == Byte.dollar, let next = property.first, next != Byte.dollar {
            projections.insert(symbol)
            properties[symbol] = self.symbol(String(name.dropFirst()))
        }
        return symbol
    }

    /// Returns the symbols of a file's names. A name in the store is looked up once for all files.
    mutating func symbols(of facts: FileFacts) -> [Symbol] {
        guard facts.numbers.count == facts.names.count else { return facts.names.map { symbol($0) } }
        return facts.names.indices.map { index in
            let number = Int(facts.numbers[index])
            while stored.count <= number { stored.append(-1) }
            if stored[number] < 0 { stored[number] = symbol(facts.names[index]).number }
            return Symbol(number: stored[number])
        }
    }

    /// - Parameter local: a number that distinguishes a type declared in a body from all others of the tree; -1 for others.
    mutating func path(_ name: Symbol, in parent: TypePath?, local: Int64 = -1) -> TypePath {
        let entry = Entry(parent: parent?.number ?? -1, name: name.number, local: local)
        if let known = numbers[entry] { return TypePath(number: known) }
        entries.append(entry)
        numbers[entry] = Int32(entries.count - 1)
        return TypePath(number: Int32(entries.count - 1))
    }

    mutating func path(_ name: String) -> TypePath { path(symbol(name), in: nil) }

    // MARK: Reading

    /// A hash of all paths, whatever their order. A lookup may depend on whether anything mentions a path.
    var hash: ContentHash {
        let nameHashes = names.names.map { name in
            var name = name
            return name.withUTF8 { ContentHash(of: $0) }
        }
        var hashes: [ContentHash] = []
        hashes.reserveCapacity(entries.count)
        var sum = ContentHash()
        for entry in entries {
            let parent = entry.parent < 0 ? ContentHash() : hashes[Int(entry.parent)]
            let name = nameHashes[Int(entry.name)]
            let words = (parent.high, parent.low, name.high, name.low, UInt64(bitPattern: entry.local))
            let hash = withUnsafeBytes(of: words) { ContentHash(of: $0.assumingMemoryBound(to: UInt8.self)) }
            hashes.append(hash)
            sum = ContentHash(high: sum.high &+ hash.high, low: sum.low &+ hash.low)
        }
        return sum
    }

    func text(of symbol: Symbol) -> String { names.names[Int(symbol.number)] }

    /// Returns the symbols of the names that fit.
    func symbols(where fits: (String) -> Bool) -> SymbolSet {
        SymbolSet(names.names.indices.filter { fits(names.names[$0]) }.map { Symbol(number: Int32($0)) })
    }

    /// Returns the names in a set.
    func texts(of set: SymbolSet) -> [String] {
        names.names.indices.filter { set.contains(Symbol(number: Int32($0))) }.map { names.names[$0] }
    }

    /// Returns the symbol of the property behind a name such as `$user`.
    func projected(_ symbol: Symbol) -> Symbol? { projections.contains(symbol) ? properties[symbol] : nil }

    func isCapital(_ symbol: Symbol) -> Bool { names.capitals[Int(symbol.number)] }

    /// Returns the names of a path with dots between them.
    func text(of path: TypePath) -> String {
        var parts: [String] = []
        var next: TypePath? = path
        while let current = next {
            parts.append(text(of: name(of: current)))
            next = parent(of: current)
        }
        return parts.reversed().joined(separator: ".")
    }

    func name(of path: TypePath) -> Symbol { Symbol(number: entries[Int(path.number)].name) }

    func parent(of path: TypePath) -> TypePath? {
        let parent = entries[Int(path.number)].parent
        return parent < 0 ? nil : TypePath(number: parent)
    }

    /// Returns the symbol of a name; nil if nothing in the tree mentions it.
    func find(_ name: String) -> Symbol? { names.find(name).map { Symbol(number: $0) } }

    /// Returns the path of a name in another; nil if nothing in the tree mentions it.
    func find(_ name: Symbol, in parent: TypePath?) -> TypePath? {
        numbers[Entry(parent: parent?.number ?? -1, name: name.number, local: -1)].map { TypePath(number: $0) }
    }

    /// Returns the path of `Network.Client` seen from `App`: `App.Network.Client`; nil if nothing in the tree mentions it.
    func find(_ path: TypePath, below outer: TypePath) -> TypePath? {
        let entry = entries[Int(path.number)]
        guard entry.local < 0 else { return nil }
        guard let parent = parent(of: path) else { return find(name(of: path), in: outer) }
        return find(parent, below: outer).flatMap { find(name(of: path), in: $0) }
    }

    /// Returns the first name of a path.
    func first(of path: TypePath) -> TypePath {
        var current = path
        while let next = parent(of: current) { current = next }
        return current
    }

    /// Returns a path without its first name; nil if it has only one name.
    func rest(of path: TypePath) -> TypePath? {
        guard let around = parent(of: path) else { return nil }
        guard parent(of: around) != nil else { return find(name(of: path), in: nil) }
        return rest(of: around).flatMap { find(name(of: path), in: $0) }
    }
}
