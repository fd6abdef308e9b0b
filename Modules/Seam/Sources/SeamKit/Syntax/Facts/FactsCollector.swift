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
            collector.walk(tree.raw)
            guard tree.hasError else { return (collector, FileFacts.Place?.none) }
            return (collector, FileFacts.Place(offset: Int32(tree.errorPosition?.utf8Offset ?? 0)))
        }
        self.init(tables: collector.tables, names: collector.table.names.names, error: error)
    }
}

/// Visits a syntax tree once and records declarations and chains.
///
/// Names that are known only inside a body are looked up here. Other names are looked up later, by code that knows all files.
///
/// The collector reads raw nodes: a syntax tree for editing has parents and positions, and computing these took longer than
/// parsing.
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

        var type: Index {
            if case .type(let type) = self { return type }
            return -1
        }
    }

    /// A part of a chain that is being read, from its end to its root.
    struct OpenCall {
        var step: Int
        var arguments: RawLabeledExprListSyntax
        var trailing: RawClosureExprSyntax?
        var others: RawMultipleTrailingClosureElementListSyntax
    }

    var facts = FileFacts.Tables()
    var table = TypeTable()

    /// The paths of the types around the current place.
    var types: [Index] = []
    var scopes: [Index] = []
    /// The number of bodies around the current place, within the innermost type.
    var bodies = 0
    /// Local names, as bindings.
    var locals = ScopedNames()
    /// The first binding of the innermost type; the ones before it are not visible from there.
    var firstLocal: Index = 0
    /// Whether Objective-C sees all members of the innermost type.
    var isInObjectiveC = false
    /// The types that are declared in bodies, with the paths that distinguish them from others with the same name.
    var localTypes = ScopedNames()
    /// The generic parameters, with the types that bound them, or -1.
    var generics = ScopedNames()
    /// Whether the current place is in a closure that maps a delegate.
    var isMapping = false
    /// For each function or closure around the current place, the chains that it returns.
    var returns: [[Index]] = []
    var returnTypes: [Index] = []
    /// For each `switch` around the current place, the chains of its subject.
    var subjects: [[Index]] = []

    /// The steps and calls of the chains that are being read, last first.
    var openSteps: [FileFacts.StepFact] = []
    var openCalls: [OpenCall] = []

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
        facts.lineStarts = starts
        source = root.firstToken.flatMap { token in
            token.rawText.baseAddress.map { UnsafeRawPointer($0) - token.leadingTriviaByteLength }
        }
        length = bytes.count
        scopes.append(scope(function: -1, isStatic: false))
    }

    // MARK: Places

    /// Returns where a node starts; the start of the file for a node that the parser inserted.
    func place(of node: some RawSyntaxNodeProtocol) -> FileFacts.Place {
        guard let source, let start = node.raw.firstToken?.rawText.baseAddress else { return FileFacts.Place() }
        let offset = UnsafeRawPointer(start) - source
        return FileFacts.Place(offset: (0...length).contains(offset) ? Int32(offset) : 0)
    }

    // MARK: Tables

    mutating func index(of name: String) -> Index { table.names.index(of: name) }

    mutating func index(of token: RawTokenSyntax) -> Index { table.names.index(of: token.name) }

    /// All that was collected.
    var tables: FileFacts.Tables {
        var all = facts
        (all.paths, all.written) = (table.paths, table.written)
        return all
    }

    mutating func list(of items: [Index]) -> FileFacts.Slice {
        guard !items.isEmpty else { return FileFacts.Slice() }
        let start = Index(facts.lists.count)
        facts.lists.append(contentsOf: items)
        return FileFacts.Slice(start: start, count: Index(items.count))
    }

    mutating func scope(function: Index, isStatic: Bool) -> Index {
        facts.scopes.append(FileFacts.ScopeFact(type: types.last ?? -1, function: function, isStatic: isStatic))
        return Index(facts.scopes.count - 1)
    }

    /// Returns the path of a name in the innermost type.
    mutating func path(of name: Index) -> Index { table.path(of: name, in: types.last ?? -1) }

    // MARK: Walking

    mutating func walk(_ node: (some RawSyntaxNodeProtocol)?) {
        if let raw = node?.raw { walk(raw) }
    }

    mutating func walk(_ node: RawSyntax) {
        switch node.kind {
        case .token: break
        case .classDecl, .actorDecl, .structDecl, .enumDecl, .protocolDecl, .extensionDecl, .typeAliasDecl,
            .enumCaseDecl, .variableDecl, .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl:
            readDeclaration(node)
        case .codeBlock, .ifExpr, .whileStmt, .guardStmt, .optionalBindingCondition, .matchingPatternCondition,
            .forStmt, .switchExpr, .switchCase, .catchClause, .returnStmt:
            readStatement(node)
        case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .declReferenceExpr, .sequenceExpr,
            .keyPathExpr, .optionalChainingExpr, .forceUnwrapExpr, .postfixIfConfigExpr, .genericSpecializationExpr:
            read(node, expected: .nothing)
        case .identifierType, .memberType: noteNames(in: node)
        case .importDecl: RawImportDeclSyntax(node).map { noteImport($0) }
        case .inOutExpr: write(RawInOutExprSyntax(node)?.expression)
        case .closureExpr: _ = RawClosureExprSyntax(node).map { closure($0, type: -1) }
        default:
            guard let children = node.layoutView?.children.makeIterator() else { break }
            for child in IteratorSequence(children) {
                if let child { walk(child) }
            }
        }
    }
}

