/// A set of symbols of one graph, with one bit for each.
struct SymbolSet: Sendable, Equatable {
    private var words: [UInt64] = []

    init() {}

    init(_ symbols: some Sequence<Symbol>) {
        for symbol in symbols { insert(symbol) }
    }

    var isEmpty: Bool { words.isEmpty }

    func contains(_ symbol: Symbol) -> Bool {
        let word = Int(symbol.number >> 6)
        return word < words.count && words[word] >> UInt64(symbol.number & 63) & 1 == 1
    }

    /// Inserts a symbol. Returns whether it is new to the set.
    @discardableResult
    mutating func insert(_ symbol: Symbol) -> Bool {
        guard !contains(symbol) else { return false }
        let word = Int(symbol.number >> 6)
        while words.count <= word { words.append(0) }
        words[word] |= 1 << UInt64(symbol.number & 63)
        return true
    }
}
