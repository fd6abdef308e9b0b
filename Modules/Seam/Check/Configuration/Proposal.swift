public import SeamKit

/// A first `seam.yml` for a tree that has none: the graph as it stands, so that the first check passes.
public struct Proposal: Sendable, Equatable {
    /// The text of the file.
    public var yaml: String
    /// What was guessed, a sentence each.
    public var guesses: [String]

    /// Writes down what a map shows.
    ///
    /// - Parameters:
    ///   - map: what was found in the tree.
    ///   - inspections: what `FileInspection.inspect` found for `inspectedTypes`, by path.
    public init(_ map: CodeMap, inspections: [String: FileInspection] = [:]) {
        var sections: [String] = []
        var guesses: [String] = []
        let layers = Self.layers(map, &guesses)
        if !layers.isEmpty { sections.append(layers) }
        let features = Self.features(map, &guesses)
        if !features.isEmpty { sections.append(features) }
        let types = Self.types(map, inspections, &guesses)
        if !types.isEmpty { sections.append(types) }
        let members = Self.members(map, &guesses)
        if !members.isEmpty { sections.append(members) }
        yaml =
            "# What may depend on what. `seam check` holds it; docs/seam.md describes every key.\nversion: 1\n\n"
            + sections.joined(separator: "\n")
        self.guesses = guesses
    }

    /// Every module becomes a layer that may import what it imports or declares today.
    private static func layers(_ map: CodeMap, _ guesses: inout [String]) -> String {
        let names = Set(map.modules.map(\.name))
        var imports: [String: Set<String>] = [:]
        for file in map.files {
            imports[file.module, default: []].formUnion(file.imports.map(\.module).filter { names.contains($0) })
        }
        let modules = distinct(map.modules.filter { !$0.isTest })
        guard modules.contains(where: { $0.origin != .folder || !(imports[$0.name] ?? []).isEmpty }) else {
            return ""
        }
        var text = "layers:\n"
        var undeclared = 0
        for module in modules {
            let declared = Set(module.dependencies.filter { names.contains($0) })
            let seen = (imports[module.name] ?? []).subtracting([module.name])
            let extra = module.origin == .package ? seen.subtracting(declared) : []
            undeclared += extra.count
            let all = declared.union(seen).subtracting([module.name]).sorted()
            text += "  \(word(module.name)):\n    modules: [\(word(module.name))]\n"
            text += "    imports: [\(all.map(word).joined(separator: ", "))]"
            if !extra.isEmpty { text += "  # not declared: \(extra.sorted().joined(separator: ", "))" }
            text += "\n"
        }
        guesses.append(
            "each of \(Count.text(modules.count, "module")) is a layer of its own that may import what it does today"
        )
        if undeclared > 0 {
            let imports = Count.text(undeclared, "import")
            guesses.append("allowed though no manifest declares it: \(imports); see the comments")
        }
        let loose = modules.filter { $0.origin == .folder }.count
        if loose > 0 {
            guesses.append("\(Count.text(loose, "module")) without a manifest: the folder was taken for it")
        }
        return text
    }

    /// One module a name: packages beside each other may each have a `Core`, and imports do not tell them apart.
    private static func distinct(_ modules: [Module]) -> [Module] {
        var result: [Module] = []
        var indices: [String: Int] = [:]
        for module in modules {
            if let index = indices[module.name] {
                result[index].dependencies += module.dependencies
            } else {
                indices[module.name] = result.count
                result.append(module)
            }
        }
        return result
    }

    /// Three modules or more of one kind, by the beginning or end of their names, that do not import each other.
    private static func features(_ map: CodeMap, _ guesses: inout [String]) -> String {
        let modules = map.modules.filter { !$0.isTest }.map(\.name)
        var text = ""
        for (pattern, fits) in [
            ("Feature*", { (name: String) in name.hasPrefix("Feature") }),
            ("*Feature", { (name: String) in name.hasSuffix("Feature") }),
        ] {
            let members = Set(modules.filter(fits))
            guard members.count > 2 else { continue }
            let crossing = map.files.contains { file in
                members.contains(file.module)
                    && file.imports.contains { $0.module != file.module && members.contains($0.module) }
            }
            guard !crossing else { continue }
            text += "- modules: [\"\(pattern)\"]\n"
            guesses.append("the \(members.count) modules \(pattern) are features: none imports another")
        }
        return text.isEmpty ? "" : "features:\n" + text
    }

