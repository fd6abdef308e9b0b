public import SeamKit

/// A configuration resolved against a map: the modules of each layer, and who may touch what.
///
/// It finds violations by a function of both without side effects, and doesn't know the baseline. What each rule finds stands in
/// the file of the rule.
public struct Rules: Sendable {
    let map: CodeMap
    let configuration: Configuration
    let types: [RestrictedName]
    let members: [RestrictedName]
    let features: [Feature]
    private let modules: [String: Module]
    private let layers: [String: Configuration.Layer]
    private let stages: [String: Configuration.Stage]
    private let uses: [String: [Use]]
    private let homes: [String: Home]
    private let calls: [String: [DefaultedCall]]
    private let callees: Set<String>
    /// For each type and member, the protocol that a use of it can be replaced by.
    private let protocols: [String: [String: String]]

    /// Resolves the names of a configuration.
    ///
    /// - Parameter calls: the calls that rely on a default, if the configuration counts them.
    /// - Throws: every name that matches nothing in the map, with its line.
    public init(
        configuration: Configuration,
        map: CodeMap,
        calls: [DefaultedCall] = [],
        file: String = Configuration.fileName
    ) throws(ConfigurationError) {
        self.map = map
        self.configuration = configuration
        modules = Dictionary(map.modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        protocols = Dictionary(map.singletons.map { ($0.name, $0.protocols) }, uniquingKeysWith: { first, _ in first })
        var names = NameCheck(configuration: configuration, map: map)
        layers = names.layers()
        stages = names.stages()
        names.checkPlaces()
        if !names.problems.isEmpty { throw ConfigurationError(file: file, problems: names.problems) }
        let known = Set(map.modules.map(\.name)).union(map.files.flatMap { $0.imports.map(\.module) })
        types = configuration.types.map { RestrictedName(type: $0, knownModules: known) }
        members = configuration.members.map { RestrictedName(member: $0, knownModules: known) }
        features = configuration.features.map { Feature(set: $0, in: map) }
        uses = Dictionary(grouping: map.uses, by: \.file)
        self.calls = Dictionary(grouping: calls, by: \.file)
        callees = Set(calls.map(\.callee))
        homes = Dictionary((types + members).map { ($0.path, Home(of: $0, in: map)) }, uniquingKeysWith: { $1 })
    }

    /// Returns all violations, in order of place.
    ///
    /// - Parameter isOn: returns whether a rule looks for any.
    func violations(where isOn: (Rule) -> Bool = { _ in true }) -> [Violation] {
        let rules = Rule.all.filter(isOn)
        let found = map.sources.flatMap(seen).filter { stage(of: $0.module) != .off }.flatMap { file in
            rules.flatMap { $0.violations(self, file) }.map { violation in
                var violation = violation
                violation.module = file.module
                return violation
            }
        }
        return once(found).sorted(by: Violation.areInOrder)
    }

    /// Returns a file as each of the modules that compile it has it: all of their rules hold.
    private func seen(_ file: SourceFile) -> [SourceFile] {
        [file]
            + file.alsoIn.map { module in
                var file = file
                file.module = module
                file.isTest = modules[module]?.isTest ?? file.isTest
                return file
            }
    }

    /// Returns each violation once, for the module with the strictest stage of those whose rules it breaks.
    private func once(_ found: [Violation]) -> [Violation] {
        struct Place: Hashable {
            var key: ViolationKey
            var line: Int
            var column: Int
        }
        func strictness(of violation: Violation) -> Int {
            Configuration.Stage.allCases.firstIndex(of: stage(of: violation.module)) ?? 0
        }
        var places: [Place: Int] = [:]
        var result: [Violation] = []
        for violation in found {
            let place = Place(key: violation.key, line: violation.line, column: violation.column)
            if let known = places[place], result[known].module != violation.module {
                if strictness(of: violation) > strictness(of: result[known]) { result[known] = violation }
            } else {
                places[place] = result.count
                result.append(violation)
            }
        }
        return result
    }

    /// Returns the stage of a module.
    public func stage(of module: String) -> Configuration.Stage { stages[module] ?? configuration.defaultStage }

    /// Returns the restricted types and members that nothing in the tree names.
    public func unknownNames() -> [Configuration.Name] {
        var seen = Set(map.singletons.map { $0.name.lastName })
        for file in map.files {
            seen.formUnion(file.declarations)
            seen.formUnion(file.mentions.map(\.name))
        }
        return (types + members).filter { !seen.contains($0.name) }.map(\.restriction.subject)
    }
}

// MARK: What rules ask for

extension Rules {
    /// Returns the calls in a file that rely on a default.
    func calls(in file: SourceFile) -> [DefaultedCall] { calls[file.path] ?? [] }

    /// Returns whether calls rely on the default of a type.
    func relies(on callee: String) -> Bool { callees.contains(callee) }

