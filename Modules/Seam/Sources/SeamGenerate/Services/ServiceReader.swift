import SwiftSyntax

/// Reads the declaration of a service.
///
/// Reasons: docs/adr/model-annotations.md.
struct ServiceReader {
    let site: ProtocolSite
    let options: ServiceOptions
    let types: ServiceTypes
    private(set) var problems: [GenerateProblem] = []

    init(_ site: ProtocolSite, _ types: ServiceTypes, _ options: ServiceOptions) {
        self.site = site
        self.options = options
        self.types = types
    }

    /// Returns the service; nil after noting problems.
    mutating func service() -> Service? {
        checkProtocol()
        let annotations = ServiceAnnotations(above: site.decl)
        for item in annotations.items where ![.service, .error].contains(item.word) {
            report(site.decl, "`@\(item.word.rawValue)` is for methods")
        }
        if annotations.arguments(.service) != [""] { report(site.decl, "`@service` takes nothing, once") }
        let methods = methods(annotations.arguments(.error))
        if methods.isEmpty, problems.isEmpty { report(site.decl, "it has no methods") }
        guard problems.isEmpty else { return nil }
        let modifiers = site.decl.modifiers.map(\.name.text)
        let isInside = options.isMainActorDefault && modifiers.contains("nonisolated")
        return Service(
            path: site.path,
            protocolName: site.qualifiedName,
            outer: site.outer.isEmpty ? nil : site.outer.joined(separator: "."),
            name: "HTTP" + site.name,
            access: options.access?.rawValue ?? modifiers.first { ["public", "package"].contains($0) } ?? "internal",
            attributes: site.decl.attributes.filter(\.isAvailability).map(\.trimmedDescription),
            conditions: site.conditions,
            imports: site.imports,
            isNonisolated: isInside,
            methods: methods
        )
    }

    private mutating func checkProtocol() {
        let node = site.decl
        if let word = node.modifiers.first(where: { ["private", "fileprivate"].contains($0.name.text) }) {
            report(node, "it is `\(word.name.text)`, so that no other file can conform to it")
        }
        if node.attributes.names.contains("objc") { report(node, "it is an Objective-C protocol") }
        for name in node.inheritanceClause?.names ?? [] where !["Sendable", "SendableMetatype"].contains(name) {
            report(node, "it inherits from `\(name)`")
        }
        if node.genericWhereClause != nil { report(node, "it has a `where` clause") }
    }

    private mutating func methods(_ sharedErrors: [String]) -> [ServiceMethod] {
        var methods: [ServiceMethod] = []
        for item in site.decl.memberBlock.members {
            guard let node = item.decl.as(FunctionDeclSyntax.self) else {
                report(item.decl, Self.refusal(of: item.decl))
                continue
            }
            do throws(Unmodelled) {
                methods.append(try ServiceMethodReader(node: node, types: types, sharedErrors: sharedErrors).method())
            } catch {
                report(error.node, "`\(node.name.bareName)`: \(error.reason)")
            }
        }
        return methods
    }

    private static func refusal(of decl: DeclSyntax) -> String {
        switch decl.as(DeclSyntaxEnum.self) {
        case .variableDecl: "a property has no place for annotations of a request: make it a method"
        case .subscriptDecl: "a subscript has no place for annotations of a request: make it a method"
        case .initializerDecl: "it requires an initialiser"
        case .associatedTypeDecl: "it has an associated type"
        case .ifConfigDecl: "its methods depend on `#if`"
        default: "it requires something other than methods"
        }
    }

    private mutating func report(_ node: some SyntaxProtocol, _ reason: String) {
        let message = "no service for \(site.qualifiedName): \(reason)"
        // A type of a parameter may be an alias in another file.
        let isHere = node.root.id == site.decl.root.id
        let line = isHere ? node.line(in: site.path) : site.decl.line(in: site.path)
        problems.append(GenerateProblem(path: site.path, line: line, message: message))
    }
}

extension AttributeListSyntax.Element {
    fileprivate var isAvailability: Bool {
        self.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "available"
    }
}
