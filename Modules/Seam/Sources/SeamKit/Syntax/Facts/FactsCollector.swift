@_spi(RawSyntax) import SwiftSyntax

extension FileFacts {
    /// Collects the facts of a document; nil if it isn't parsed.
    convenience init?(of document: SwiftDocument, bytes: UnsafeBufferPointer<UInt8>) {
        guard let tree = document.tree else { return nil }
        self.init(of: tree, bytes: bytes)
    }

    /// Collects the facts of a file.
    ///
    /// - Parameters:
    ///   - tree: the tree of the file.
    ///   - bytes: its bytes.
    convenience init(of tree: SourceFileSyntax, bytes: UnsafeBufferPointer<UInt8>) {
        // Raw nodes live in memory that the tree owns.
        let (collector, error) = withExtendedLifetime(tree) {
            var collector = FactsCollector(bytes: bytes, root: tree.raw)
            tree.raw.record(in: &collector)
            guard tree.hasError else { return (collector, FileFacts.Place?.none) }
            return (collector, FileFacts.Place(offset: Int32(tree.errorPosition?.utf8Offset ?? 0)))
        }
        self.init(tables: collector.collected, names: collector.table.names.names, error: error)
    }
}

/// The facts of a file while its tree is read, once and in the order of its text.
///
/// Each kind of node records what it says: `record(in:)`. The collector has the tables that this goes to. What is around the
/// current place is in `OpenScopes`, `OpenBodies` and `OpenChains`.
///
/// Names that are known only inside a body are looked up here. Other names are looked up later, by code that knows all files.
///
/// The nodes are raw ones: a syntax tree for editing has parents and positions, and computing these took longer than parsing.
///
/// Reasons: docs/adr/facts-and-caches.md.
struct FactsCollector {
    typealias Index = FileFacts.Index

    /// The source of an implicit member's type: a written type, or the argument of a call.
    enum Expected {
        case nothing
        case type(Index)
        case argument(chain: Index, step: Index, label: Index, position: Index)
        case chain(Index)

        /// Creates the source from a written type; -1 stands for no type.
        init(type: Index) { self = type >= 0 ? .type(type) : .nothing }

        /// Creates the source from the chain of another value, if there is exactly one.
        init(oneOf chains: [Index]) { self = chains.count == 1 ? .chain(chains[0]) : .nothing }

        var type: Index {
            if case .type(let type) = self { return type }
            return -1
        }
    }

    var tables = FileFacts.Tables()
    var table = TypeTable()
    var scopes = OpenScopes()
    var bodies = OpenBodies()
    var chains = OpenChains()

    private let source: UnsafeRawPointer?
    private let length: Int

    /// - Parameters:
    ///   - bytes: the parsed bytes.
    ///   - root: the whole tree, whose tokens point into a copy of the bytes.
    init(bytes: UnsafeBufferPointer<UInt8>, root: RawSyntax) {
        var starts: [Int32] = [0]
        var end = ByteSearch.first(Byte.newline, in: bytes, from: 0)
        while end < bytes.count {
            starts.append(Int32(end + 1))
            end = ByteSearch.first(Byte.newline, in: bytes, from: end + 1)
        }
        tables.lineStarts = starts
        source = root.firstToken.flatMap { token in
            token.rawText.baseAddress.map { UnsafeRawPointer($0) - token.leadingTriviaByteLength }
        }
        length = bytes.count
        enterScope(function: -1, isStatic: false)
    }

    /// All that was collected.
    var collected: FileFacts.Tables {
        var all = tables
        (all.paths, all.written) = (table.paths, table.written)
        return all
    }

    /// Returns where a node starts; the start of the file for a node that the parser inserted.
    func place(of node: some RawSyntaxNodeProtocol) -> FileFacts.Place {
        guard let source, let start = node.raw.firstToken?.rawText.baseAddress else { return FileFacts.Place() }
        let offset = UnsafeRawPointer(start) - source
        return FileFacts.Place(offset: (0...length).contains(offset) ? Int32(offset) : 0)
    }

    // MARK: Names

    mutating func index(of name: String) -> Index { table.names.index(of: name) }

    mutating func index(of token: RawTokenSyntax) -> Index { table.names.index(of: token.name) }

    /// Returns the path of a name in the innermost type.
    mutating func path(of name: Index) -> Index { table.path(of: name, in: scopes.type) }

