public import SeamKit

/// A configuration resolved against a map: the modules of each layer, and who may touch what.
///
/// It finds violations by a function of both without side effects, and doesn't know the baseline.
public struct Rules: Sendable {
    let map: CodeMap
    private let configuration: Configuration
    private let modules: [String: Module]
    private let layers: [String: Configuration.Layer]
    private let types: [RestrictedName]
    private let members: [RestrictedName]
    /// Uses that are fallbacks.
    private let fallbacks: [Use]
    private let stages: [String: Configuration.Stage]
    /// For each type and member, the protocol that a use of it can be replaced by.
    private let protocols: [String: [String: String]]

    /// Resolves the names of a configuration.
    ///
    /// - Throws: every name that matches nothing in the map, with its line.
    public init(
        _ configuration: Configuration,
        map: CodeMap,
        file: String = Configuration.fileName
    ) throws(ConfigurationError) {
        self.map = map
        self.fallbacks = configuration.fallbacks ? map.fallbacks : []
        protocols = Dictionary(map.singletons.map { ($0.name, $0.protocols) }, uniquingKeysWith: { first, _ in first })
        self.configuration = configuration
        modules = Dictionary(map.modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var names = NameCheck(configuration, map: map)
        layers = names.layers()
        stages = names.stages()
        names.checkPlaces()
        if !names.problems.isEmpty { throw ConfigurationError(file: file, problems: names.problems) }
        let known = Set(map.modules.map(\.name)).union(map.files.flatMap { $0.imports.map(\.module) })
        types = configuration.types.map { RestrictedName(type: $0, knownModules: known) }
        members = configuration.members.map { RestrictedName(member: $0, knownModules: known) }
    }

    /// Returns the stage of a module.
    public func stage(of module: String) -> Configuration.Stage {
        stages[module] ?? configuration.defaultStage
    }

    /// Returns all violations, in order of place.
    public func violations() -> [Violation] {
        var found: [Violation] = []
        let isSetByFeature = featureSets()
        let uses = Dictionary(grouping: map.uses, by: \.file)
        let declaring = declarations()
        let falling = Dictionary(grouping: fallbacks, by: \.file)
        for file in map.sources where stage(of: file.module) != .off {
            for line in file.imports where line.module != file.module {
                if let violation = layerViolation(file, line) { found.append(violation) }
                if let violation = undeclaredViolation(file, line) { found.append(violation) }
                found.append(contentsOf: featureViolations(file, line, isSetByFeature))
            }
            let own = uses[file.path] ?? []
            for restricted in types {
                guard own.contains(where: { restricted.fits($0) }) || !file.mentions.isEmpty,
                    !allows(file, restricted, declaring)
                else { continue }
                found.append(contentsOf: typeViolations(file, restricted, own, declaring))
            }
            for restricted in members {
                let fitting = own.filter { restricted.fits($0) }
                guard !fitting.isEmpty, !allows(file, restricted, declaring) else { continue }
                found.append(contentsOf: fitting.map { violation(.restrictedMember, $0, restricted) })
            }
            found.append(contentsOf: (falling[file.path] ?? []).map(violation))
            for allow in Allow.all(in: file) {
                guard let problem = allow.problem else { continue }
                found.append(
                    Violation(
                        rule: .allowComment,
                        file: file.path,
                        line: allow.line,
                        module: file.module,
                        member: allow.subjects.joined(separator: ","),
                        message: problem
                    )
                )
            }
        }
        return found.sorted(by: Violation.areInOrder)
    }

    /// Returns the restricted types and members that nothing in the tree names.
    public func unknownNames() -> [Configuration.Name] {
        var seen = Set(map.singletons.map { RestrictedName.lastName($0.name) })
        for file in map.files {
            seen.formUnion(file.declarations)
            seen.formUnion(file.mentions.map(\.name))
        }
        return (types + members).filter { !seen.contains($0.name) }.map(\.restriction.subject)
    }

    // MARK: Imports

    private func layerViolation(_ file: SourceFile, _ line: Import) -> Violation? {
        guard let layer = layers[file.module] else { return nil }
        guard let target = modules[line.module] else {
            guard let external = layer.external,
                !external.contains(where: { Pattern($0.text).matches(module: line.module, isTest: false) })
            else { return nil }
            return violation(
                .externalImport,
                file,
                line,
                "\(file.module) (layer \(layer.name.text)) may not import \(line.module) from outside"
            )
        }
        if layers[target.name]?.name == layer.name { return nil }
        let isAllowed = layer.imports.contains { name in
            name.text == layers[target.name]?.name.text
                || Pattern(name.text).matches(module: target.name, isTest: target.isTest)
        }
        guard !isAllowed else { return nil }
        let of = layers[target.name].map { " (layer \($0.name.text))" } ?? ""
        return violation(
            .layerImport,
            file,
            line,
            "\(file.module) (layer \(layer.name.text)) may not import \(target.name)\(of)"
        )
    }

    /// Returns the violation of an undeclared import. It checks only imports within one package, because a manifest doesn't
    /// list the modules of another package's products.
    private func undeclaredViolation(_ file: SourceFile, _ line: Import) -> Violation? {
        guard configuration.declaredImports, let own = modules[file.module], let target = modules[line.module],
            own.origin == .package, target.origin == .package, own.manifest == target.manifest,
            !own.dependencies.contains(target.name)
        else { return nil }
        return violation(
            .undeclaredImport,
            file,
            line,
            "\(own.name) imports \(target.name), which \(own.manifest) does not declare as its dependency"
        )
    }

    private func featureSets() -> [(set: Configuration.FeatureSet, modules: Set<String>, except: Set<String>)] {
        configuration.features.map { set in
            (set, names(fitting: set.modules), names(fitting: set.except))
        }
    }

    private func names(fitting patterns: [Configuration.Name]) -> Set<String> {
        Set(
            map.modules
                .filter { module in
                    patterns.contains { Pattern($0.text).matches(module: module.name, isTest: module.isTest) }
                }
                .map(\.name)
        )
    }

    private func featureViolations(
        _ file: SourceFile,
        _ line: Import,
        _ sets: [(set: Configuration.FeatureSet, modules: Set<String>, except: Set<String>)]
    ) -> [Violation] {
        sets.compactMap { set, modules, except in
            guard modules.contains(file.module), modules.contains(line.module), !except.contains(line.module) else {
                return nil
            }
            let message = "feature \(file.module) may not import feature \(line.module)\(Self.why(set.because))"
            return violation(.featureImport, file, line, message)
        }
    }

    private func violation(_ rule: Rule, _ file: SourceFile, _ line: Import, _ message: String) -> Violation {
        Violation(
            rule: rule,
            file: file.path,
            line: line.line,
            column: line.column,
            module: file.module,
            member: line.module,
            message: message
        )
    }

    // MARK: Types and members

    private func typeViolations(
        _ file: SourceFile,
        _ restricted: RestrictedName,
        _ uses: [Use],
        _ declaring: [String: Declaring]
    ) -> [Violation] {
        let fitting = uses.filter { restricted.fits($0) }
        // If the map has a use at a place, or follows one from there, it says more than the name at that place.
        let seen = Set(fitting.map { Place(line: $0.line, column: $0.column) })
        let followed = Set(fitting.filter { $0.path != .direct }.map(\.enclosing))
        let accessors = Set(map.singletons.filter { restricted.fits($0) }.flatMap { $0.accessors.map(\.name) })
        var found = fitting.map { violation(.restrictedType, $0, restricted) }
        for mention in file.mentions where restricted.fits(mention, home: declaring[restricted.path]?.module) {
            guard !seen.contains(Place(line: mention.line, column: mention.column)),
                !accessors.contains(mention.member) || !followed.contains(mention.enclosing)
            else { continue }
            let member = mention.member.isEmpty ? restricted.path : "\(restricted.path).\(mention.member)"
            found.append(
                Violation(
                    rule: .restrictedType,
                    file: file.path,
                    line: mention.line,
                    column: mention.column,
                    module: file.module,
                    enclosing: mention.enclosing,
                    member: member,
                    message: message(restricted, "\(member) is named", in: mention.enclosing),
                    instead: protocols[restricted.path]?[mention.member]
                )
            )
        }
        return found
    }

    private struct Place: Hashable {
        var line: Int
        var column: Int
    }

    private func violation(_ rule: Rule, _ use: Use, _ restricted: RestrictedName) -> Violation {
        let member = use.member == Use.instance ? use.type : "\(use.type).\(use.member)"
        let verb =
            switch use.kind {
            case .read: "read"
            case .write: "written"
            case .call: "called"
            }
        let doubt = use.certainty == .byName ? " (found by name)" : ""
        return Violation(
            rule: rule,
            file: use.file,
            line: use.line,
            column: use.column,
            module: use.module,
            enclosing: use.enclosing,
            member: member,
            message: message(restricted, "\(member) is \(verb)\(doubt)", in: use.enclosing),
            instead: protocols[use.type]?[use.member],
            use: use
        )
    }

    private func violation(_ fallback: Use) -> Violation {
        let place = fallback.enclosing.isEmpty ? "this" : fallback.enclosing
        return Violation(
            rule: .fallback,
            file: fallback.file,
            line: fallback.line,
            column: fallback.column,
            module: fallback.module,
            enclosing: fallback.enclosing,
            member: fallback.type,
            message: "\(place) falls back to the accessor of \(fallback.type); let whoever makes it pass the instance",
            use: fallback
        )
    }

    private func message(_ restricted: RestrictedName, _ what: String, in enclosing: String) -> String {
        let place = enclosing.isEmpty ? "here" : "in \(enclosing)"
        let only = restricted.restriction.only.map(\.text).joined(separator: ", ")
        let limit = only.isEmpty ? "nothing new may use it" : "only \(only) may touch it"
        return "\(what) \(place); \(limit)\(Self.why(restricted.restriction.because))"
    }

    private static func why(_ because: String?) -> String {
        because.map { ": \($0)" } ?? ""
    }

    /// The declaration of a restricted type.
    fileprivate struct Declaring: Sendable {
        /// Its module; nil if the tree does not declare it, or several modules do.
        var module: String?
        /// The files that declare it.
        var files: Set<String> = []
    }

    private func declarations() -> [String: Declaring] {
        var result: [String: Declaring] = [:]
        for restricted in types + members {
            var files: [String: Set<String>] = [:]
            for file in map.files where file.declarations.contains(restricted.name) {
                files[file.module, default: []].insert(file.path)
            }
            for singleton in map.singletons where restricted.fits(singleton) && !singleton.file.isEmpty {
                files[singleton.module, default: []].insert(singleton.file)
            }
            var place = Declaring()
            place.module = restricted.module ?? (files.count == 1 ? files.keys.first : nil)
            if place.module == nil {
                // If several types have the same name, the restricted one is the singleton.
                let singletons = Set(map.singletons.filter { restricted.fits($0) }.map(\.module))
                if singletons.count == 1 { place.module = singletons.first }
            }
            for (_, paths) in files.filter({ place.module == nil || $0.key == place.module }) {
                place.files.formUnion(paths)
            }
            result[restricted.path] = place
        }
        return result
    }

    /// Returns whether a file may touch a restricted type or member.
    private func allows(_ file: SourceFile, _ restricted: RestrictedName, _ declaring: [String: Declaring]) -> Bool {
        let place = declaring[restricted.path]
        if place?.files.contains(file.path) ?? false { return true }
        let namesFolders = restricted.restriction.only.contains { Pattern($0.text).isPath }
        if restricted.member == nil, !namesFolders, place?.module == file.module { return true }
        return restricted.restriction.only.contains { name in
            let pattern = Pattern(name.text)
            if pattern.isPath { return pattern.matches(path: file.path) }
            return name.text == layers[file.module]?.name.text
                || pattern.matches(module: file.module, isTest: file.isTest)
        }
    }
}
