import SeamKit

/// Reads the declaration of a service.
///
/// Reasons: docs/adr/model-annotations.md.
struct ServiceReader {
    let site: Declaration
    let options: ServiceOptions
    let types: ServiceTypes
    private(set) var problems: [GenerateProblem] = []

    init(site: Declaration, types: ServiceTypes, options: ServiceOptions) {
        self.site = site
        self.options = options
        self.types = types
    }

    /// Returns the service; nil after noting problems.
    mutating func service() -> Service? {
        checkProtocol()
        let annotations = ServiceAnnotations(above: site)
        for item in annotations.items where ![.service, .error].contains(item.word) {
            report(site, because: "`@\(item.word.rawValue)` is for methods")
        }
        if let reason = ServiceAnnotations.words.problem(in: site.comment) { report(site, because: reason) }
        if annotations.arguments(of: .service) != [""] { report(site, because: "`@service` takes nothing, once") }
        let methods = methods(sharedErrors: annotations.arguments(of: .error))
        if methods.isEmpty, problems.isEmpty { report(site, because: "it has no methods") }
        guard problems.isEmpty else { return nil }
        let outer = site.outer
        let access = site.access.flatMap { [.public, .package].contains($0) ? $0.rawValue : nil }
        return Service(
            path: site.document.path,
            protocolName: site.qualifiedName,
            outer: outer.isEmpty ? nil : outer.joined(separator: "."),
            name: "HTTP" + site.name,
            access: options.access?.rawValue ?? access ?? "internal",
            attributes: site.attributes.filter(\.isAvailability).map(\.text),
            conditions: site.conditions,
            imports: site.document.imports.map(\.text),
            isNonisolated: options.isMainActorDefault && site.hasModifier("nonisolated"),
            methods: methods
        )
    }

    /// Returns why a protocol without `@service` was probably meant to have it; nil if it wasn't.
    static func slip(of site: Declaration) -> String? {
        if let reason = ServiceAnnotations.words.isNearly("service", in: site.comment) { return reason }
        let methods = site.members.flatMap { ServiceAnnotations(above: $0).items }
        let verb = methods.first { $0.word.isVerb && $0.argument.hasPrefix("/") }
        return verb.map { "a method has `@\($0.word.rawValue)`, and the protocol no `@service`" }
    }

    private mutating func checkProtocol() {
        if let privacy = types.catalog.privacy(of: site) {
            report(site, because: "\(privacy), so that no other file can conform to it")
        }
        if let stray = site.strayComments.lazy.compactMap({ comment in
            ServiceAnnotations.words.stray(in: comment.text).map { ($0, comment.offset) }
        }).first {
            problems.append(Refusal(site, stray.0, at: stray.1).problem(message(stray.0)))
        }
        if site.hasAttribute("objc") { report(site, because: "it is an Objective-C protocol") }
        for type in site.inherited.map(\.type) where !["Sendable", "SendableMetatype"].contains(type.standardName) {
            report(site, because: "it inherits from `\(type.text)`")
        }
        if !site.genericRequirements.isEmpty { report(site, because: "it has a `where` clause") }
    }

    private mutating func methods(sharedErrors: [String]) -> [ServiceMethod] {
        var methods: [ServiceMethod] = []
        for node in site.members {
            guard node.kind == .function else {
                report(node, because: Self.refusal(of: node))
                continue
            }
            do throws(Refusal) {
                methods.append(try ServiceMethodReader(node: node, types: types, sharedErrors: sharedErrors).method())
            } catch {
                problems.append(error.problem(message("`\(node.name)`: \(error.reason)")))
            }
        }
        return methods
    }

    private static func refusal(of declaration: Declaration) -> String {
        switch declaration.kind {
        case .property: "a property has no place for annotations of a request: make it a method"
        case .subscript: "a subscript has no place for annotations of a request: make it a method"
        case .initializer: "it requires an initialiser"
        case .associatedType: "it has an associated type"
        case .conditional: "its methods depend on `#if`"
        default: "it requires something other than methods"
        }
    }

    private mutating func report(_ declaration: Declaration, because reason: String) {
        problems.append(Refusal(declaration, reason).problem(message(reason)))
    }

    private func message(_ reason: String) -> String { "no service for \(site.qualifiedName): \(reason)" }
}