@_spi(RawSyntax) import SwiftSyntax

/// Types by their names, wherever a type may stand: annotations, generic arguments, casts, imports.
///
/// Names within expressions are the roots of chains.
extension FactsCollector {
    /// Notes the names in a type, and returns its written type; -1 for one without a name, and for none.
    mutating func index(ofType type: RawTypeSyntax?) -> Index {
        noteNames(in: type)
        return table.written(ofType: type)
    }

    /// Notes every type that a node names.
    ///
    /// - Parameter member: for the root of a key path, the member behind it; else -1.
    mutating func noteNames(in node: (some RawSyntaxNodeProtocol)?, member: Index = -1) {
        if let raw = node?.raw { noteNames(in: raw, member: member) }
    }

    /// - Parameter place: where the node begins, if that is known. In a chain, all types begin at the same place, and to look for
    ///   it in each takes a time by the square.
    private mutating func noteNames(in node: RawSyntax, member: Index, at place: FileFacts.Place? = nil) {
        switch node.kind {
        case .token, .attributeList: break
        case .identifierType:
            guard let type = RawIdentifierTypeSyntax(node) else { break }
            noteName(type.name, qualifier: -1, member: member, at: place ?? self.place(of: node))
            noteNames(in: type.genericArgumentClause)
        case .memberType:
            guard let type = RawMemberTypeSyntax(node) else { break }
            let (base, place) = (type.baseType.raw, place ?? self.place(of: node))
            // Nobody writes longer ones, and each would be stored.
            let qualifier = base.byteLength > 1_000 ? -1 : index(of: text(of: type.baseType))
            noteName(type.name, qualifier: qualifier, member: member, at: place)
            noteNames(in: base, member: -1, at: place)
            noteNames(in: type.genericArgumentClause)
        default:
            guard let children = node.layoutView?.children.makeIterator() else { break }
            for child in IteratorSequence(children) {
                if let child { noteNames(in: child, member: -1) }
            }
        }
    }

    /// Notes what an import names within a module: `AccountService` of `import class LegacyAccount.AccountService`.
    mutating func noteImport(_ node: RawImportDeclSyntax) {
        var qualifier: Index = -1
        for component in Children<RawImportPathComponentSyntax>(node.path) {
            if qualifier >= 0 {
                noteName(component.name, qualifier: qualifier, member: -1, at: place(of: component.name))
            } else {
                qualifier = index(of: component.name)
            }
        }
    }

