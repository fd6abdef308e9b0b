import SwiftSyntax

/// The declarations of a file that generated code depends on.
struct ParsedSource: Sendable {
    var path: String
    /// The import declarations as written, without access modifiers; an `#if` around imports is one entry.
    var imports: [String] = []
    var protocols: [ProtocolSite] = []
    var types: [TypeSite] = []
    /// The types that an extension declares `Sendable`.
    var sendableExtensions: Set<String> = []
    var aliases: [String: TypeSyntax] = [:]

    /// Parses files on all cores, in order.
    static func parse(_ sources: [SourceText]) -> [ParsedSource] {
        sources.mapOnAllCores(ParsedSource.init)
    }

    init(_ source: SourceText) {
        path = source.path
        let reader = SourceReader(path: source.path)
        if let tree = source.tree { reader.walk(tree) }
        imports = reader.imports
        protocols = reader.protocols
        types = reader.types
        sendableExtensions = reader.sendableExtensions
        aliases = reader.aliases
    }
}

/// A protocol and the context of its declaration.
struct ProtocolSite: Sendable {
    var path: String
    var decl: ProtocolDeclSyntax
    /// The types around it, outermost first.
    var outer: [String]
    /// The conditions of all `#if` around it.
    var conditions: [String]
    /// The imports of its file.
    var imports: [String] = []

    var name: String { decl.name.bareName }
    var qualifiedName: String { (outer + [decl.name.text]).joined(separator: ".") }
}

/// A struct, class, enum or actor and the context of its declaration.
struct TypeSite: Sendable {
    enum Kind: Sendable { case value, reference, actor }

    var name: String
    var kind: Kind
    var isPublic: Bool
    var inherits: [String]
    var attributes: [String]
}

/// Collects declarations; the bodies of functions are skipped.
private final class SourceReader: SyntaxVisitor {
    let path: String
    var imports: [String] = []
    var protocols: [ProtocolSite] = []
    var types: [TypeSite] = []
    var sendableExtensions: Set<String> = []
    var aliases: [String: TypeSyntax] = [:]
    private var outer: [String] = []
    private var conditions: [String] = []

    init(path: String) {
        self.path = path
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        imports.append(Self.text(of: node))
        return .skipChildren
    }

    private static func text(of node: ImportDeclSyntax) -> String {
        // A node of its own, or each change would make the whole file anew.
        var node = node.detached
        let access = ["public", "package", "internal", "fileprivate", "private"]
        node.modifiers = node.modifiers.filter { !access.contains($0.name.text) }
        node.leadingTrivia = []
        return node.trimmedDescription
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        if let text = Self.importsText(node) {
            imports.append(text)
            return .skipChildren
        }
        for (condition, elements) in node.branches {
            conditions.append(condition)
            if let elements { walk(elements) }
            conditions.removeLast()
        }
        return .skipChildren
    }

    /// Returns the text of an `#if` that contains only imports.
    private static func importsText(_ node: IfConfigDeclSyntax) -> String? {
        for clause in node.clauses {
            guard case .statements(let items)? = clause.elements else { return nil }
            guard items.allSatisfy({ $0.item.is(ImportDeclSyntax.self) }) else { return nil }
        }
        return node.trimmedDescription
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        protocols.append(ProtocolSite(path: path, decl: node, outer: outer, conditions: conditions))
        return .skipChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { open(node, .value) }
    override func visitPost(_ node: StructDeclSyntax) { outer.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { open(node, .value) }
    override func visitPost(_ node: EnumDeclSyntax) { outer.removeLast() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { open(node, .reference) }
    override func visitPost(_ node: ClassDeclSyntax) { outer.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { open(node, .actor) }
    override func visitPost(_ node: ActorDeclSyntax) { outer.removeLast() }

    private func open(
        _ node: some NamedDeclSyntax & DeclGroupSyntax,
        _ kind: TypeSite.Kind
    ) -> SyntaxVisitorContinueKind {
        let site = TypeSite(
            name: node.name.bareName,
            kind: kind,
            isPublic: node.modifiers.contains { ["public", "open"].contains($0.name.text) },
            inherits: node.inheritanceClause?.names ?? [],
            attributes: node.attributes.names
        )
        types.append(site)
        outer.append(node.name.text)
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.extendedType.trimmedDescription
        if (node.inheritanceClause?.names ?? []).contains("Sendable") {
            sendableExtensions.insert(name.split(separator: ".").last.map(String.init) ?? name)
        }
        outer.append(name)
        return .visitChildren
    }

    override func visitPost(_ node: ExtensionDeclSyntax) { outer.removeLast() }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.genericParameterClause == nil { aliases[node.name.bareName] = node.initializer.value }
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