    /// The names of types that an inspection of the sources has to look for, without the types around them.
    public static func inspectedTypes(_ map: CodeMap) -> Set<String> {
        Set(candidates(map).map { RestrictedName.lastName($0.singleton.name) })
    }

    /// The ten singletons that are used most by one to three other modules, tests apart.
    private static func candidates(_ map: CodeMap) -> [(singleton: Singleton, modules: Set<String>)] {
        let users = Dictionary(grouping: map.uses, by: \.singleton)
        let ranked = map.singletons.filter { $0.shape != .framework }.compactMap { singleton in
            let uses = (users[singleton.id] ?? []).filter { $0.module != singleton.module }
            let isCandidate = (1...3).contains(Set(uses.filter { !$0.isTest }.map(\.module)).count)
            return isCandidate ? (singleton: singleton, modules: Set(uses.map(\.module)), uses: uses.count) : nil
        }
        let sorted = ranked.sorted { ($1.uses, $0.singleton.name) < ($0.uses, $1.singleton.name) }
        return sorted.prefix(10).map { ($0.singleton, $0.modules) }
    }

    /// Singletons that few other modules touch: only those may go on.
    private static func types(
        _ map: CodeMap,
        _ inspections: [String: FileInspection],
        _ guesses: inout [String]
    ) -> String {
        // A type may have several: its statics, and globals.
        var subjects: [String] = []
        var allowed: [String: Set<String>] = [:]
        for (singleton, users) in candidates(map) {
            let name = RestrictedName.lastName(singleton.name)
            let naming = map.files.filter { file in
                inspections[file.path]?.mentions.contains { $0.name == name } ?? false
            }
            let modules = users.union(naming.map(\.module)).subtracting([singleton.module])
            let isUnique = map.singletons.allSatisfy { $0.name != singleton.name || $0.module == singleton.module }
            let subject = isUnique ? singleton.name : "\(singleton.module).\(singleton.name)"
            if allowed[subject] == nil { subjects.append(subject) }
            allowed[subject, default: []].formUnion(modules)
        }
        guard !subjects.isEmpty else { return "" }
        let types = Count.text(subjects.count, "type")
        guesses.append(
            "\(types) may be touched only by the modules that use \(subjects.count == 1 ? "it" : "them") today"
        )
        let lines = subjects.map { subject in
            let modules = (allowed[subject] ?? []).sorted().map(word).joined(separator: ", ")
            return "  \(word(subject)):\n    only: [\(modules)]\n"
        }
        return "types:\n" + lines.joined()
    }

    /// The singletons that are used most within their own module: nobody new may use them.
    private static func members(_ map: CodeMap, _ guesses: inout [String]) -> String {
        let users = Dictionary(grouping: map.uses.filter { !$0.isTest }, by: \.singleton)
        var counts: [String: Int] = [:]
        for singleton in map.singletons where singleton.shape != .framework {
            let uses = (users[singleton.id] ?? []).filter {
                $0.module == singleton.module && $0.file != singleton.file
            }
            if uses.count > 1 { counts[singleton.name, default: 0] += uses.count }
        }
        var ranked = counts.map { (uses: $0.value, name: $0.key) }
        ranked.sort { ($1.uses, $0.name) < ($0.uses, $1.name) }
        guard !ranked.isEmpty else { return "" }
        let names = Set(ranked.prefix(5).map(\.name)).sorted()
        let uses = ranked.prefix(5).reduce(0) { $0 + $1.uses }
        guesses.append(
            "nobody new may use \(names.joined(separator: ", ")); the \(Count.text(uses, "use")) of today \(uses == 1 ? "is" : "are") for the baseline: "
                + "`seam baseline update --accept-new`"
        )
        return "members:\n" + names.map { "  \(word($0 + ".*")): {}\n" }.joined()
    }

    /// A YAML scalar, in quotes where it would mean something else without.
    private static func word(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0 == "_" || $0 == "." || ("0"..."9").contains($0)
        }
        let reserved = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "default"]
        let needsQuotes =
            !isPlain || text.isEmpty || reserved.contains(text.lowercased()) || text.first?.isNumber == true
        return needsQuotes ? "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" : text
    }
}
