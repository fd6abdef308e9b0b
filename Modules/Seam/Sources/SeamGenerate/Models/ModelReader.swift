import SwiftSyntax

/// Reads the declaration of a model.
///
/// Reasons: docs/adr/model-annotations.md.
struct ModelReader {
    let sources: ModelSources
    let types: ModelTypes
    let options: ModelOptions
    private(set) var problems: [GenerateProblem] = []

    init(_ sources: ModelSources, _ options: ModelOptions) {
        self.sources = sources
        self.options = options
        var models: [ModelTypes.Key: (stem: String, column: ModelColumn)] = [:]
        for site in sources.sites {
            let column = site.decl.as(EnumDeclSyntax.self).map { ModelWordsReader.column(of: $0, site.annotations) }
            models[ModelTypes.Key(name: site.qualifiedName, dialect: site.dialect)] = (site.stem, column ?? .json)
        }
        types = ModelTypes(models: models, aliases: sources.aliases, kit: options.kit)
        for (name, beside) in sources.strangers {
            let reason = "its declaration is in none of the sources; name its folder with --context"
            let message = "no code for \(name): \(reason)"
            problems.append(GenerateProblem(path: beside.path, line: beside.line, message: message))
        }
    }

    /// Returns all models, without those that depend on a type that can't be one.
    mutating func models() -> [Model] {
        var models: [Model] = []
        var stems: Set<String> = []
        for site in sources.sites {
            let before = problems.count
            let model = read(site)
            guard problems.count == before, let model else { continue }
            if stems.insert(model.stem.lowercased()).inserted {
                models.append(model)
            } else {
                report(site.decl, site, "there are two models of this name")
            }
        }
        return complete(models)
    }

    /// Removes models with fields whose model was refused, until nothing is left to remove.
    private mutating func complete(_ models: [Model]) -> [Model] {
        var models = models
        while true {
            let stems = Set(models.map(\.stem))
            var kept: [Model] = []
            for model in models {
                let missing = model.fields.first { field in
                    field.kind.contains { if case .model(let stem, _) = $0 { !stems.contains(stem) } else { false } }
                }
                if let problem = Self.problem(of: model, models) {
                    problems.append(problem)
                } else if let missing {
                    let message = "no code for \(model.name): `\(missing.name)`: its type has no code either"
                    problems.append(GenerateProblem(path: model.path, line: missing.line, message: message))
                } else {
                    kept.append(model)
                }
            }
            if kept.count == models.count { return models }
            models = kept
        }
    }

    /// Returns why a case can't have its value.
    private static func problem(of model: Model, _ models: [Model]) -> GenerateProblem? {
        guard case .variants(let variants) = model.content else { return nil }
        for item in variants.cases {
            guard let stem = item.value else { continue }
            let value = models.first { $0.stem == stem }
            let reason: String? =
                if value == nil {
                    "its type has no code either"
                } else if value?.content.isObject != true {
                    "its value is no struct or class"
                } else if value?.fields.contains(where: { ($0.groups + [$0.key]).first == variants.key }) == true {
                    "its value has a field `\(variants.key)` of its own"
                } else {
                    nil
                }
            if let reason {
                let message = "no code for \(model.name): `\(item.name)`: \(reason)"
                return GenerateProblem(path: model.path, line: item.line, message: message)
            }
        }
        return nil
    }

    private mutating func read(_ site: ModelSite) -> Model? {
        do throws(Unmodelled) {
            try check(site)
            let content: Model.Content
            if let node = site.decl.as(EnumDeclSyntax.self), site.annotations.contains(.json) {
                content = .variants(try ModelVariantsReader(decl: node, site: site, types: types).variants())
            } else if let node = site.decl.as(EnumDeclSyntax.self) {
                content = .words(try ModelWordsReader(decl: node, site: site).words())
            } else {
                var reader = ModelFieldReader(site: site, sources: sources, types: types)
                let fields = reader.fields()
                guard reader.problems.isEmpty else {
                    for problem in reader.problems { report(problem.node, site, problem.reason) }
                    return nil
                }
                if fields.isEmpty { throw Unmodelled(site.decl, "it has no property with `@json`") }
                let isOutside = site.beside?.isOutside ?? options.imports.contains { !$0.hasPrefix("@testable") }
                let construction = try ModelConstruction(reader, isOutside: isOutside).construction(of: fields)
                content = .fields(fields, construction)
            }
            let equatable: Set = ["Equatable", "Hashable", "Comparable"]
            let isPlainEnum = site.decl.as(EnumDeclSyntax.self) != nil && content.isWithoutPayload
            return Model(
                path: site.annotatedPath,
                name: site.qualifiedName,
                stem: site.stem,
                dialect: site.dialect,
                content: content,
                isEquatable: isPlainEnum || !equatable.isDisjoint(with: site.inherited)
                    || sources.equatable.contains(site.name),
                table: content.isObject ? table(of: site) : nil,
                imports: sources.imports[site.annotatedPath] ?? [],
                conditions: site.conditions,
                availability: []
            )
        } catch {
            report(error.node, site, error.reason)
            return nil
        }
    }

