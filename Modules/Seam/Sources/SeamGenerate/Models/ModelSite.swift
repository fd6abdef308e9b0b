import SeamKit

/// A struct, class or enum with annotations.
struct ModelSite: Sendable {
    var decl: Declaration
    var annotations: Annotations
    /// The conditions of all `#if` around the annotations.
    var conditions: [String]
    /// The extension whose comment has the annotations; nil if they stand in the type.
    var beside: Beside?

    /// An extension that describes a type that is declared elsewhere.
    struct Beside: Sendable {
        var decl: Declaration
        /// What it says about properties and cases.
        var members: [String: Annotations]
        /// Whether the type is in another module.
        var isOutside = false
    }

    init(decl: Declaration) {
        self.decl = decl
        annotations = Annotations(above: decl)
        conditions = decl.conditions
    }

    /// The declaration with the annotations.
    var annotated: Declaration { beside?.decl ?? decl }
    /// The word in `@model` that names one of several forms in JSON; empty without.
    var dialect: String { words.first { $0 != "json" } ?? "" }
    /// Whether `@model` says that there is no table.
    var isJSONOnly: Bool { words.contains("json") }
    /// What stands after `@model`.
    var words: [String] { (annotations[.model] ?? "").split(separator: " ").map(String.init) }

    var name: String { decl.name }
    var qualifiedName: String { (decl.outer + [name]).joined(separator: ".") }
    var stem: String { scope.joined() + dialect.upperCamel }
    /// The types around what stands in it, outermost first.
    var scope: Catalog.Scope { Catalog.scope(of: decl) + [name] }
    var isEnum: Bool { decl.kind == .enum }

    /// Returns what is said about a property or case.
    func annotations(of name: String, member: Declaration) -> Annotations? {
        beside.map { $0.members[name] } ?? Annotations(above: member)
    }

    /// Returns the line of what is said about a member.
    func line(of member: Declaration) -> Int { beside?.decl.line ?? member.line }
}

/// The annotated types of some sources.
struct ModelSites: Sendable {
    private(set) var sites: [ModelSite]
    /// Extensions that describe a type that the sources don't declare.
    private(set) var strangers: [ModelSite.Beside] = []
    /// Types and extensions that were probably meant to be annotated, with the reason.
    private(set) var slips: [(declaration: Declaration, reason: String)] = []

    /// Finds the models in the files whose path is in `own`, in order of the paths.
    init(catalog: Catalog, own: Set<String>) {
        func isOwn(_ declaration: Declaration) -> Bool { own.contains(declaration.document.path) }
        sites = (catalog.types + catalog.protocols).filter(isOwn).map(ModelSite.init).filter {
            $0.annotations.contains(.model)
        }
        for item in catalog.types + catalog.extensions where isOwn(item) {
            guard !Annotations(above: item).contains(.model) else { continue }
            if let reason = Annotations.words.isNearly("model", in: item.comment) { slips.append((item, reason)) }
        }
        sites.sort { ($0.decl.document.path, $0.decl.offset) < ($1.decl.document.path, $1.decl.offset) }
        for item in catalog.extensions where isOwn(item) {
            let (annotations, members) = Annotations.beside(item)
            guard annotations.contains(.model) else { continue }
            var beside = ModelSite.Beside(decl: item, members: members)
            guard let type = catalog.visible(item.name, from: [])?.declaration, type.kind != .typeAlias else {
                strangers.append(beside)
                continue
            }
            beside.isOutside = !isOwn(type)
            var site = ModelSite(decl: type)
            site.annotations = annotations
            site.conditions = item.conditions
            site.beside = beside
            sites.append(site)
        }
    }
}
