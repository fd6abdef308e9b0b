public import SeamKit

/// A configuration resolved against a map: which modules are in which layer, and who may touch what.
///
/// A pure function of both; finds violations and knows of no baseline.
public struct Rules: Sendable {
    private let map: CodeMap
    private let configuration: Configuration
    private let modules: [String: Module]
    private let layers: [String: Configuration.Layer]
    private let types: [RestrictedName]
    private let members: [RestrictedName]
    private let stages: [String: Configuration.Stage]

    /// Resolves the names of a configuration.
    ///
    /// - Throws: every name that nothing in the map fits, with the line it stands on.
    public init(
        _ configuration: Configuration,
        map: CodeMap,
        file: String = Configuration.fileName
    ) throws(ConfigurationError) {
        self.map = map
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

    /// The names of types that an inspection of the sources has to look for, without the types around them.
    public var inspectedTypes: Set<String> {
        Set(types.map(\.name))
    }

    /// How strict the check is in a module.
    public func stage(of module: String) -> Configuration.Stage {
        stages[module] ?? configuration.defaultStage
    }

    /// Every violation, in order of place.
    ///
    /// - Parameter inspections: what `FileInspection.inspect` found for `inspectedTypes`, by path.
    public func violations(_ inspections: [String: FileInspection]) -> [Violation] {
        var found: [Violation] = []
        let isSetByFeature = featureSets()
        let uses = Dictionary(grouping: map.uses, by: \.file)
        let declaring = declarations(inspections)
        for file in map.files where stage(of: file.module) != .off {
            for line in file.imports where line.module != file.module {
                if let violation = layerViolation(file, line) { found.append(violation) }
                if let violation = undeclaredViolation(file, line) { found.append(violation) }
                found.append(contentsOf: featureViolations(file, line, isSetByFeature))
            }
            let inspection = inspections[file.path]
            let own = uses[file.path] ?? []
            for restricted in types {
                guard own.contains(where: { restricted.fits($0) }) || inspection?.mentions.isEmpty == false,
                    !allows(file, restricted, declaring)
                else { continue }
                found.append(
                    contentsOf: typeViolations(file, restricted, own, inspection?.mentions ?? [], declaring)
                )
            }
            for restricted in members {
                let fitting = own.filter { restricted.fits($0) }
                guard !fitting.isEmpty, !allows(file, restricted, declaring) else { continue }
                found.append(contentsOf: fitting.map { violation(.restrictedMember, $0, restricted) })
            }
            for allow in inspection?.allows ?? [] {
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

    /// Restricted types and members that nothing in the tree names any more, or never did.
    public func unknownNames(_ inspections: [String: FileInspection]) -> [Configuration.Name] {
        var seen = Set(map.singletons.map { RestrictedName.lastName($0.name) })
        for inspection in inspections.values {
            seen.formUnion(inspection.declarations)
            seen.formUnion(inspection.mentions.map(\.name))
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

    /// Only within one package: what a product of another package holds, its manifest alone does not tell.
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
        _ mentions: [Mention],
        _ declaring: [String: Declaring]
    ) -> [Violation] {
        let fitting = uses.filter { restricted.fits($0) }
        // What the map sees at a place, or follows from there, says more than the name that stands there.
        let seen = Set(fitting.map { Place(line: $0.line, column: $0.column) })
        let followed = Set(fitting.filter { $0.path != .direct }.map { Self.enclosing($0) })
        let accessors = Set(map.singletons.filter { restricted.fits($0) }.flatMap { $0.accessors.map(\.name) })
        var found = fitting.map { violation(.restrictedType, $0, restricted) }
        for mention in mentions where restricted.fits(mention) && sees(file, restricted, mention, declaring) {
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
                    message: message(restricted, "\(member) is named", in: mention.enclosing)
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
            enclosing: Self.enclosing(use),
            member: member,
            message: message(restricted, "\(member) is \(verb)\(doubt)", in: Self.enclosing(use))
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

    private static func enclosing(_ use: Use) -> String {
        [use.enclosingType, use.enclosingFunction].filter { !$0.isEmpty }.joined(separator: ".")
    }

    /// Whether the type that a file names can be the restricted one, and not another of the same name.
    private func sees(
        _ file: SourceFile,
        _ restricted: RestrictedName,
        _ mention: Mention,
        _ declaring: [String: Declaring]
    ) -> Bool {
        guard let place = declaring[restricted.path], mention.qualifier.isEmpty else { return true }
        // A type of the same name in the module itself hides any other.
        if place.others.contains(file.module) { return false }
        let imports = Set(file.imports.map(\.module))
        guard let home = place.module, !imports.contains(home) else { return true }
        return imports.isDisjoint(with: place.others)
    }

    /// Where a restricted type is declared.
    fileprivate struct Declaring: Sendable {
        /// Its module; nil where the tree does not declare it, or several modules do.
        var module: String?
        /// Files that declare it.
        var files: Set<String> = []
        /// Modules that declare another type of this name.
        var others: Set<String> = []
    }

    private func declarations(_ inspections: [String: FileInspection]) -> [String: Declaring] {
        var result: [String: Declaring] = [:]
        for restricted in types + members {
            var files: [String: Set<String>] = [:]
            for file in map.files where inspections[file.path]?.declarations.contains(restricted.name) ?? false {
                files[file.module, default: []].insert(file.path)
            }
            for singleton in map.singletons where restricted.fits(singleton) && !singleton.file.isEmpty {
                files[singleton.module, default: []].insert(singleton.file)
            }
            var place = Declaring()
            place.module = restricted.module ?? (files.count == 1 ? files.keys.first : nil)
            if place.module == nil {
                // Several types of one name: the one that others can reach without being handed it is meant.
                let singletons = Set(map.singletons.filter { restricted.fits($0) }.map(\.module))
                if singletons.count == 1 { place.module = singletons.first }
            }
            for (_, paths) in files.filter({ place.module == nil || $0.key == place.module }) {
                place.files.formUnion(paths)
            }
            place.others = place.module == nil ? [] : Set(files.keys.filter { $0 != place.module })
            result[restricted.path] = place
        }
        return result
    }

    /// Whether a file may touch a restricted type or member.
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
