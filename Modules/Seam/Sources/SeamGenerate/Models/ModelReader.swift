import SeamKit

/// Reads the declaration of a model.
///
/// Reasons: docs/adr/model-annotations.md.
struct ModelReader {
    private let sites: [ModelSite]
    let types: ModelTypes
    let options: ModelOptions
    private(set) var problems: [GenerateProblem] = []

    init(found: ModelSites, catalog: Catalog, options: ModelOptions) {
        sites = found.sites
        self.options = options
        var models: [ModelTypes.Key: (stem: String, column: ModelColumn)] = [:]
        for site in sites {
            let column = site.isEnum ? ModelWordsReader.column(of: site) : .json
            let name = site.scope.joined(separator: ".")
            models[ModelTypes.Key(name: name, dialect: site.dialect)] = (site.stem, column)
        }
        types = ModelTypes(models: models, catalog: catalog, kit: options.kit)
        for (declaration, reason) in found.slips {
            problems.append(Refusal(declaration, reason).problem("no code for \(declaration.qualifiedName): \(reason)"))
        }
        for stranger in found.strangers {
            let reason = "its declaration is in none of the sources; name its folder with --context"
            problems.append(Refusal(stranger.decl, reason).problem("no code for \(stranger.decl.name): \(reason)"))
        }
    }

    /// Returns all models, without those that depend on a type that can't be one.
    mutating func models() -> [Model] {
        var models: [Model] = []
        var stems: Set<String> = []
        for site in sites {
            let before = problems.count
            let model = read(site)
            guard problems.count == before, let model else { continue }
            if stems.insert(model.stem.lowercased()).inserted {
                models.append(model)
            } else {
                report(Refusal(site.decl, "there are two models of this name"), site: site)
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
                if let problem = Self.problem(of: model, among: models) {
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
    private static func problem(of model: Model, among models: [Model]) -> GenerateProblem? {
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
        do throws(Refusal) {
            try check(site)
            let content: Model.Content
            if site.isEnum {
                content =
                    site.annotations.contains(.json)
                    ? .variants(try ModelVariantsReader(site: site, types: types).variants())
                    : .words(try ModelWordsReader(site: site).words())
            } else {
                var reader = ModelFieldReader(site: site, types: types)
                let fields = reader.fields()
                guard reader.problems.isEmpty else {
                    reader.problems.forEach { report($0, site: site) }
                    return nil
                }
                if fields.isEmpty { throw Refusal(site.decl, "it has no property with `@json`") }
                let isOutside = site.beside?.isOutside ?? options.imports.contains { !$0.hasPrefix("@testable") }
                let construction = try ModelConstruction(reader: reader, isOutside: isOutside).construction(of: fields)
                content = .fields(fields, construction)
            }
            return Model(
                path: site.annotated.document.path,
                name: site.qualifiedName,
                stem: site.stem,
                dialect: site.dialect,
                content: content,
                isEquatable: content.isWithoutPayload || isEquatable(site),
                table: content.isObject ? table(of: site) : nil,
                imports: site.annotated.document.imports.filter(\.conditions.isEmpty).map(\.path),
                conditions: site.conditions,
                availability: []
            )
        } catch {
            report(error, site: site)
            return nil
        }
    }

    private func isEquatable(_ site: ModelSite) -> Bool {
        let inherited = types.catalog.inherited(by: Catalog.Named(declaration: site.decl, scope: site.scope.dropLast()))
        return !inherited.isDisjoint(with: ["Equatable", "Hashable", "Comparable"])
    }

    private func table(of site: ModelSite) -> String? {
        guard options.hasDatabase, !site.isJSONOnly else { return nil }
        let name = site.annotations[.table] ?? ""
        return name.isEmpty ? site.stem.prefix(1).lowercased() + site.stem.dropFirst() : name
    }

    private func check(_ site: ModelSite) throws(Refusal) {
        if let reason = Annotations.words.problem(in: site.annotated.comment) { throw Refusal(site.annotated, reason) }
        if site.decl.kind == .protocol { throw Refusal(site.decl, "it is a protocol") }
        if site.decl.kind == .actor { throw Refusal(site.decl, "it is an actor") }
        if site.decl.isGeneric { throw Refusal(site.decl, "it is generic") }
        if let privacy = types.catalog.privacy(of: site.decl) {
            throw Refusal(site.decl, "\(privacy), so that no other file can use it")
        }
        for comment in site.beside == nil ? site.decl.strayComments : [] {
            guard let reason = Annotations.words.stray(in: comment.text) else { continue }
            throw Refusal(site.decl, reason, at: comment.offset)
        }
        let dialects = site.words.filter { $0 != "json" }
        if dialects.count > 1 || dialects.contains(where: { $0.wholeMatch(of: /[a-z][A-Za-z0-9]*/) == nil }) {
            throw Refusal(site.decl, "`@model` takes the name of a form, and `json` for a model without a table")
        }
        if let table = site.annotations[.table], table.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil {
            throw Refusal(site.decl, "`@table` takes a name of letters and digits")
        }
        if site.isEnum, site.annotations.contains(.table) {
            throw Refusal(site.decl, "an enum has no table")
        }
        if let reason = options.refusal(of: site) { throw Refusal(site.decl, reason) }
        if site.decl.hasAttribute("available") {
            throw Refusal(site.decl, "it is not available everywhere")
        }
        if case .actor(let actor)? = site.decl.isolation(among: types.catalog.actors) {
            throw Refusal(site.decl, "it belongs to `@\(actor)`, and JSON is read on any thread")
        }
    }

    private mutating func report(_ refusal: Refusal, site: ModelSite) {
        let member = [.property, .enumCase].contains(refusal.declaration.kind) ? refusal.declaration : nil
        let subject = member.map { "`\($0.writtenName)`: " } ?? ""
        // What stands beside a type is reported there.
        let refusal = site.beside.map { Refusal($0.decl, refusal.reason) } ?? refusal
        problems.append(refusal.problem("no code for \(site.qualifiedName): \(subject)\(refusal.reason)"))
    }
}

extension Model.Content {
    fileprivate var isObject: Bool { if case .fields = self { true } else { false } }
    fileprivate var isWithoutPayload: Bool {
        if case .words(let words) = self { words.other?.hasWord != true } else { false }
    }
}