    private func table(of site: ModelSite) -> String? {
        guard options.hasDatabase, !site.isJSONOnly else { return nil }
        let name = site.annotations[.table] ?? ""
        return name.isEmpty ? site.stem.prefix(1).lowercased() + site.stem.dropFirst() : name
    }

    private func check(_ site: ModelSite) throws(Unmodelled) {
        if site.decl.is(ProtocolDeclSyntax.self) { throw Unmodelled(site.decl, "it is a protocol") }
        if site.decl.is(ActorDeclSyntax.self) { throw Unmodelled(site.decl, "it is an actor") }
        if site.isGeneric { throw Unmodelled(site.decl, "it is generic") }
        if site.modifiers.contains("private") || site.modifiers.contains("fileprivate") {
            throw Unmodelled(site.decl, "it is private, so that no other file can use it")
        }
        let dialects = site.words.filter { $0 != "json" }
        if dialects.count > 1 || dialects.contains(where: { $0.wholeMatch(of: /[a-z][A-Za-z0-9]*/) == nil }) {
            throw Unmodelled(site.decl, "`@model` takes the name of a form, and `json` for a model without a table")
        }
        if let table = site.annotations[.table], table.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil {
            throw Unmodelled(site.decl, "`@table` takes a name of letters and digits")
        }
        if site.decl.is(EnumDeclSyntax.self), site.annotations.contains(.table) {
            throw Unmodelled(site.decl, "an enum has no table")
        }
        if let reason = options.refusal(of: site) { throw Unmodelled(site.decl, reason) }
        let attributes = site.decl.asProtocol((any WithAttributesSyntax).self)?.attributes.names ?? []
        if attributes.contains("available") {
            throw Unmodelled(site.decl, "it is not available everywhere")
        }
        if let actor = attributes.first(where: { $0 == "MainActor" }) {
            throw Unmodelled(site.decl, "it belongs to `@\(actor)`, and JSON is read on any thread")
        }
    }

    /// Returns the name of the property or case that a node is or lies in.
    private static func member(around node: some SyntaxProtocol) -> String? {
        var current: Syntax? = Syntax(node)
        while let node = current {
            if let property = node.as(VariableDeclSyntax.self) {
                return property.bindings.first?.pattern.trimmedDescription
            }
            if let item = node.as(EnumCaseDeclSyntax.self) { return item.elements.first?.name.text }
            if node.isProtocol((any DeclGroupSyntax).self) { return nil }
            current = node.parent
        }
        return nil
    }

    private mutating func report(_ node: some SyntaxProtocol, _ site: ModelSite, _ reason: String) {
        let subject = Self.member(around: node).map { "`\($0)`: " } ?? ""
        // A property may be inherited from a class in another file.
        let path = site.beside?.path ?? sources.path(of: node, default: site.path)
        problems.append(
            GenerateProblem(
                path: path,
                line: site.beside?.line ?? node.line(in: path),
                message: "no code for \(site.qualifiedName): \(subject)\(reason)"
            )
        )
    }
}

extension ModelSources {
    /// Returns the path of the file that a node is in.
    fileprivate func path(of node: some SyntaxProtocol, default path: String) -> String {
        let root = node.root.id
        return (sites + Array(classes.values)).first { $0.decl.root.id == root }?.path ?? path
    }
}

extension Model.Content {
    fileprivate var isObject: Bool { if case .fields = self { true } else { false } }
    fileprivate var isWithoutPayload: Bool {
        if case .words(let words) = self { words.other?.hasWord != true } else { false }
    }
}