    /// Returns a module of the tree.
    func module(named name: String) -> Module? { modules[name] }

    /// Returns another module of the tree that a file imports by this name.
    func module(named name: String, importedIn file: SourceFile) -> Module? {
        name == file.module ? nil : modules[name]
    }

    func layer(of module: String) -> Configuration.Layer? { layers[module] }

    /// Returns the uses of singletons in a file, as its module compiles it.
    func uses(in file: SourceFile) -> [Use] {
        (uses[file.path] ?? []).filter { $0.module == file.module || $0.alsoIn.contains(file.module) }
    }

    /// Returns the protocol of the tree that has a member of a type; nil if there is none.
    func protocolName(of type: String, member: String) -> String? { protocols[type]?[member] }

    /// Returns where a restricted type is declared.
    func home(of restricted: RestrictedName) -> Home? { homes[restricted.path] }

    /// Returns whether a file may touch a restricted type or member.
    func allows(_ file: SourceFile, touching restricted: RestrictedName) -> Bool {
        let home = home(of: restricted)
        if home?.files.contains(file.path) ?? false { return true }
        let namesFolders = restricted.restriction.only.contains { Pattern($0.text).isPath }
        let isHome = home?.module == file.module || home?.modules.contains(file.module) == true
        if restricted.member == nil, !namesFolders, isHome { return true }
        return restricted.restriction.only.contains { name in
            let pattern = Pattern(name.text)
            if pattern.isPath { return pattern.matches(path: file.path) }
            return name.text == layers[file.module]?.name.text
                || pattern.matches(module: file.module, isTest: file.isTest)
        }
    }

    /// Returns the violation of a use of something restricted.
    func violation(of rule: Rule, using restricted: RestrictedName, at use: Use) -> Violation {
        let member = use.member == Use.instance ? use.type : "\(use.type).\(use.member)"
        let verb =
            switch use.kind {
            case .read: "read"
            case .write: "written"
            case .call: "called"
            }
        let doubt = use.certainty == .byName ? " (found by name)" : ""
        let message = restricted.message("\(member) is \(verb)\(doubt)", in: use.enclosing)
        var violation = Violation(of: rule, at: use, member: member, message: message)
        violation.instead = protocolName(of: use.type, member: use.member)
        return violation
    }

    /// The declaration of a restricted type.
    struct Home: Sendable {
        /// Its module; nil if the tree does not declare it, or several modules do.
        var module: String?
        /// The files that declare it.
        var files: Set<String> = []
        /// The modules that compile these files; empty if several modules declare it.
        var modules: Set<String> = []

        fileprivate init(of restricted: RestrictedName, in map: CodeMap) {
            var declaring: [String: Set<String>] = [:]
            for file in map.files where file.declarations.contains(restricted.name) {
                declaring[file.module, default: []].insert(file.path)
            }
            let singletons = map.singletons.filter { restricted.fits($0) }
            for singleton in singletons where !singleton.file.isEmpty {
                declaring[singleton.module, default: []].insert(singleton.file)
            }
            module = restricted.module ?? (declaring.count == 1 ? declaring.keys.first : nil)
            // If several types have the same name, the restricted one is the singleton.
            let own = Set(singletons.map(\.module))
            if module == nil, own.count == 1 { module = own.first }
            for (name, paths) in declaring where module == nil || name == module { files.formUnion(paths) }
            guard module != nil else { return }
            for file in map.files where files.contains(file.path) { modules.formUnion([file.module] + file.alsoIn) }
        }
    }

    /// Modules that may not import each other.
    struct Feature: Sendable {
        let because: String?
        private let modules: Set<String>
        private let except: Set<String>

        fileprivate init(set: Configuration.FeatureSet, in map: CodeMap) {
            because = set.because
            modules = Self.modules(fitting: set.modules, in: map)
            except = Self.modules(fitting: set.except, in: map)
        }

        func forbids(_ module: String, importing imported: String) -> Bool {
            modules.contains(module) && modules.contains(imported) && !except.contains(imported)
        }

        private static func modules(fitting patterns: [Configuration.Name], in map: CodeMap) -> Set<String> {
            let fitting = map.modules.filter { module in
                patterns.contains { Pattern($0.text).matches(module: module.name, isTest: module.isTest) }
            }
            return Set(fitting.map(\.name))
        }
    }
}

extension RestrictedName {
    /// Returns what a report says about a touch of it: what happens where, who may, and why.
    func message(_ what: String, in enclosing: String) -> String {
        let place = enclosing.isEmpty ? "here" : "in \(enclosing)"
        let only = restriction.only.map(\.text).joined(separator: ", ")
        let limit = only.isEmpty ? "nothing new may use it" : "only \(only) may touch it"
        return "\(what) \(place); \(limit)\(Violation.reason(restriction.because))"
    }
}
