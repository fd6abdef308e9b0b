import SwiftSyntax

/// A struct, class or enum and the context of its declaration.
struct ModelSite: Sendable {
    var path: String
    var decl: DeclSyntax
    var annotations: Annotations
    /// The types around it, outermost first.
    var outer: [String]
    /// The conditions of all `#if` around it.
    var conditions: [String]
    /// Whether it, or a type around it, is generic.
    var isGeneric: Bool
    /// The extension whose comment has the annotations; nil if they stand in the type.
    var beside: Beside?

    /// An extension that describes a type that is declared elsewhere.
    struct Beside: Sendable {
        /// The file of the extension.
        var path: String
        /// The line of the extension.
        var line: Int
        /// What it says about properties and cases.
        var members: [String: Annotations]
        /// Whether the type is in another module.
        var isOutside = false
    }

    /// The file with the annotations.
    var annotatedPath: String { beside?.path ?? path }
    /// The word in `@model` that names one of several forms in JSON; empty without.
    var dialect: String { words.first { $0 != "json" } ?? "" }
    /// Whether `@model` says that there is no table.
    var isJSONOnly: Bool { words.contains("json") }
    /// What stands after `@model`.
    var words: [String] { (annotations[.model] ?? "").split(separator: " ").map(String.init) }

    var name: String { decl.asProtocol((any NamedDeclSyntax).self)?.name.bareName ?? "" }
    var qualifiedName: String { (outer + [name]).joined(separator: ".") }
    var stem: String { (outer + [name]).joined().filter { $0 != "." && $0 != "`" } + dialect.capitalisedFirst }
    var members: MemberBlockItemListSyntax {
        decl.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members ?? []
    }
    var inherited: [String] { decl.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.names ?? [] }
    var modifiers: [String] {
        decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.map(\.name.text) ?? []
    }

    /// Returns what is said about a property or case.
    func annotations(of name: String, _ node: some SyntaxProtocol) -> Annotations? {
        beside.map { $0.members[name] } ?? Annotations(above: node)
    }
}

extension String {
    /// The text with an upper-case letter at its beginning.
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The types of a file that models may depend on.
struct ModelSources: Sendable {
    var sites: [ModelSite] = []
    /// Classes by name, for the properties that a model inherits.
    var classes: [String: ModelSite] = [:]
    var aliases: [String: TypeSyntax] = [:]
    /// The types that an extension declares `Equatable`.
    var equatable: Set<String> = []
    var imports: [String: [String]] = [:]
    /// Extensions that describe a type that the sources don't declare.
    var strangers: [(name: String, beside: ModelSite.Beside)] = []

    /// Parses files, in order of their paths. Those with models have a path in `own`.
    init(_ sources: [SourceText], own: Set<String>) {
        var types: [String: ModelSite] = [:]
        var extensions: [ModelSiteReader.Extension] = []
        for source in sources.sorted(by: { $0.path < $1.path }) {
            let reader = ModelSiteReader(path: source.path)
            if let tree = source.tree { reader.walk(tree) }
            if own.contains(source.path) {
                sites += reader.sites.filter { $0.annotations.contains(.model) }
                extensions += reader.extensions
            }
            types.merge(reader.sites.map { ($0.qualifiedName, $0) }, uniquingKeysWith: { first, _ in first })
            classes.merge(
                reader.sites.filter { $0.decl.is(ClassDeclSyntax.self) }.map { ($0.name, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            aliases.merge(reader.aliases) { first, _ in first }
            equatable.formUnion(reader.equatable)
            imports[source.path] = reader.imports
        }
        for item in extensions {
            guard var site = types[item.name] else {
                strangers.append((item.name, item.beside))
                continue
            }
            site.annotations = item.annotations
            site.conditions = item.conditions
            site.beside = item.beside
            site.beside?.isOutside = !own.contains(site.path)
            sites.append(site)
        }
    }
}

/// Collects types; the bodies of functions are skipped.
private final class ModelSiteReader: SyntaxVisitor {
    let path: String
    /// An extension with `@model` in its comment.
    struct Extension {
        var name: String
        var annotations: Annotations
        var conditions: [String]
        var beside: ModelSite.Beside
    }

    var sites: [ModelSite] = []
    var extensions: [Extension] = []
    var aliases: [String: TypeSyntax] = [:]
    var equatable: Set<String> = []
    var imports: [String] = []
    private var outer: [String] = []
    private var conditions: [String] = []
    private var genericDepth = 0

    init(path: String) {
        self.path = path
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if conditions.isEmpty { imports.append(node.path.trimmedDescription) }
        return .skipChildren
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for (condition, elements) in node.branches {
            conditions.append(condition)
            if let elements { walk(elements) }
            conditions.removeLast()
        }
        return .skipChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { open(node) }
    override func visitPost(_ node: StructDeclSyntax) { close(node) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { open(node) }
    override func visitPost(_ node: EnumDeclSyntax) { close(node) }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { open(node) }
    override func visitPost(_ node: ClassDeclSyntax) { close(node) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { open(node) }
    override func visitPost(_ node: ActorDeclSyntax) { close(node) }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        note(node)
        return .skipChildren
    }

    private func open(
        _ node: some NamedDeclSyntax & DeclGroupSyntax & WithGenericParametersSyntax
    ) -> SyntaxVisitorContinueKind {
        if node.genericParameterClause != nil { genericDepth += 1 }
        note(node)
        outer.append(node.name.text)
        return .visitChildren
    }

    private func close(_ node: some WithGenericParametersSyntax) {
        if node.genericParameterClause != nil { genericDepth -= 1 }
        outer.removeLast()
    }

    private func note(_ node: some DeclSyntaxProtocol) {
        sites.append(
            ModelSite(
                path: path,
                decl: DeclSyntax(node),
                annotations: Annotations(above: node),
                outer: outer,
                conditions: conditions,
                isGeneric: genericDepth > 0
            )
        )
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.extendedType.trimmedDescription
        if !Set(node.inheritanceClause?.names ?? []).isDisjoint(with: ["Equatable", "Hashable", "Comparable"]) {
            equatable.insert(Catalog.bare(name))
        }
        let (type, members) = Annotations.beside(node)
        if type.contains(.model) {
            let beside = ModelSite.Beside(path: path, line: node.line(in: path), members: members)
            extensions.append(Extension(name: name, annotations: type, conditions: conditions, beside: beside))
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