    /// Returns the written type of the innermost type's own name; -1 outside of types.
    mutating func ownType() -> Index { scopes.isInType ? table.index(of: .named(scopes.type)) : -1 }

    mutating func list(of items: [Index]) -> FileFacts.Slice {
        guard !items.isEmpty else { return FileFacts.Slice() }
        let start = Index(tables.lists.count)
        tables.lists.append(contentsOf: items)
        return FileFacts.Slice(start: start, count: Index(items.count))
    }

    // MARK: Scopes

    mutating func enterScope(function: Index, isStatic: Bool) {
        tables.scopes.append(FileFacts.ScopeFact(type: scopes.type, function: function, isStatic: isStatic))
        scopes.enter(Index(tables.scopes.count - 1))
    }

    /// Records what is in a body, whose names end with it.
    mutating func inBody(_ record: (inout FactsCollector) -> Void) {
        let outer = scopes.enterBody()
        record(&self)
        scopes.leaveBody(outer)
    }

    /// Records a local name or a parameter.
    mutating func declare(
        _ name: Index,
        type: Index = -1,
        values: [Index] = [],
        isParameter: Bool = false,
        isVariable: Bool = false,
        isWrapped: Bool = false
    ) {
        guard table.names.names[Int(name)] != "_" else { return }
        tables.bindings.append(
            FileFacts.BindingFact(
                name: name,
                type: type,
                values: list(of: values),
                isParameter: isParameter,
                isVariable: isVariable,
                isWrapped: isWrapped
            )
        )
        scopes.declare(name, as: Index(tables.bindings.count - 1))
    }

    // MARK: Chains

    /// Records a chain, with the steps that are open since `first`.
    mutating func append(
        root: FileFacts.ChainFact.Root,
        base: Index = -1,
        stepsFrom first: Int? = nil,
        ending: FileFacts.ChainFact.Ending,
        at place: FileFacts.Place,
        expected: Expected = .nothing
    ) -> Index {
        let start = Index(tables.steps.count)
        if let first { chains.closeSteps(from: first, to: &tables.steps) }
        var chain = FileFacts.ChainFact(
            root: root,
            base: base,
            steps: FileFacts.Slice(start: start, count: Index(tables.steps.count) - start),
            scope: scopes.scope,
            ending: ending,
            place: place
        )
        switch expected {
        case .nothing, .type: break
        case .argument(let outer, let step, let label, let position):
            chain.contextChain = outer
            chain.contextStep = step
            chain.contextLabel = label
            chain.contextPosition = position
        case .chain(let outer):
            chain.contextChain = outer
        }
        tables.chains.append(chain)
        return Index(tables.chains.count - 1)
    }

    /// Records a chain whose root is a name.
    mutating func append(
        root name: Index,
        stepsFrom first: Int? = nil,
        ending: FileFacts.ChainFact.Ending,
        at place: FileFacts.Place
    ) -> Index {
        var name = name
        var ending = ending
        let text = table.names.names[Int(name)]
        if text.utf8.first == Byte.dollar, let second = text.utf8.dropFirst().first, second < 48 || second > 57 {
            // A projected value passes a binding to everything that follows.
            name = index(of: String(text.dropFirst()))
            if let first, chains.steps.count > first { ending = .write }
        }
        let kind: FileFacts.ChainFact.Root
        var base: Index = -1
        if name == table.selfValue {
            kind = .selfValue
        } else if name == table.selfType {
            kind = .selfType
        } else if name == table.superValue {
            kind = .superValue
        } else if let meaning = scopes.meaning(of: name) {
            (kind, base) = meaning
        } else {
            (kind, base) = (.name, name)
            if table.names.capitals[Int(name)] { noteTypes(name, stepsFrom: first) }
        }
        return append(root: kind, base: base, stepsFrom: first, ending: ending, at: place)
    }

    /// Records the paths that a name and the capitalised members after it may stand for. Types from outside the tree are known
    /// only by these paths.
    private mutating func noteTypes(_ root: Index, stepsFrom first: Int?) {
        var row = [root]
        for step in chains.steps[(first ?? chains.steps.count)...].reversed() {
            guard step.kind == .member, table.names.capitals[Int(step.name)] else { break }
            row.append(step.name)
        }
        _ = table.path(of: row)
        if row.count > 1 { table.noteSuffix(row) }
    }
}