    private mutating func noteName(
        _ name: RawTokenSyntax,
        qualifier: Index,
        member: Index,
        at place: FileFacts.Place
    ) {
        facts.typeNames.append(
            FileFacts.TypeNameFact(
                name: index(of: name),
                qualifier: qualifier,
                member: member,
                scope: scopes.last ?? 0,
                place: place
            )
        )
    }

    /// Returns the text of a node, without the trivia around it.
    func text(of node: some RawSyntaxNodeProtocol) -> String {
        let raw = node.raw
        let length = raw.byteLength - raw.leadingTriviaByteLength - raw.trailingTriviaByteLength
        guard let start = raw.firstToken?.rawText.baseAddress, length > 0 else { return "" }
        return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }
}

/// Parameters, also generic ones with the types that bound them.
extension FactsCollector {
    static func labels(of parameters: RawFunctionParameterListSyntax, areSubscripts: Bool = false) -> String {
        var text = "("
        for parameter in Children<RawFunctionParameterSyntax>(parameters) {
            if areSubscripts, parameter.secondName == nil {
                text += "_:"
            } else {
                text += String(decoding: parameter.firstName.name, as: UTF8.self)
                text += ":"
            }
        }
        text += ")"
        return text
    }

    mutating func declareParameters(
        _ list: RawFunctionParameterListSyntax,
        areSubscripts: Bool = false
    ) -> [FileFacts.ParameterFact] {
        var result: [FileFacts.ParameterFact] = []
        for parameter in Children<RawFunctionParameterSyntax>(list) {
            walk(parameter.attributes)
            let type = bounded(index(ofType: parameter.type))
            // Whoever calls writes what an autoclosure returns.
            var passed = type
            if let attributed = RawAttributedTypeSyntax(parameter.type),
                Self.has("autoclosure", in: attributed.attributes),
                case .function(let result)? = table.type(at: type)
            {
                passed = result
            }
            let isPositional = parameter.firstName.tokenText == "_" || areSubscripts && parameter.secondName == nil
            let label = isPositional ? -1 : index(of: parameter.firstName)
            result.append(FileFacts.ParameterFact(label: label, type: passed))
            let values =
                parameter.defaultValue.map { self.values(of: $0.value.raw, expected: Expected(type: type)) } ?? []
            let name = index(of: parameter.secondName ?? parameter.firstName)
            declare(name, type: type, values: values, isParameter: true)
        }
        return result
    }

    /// Declares generic parameters with the types that bound them.
    mutating func declareBounds(
        _ parameters: RawGenericParameterClauseSyntax?,
        clause: RawGenericWhereClauseSyntax?
    ) {
        noteNames(in: parameters)
        noteNames(in: clause)
        guard let parameters else { return }
        var unbounded: Set<Index> = []
        for parameter in Children<RawGenericParameterSyntax>(parameters.parameters) {
            let name = index(of: parameter.name)
            let bound = table.written(ofType: parameter.inheritedType)
            generics.declare(name, as: bound)
            if bound < 0 { unbounded.insert(name) } else { unbounded.remove(name) }
        }
        for requirement in Children<RawGenericRequirementSyntax>(clause?.requirements) {
            guard let conformance = RawConformanceRequirementSyntax(requirement.requirement) else { continue }
            guard let left = RawIdentifierTypeSyntax(conformance.leftType) else { continue }
            let name = index(of: left.name)
            let bound = table.written(ofType: conformance.rightType)
            guard bound >= 0, unbounded.remove(name) != nil else { continue }
            generics.declare(name, as: bound)
        }
    }

    /// Returns `T.Type` as the metatype of the bound of `T`.
    private mutating func bounded(_ type: Index) -> Index {
        guard case .metatype(let inner)? = table.type(at: type), case .named(let path)? = table.type(at: inner),
            table.paths[Int(path)].parent < 0, let bound = generics[table.paths[Int(path)].name], bound >= 0
        else { return type }
        return table.index(of: .metatype(bound))
    }
}
