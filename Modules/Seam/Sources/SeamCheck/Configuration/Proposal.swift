public import SeamKit

/// A first `seam.yml` for a tree that has none: the order of its modules, and few rules that are worth holding.
public struct Proposal: Sendable, Equatable {
    /// The text of the file.
    public var yaml: String
    /// The guesses that were made, one sentence each.
    public var guesses: [String]

    /// Proposes rules for the tree of a map.
    ///
    /// - Parameter map: the map of the tree.
    public init(for map: CodeMap) {
        var guesses: [String] = []
        let sections = [
            Self.layers(in: map, guesses: &guesses), Self.declaredImports(in: map, guesses: &guesses),
            Self.features(in: map, guesses: &guesses),
            Self.singletons(in: map, guesses: &guesses),
            Self.fallbacks(map.uses.count { map.isFallback($0) }, guesses: &guesses),
        ]
        yaml =
            "# What may depend on what. `seam check` holds it; docs/seam/check.md describes every key.\nversion: 1\n\n"
            + sections.filter { !$0.isEmpty }.joined(separator: "\n")
        self.guesses = guesses
    }

    // MARK: Modules

    /// Layers by the depth of their dependencies; none if no module imports another.
    private static func layers(in map: CodeMap, guesses: inout [String]) -> String {
        let levels = ModuleLevels(of: map).levels
        guard levels.count > 1 else { return "" }
        var text =
            "# Level1 imports no other level. A module may import those of its own level and of the levels below.\n"
        text += "layers:\n"
        for (index, modules) in levels.enumerated() {
            let below = (0..<index).map { "Level\($0 + 1)" }
            text += "  Level\(index + 1):\n    modules: [\(modules.map(word).joined(separator: ", "))]\n"
            text += "    imports: [\(below.joined(separator: ", "))]\n"
        }
        let count = levels.reduce(0) { $0 + $1.count }
        guesses.append("\(count) modules are in \(levels.count) layers, by the depth of their dependencies")
        let loose = Set(map.modules.filter { !$0.isTest && $0.origin == .folder }.map(\.name)).count
        if loose > 0 {
            guesses.append("\(Count.text(loose, noun: "module")) without a manifest: the folder was taken for it")
        }
        return text
    }

    private static func declaredImports(in map: CodeMap, guesses: inout [String]) -> String {
        guard map.modules.contains(where: { $0.origin == .package && !$0.dependencies.isEmpty }) else { return "" }
        guesses.append("a module imports only what its manifest declares")
        return "declared-imports: true\n"
    }

    /// Returns sets of three or more modules of one kind, by the beginning or end of their names, that do not import each
    /// other.
    private static func features(in map: CodeMap, guesses: inout [String]) -> String {
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

    private static func fallbacks(_ count: Int, guesses: inout [String]) -> String {
        guard count > 0 else { return "" }
        let verb = count == 1 ? "falls" : "fall"
        guesses.append("\(Count.text(count, noun: "caller")) that \(verb) back to an accessor may not get more")
        return
            "# A call relies on a default where it makes something without passing `account`. `seam cut --thread` passes it.\n"
            + "fallbacks: calls\n"
    }

    // MARK: Singletons

    /// How many singletons a rule is proposed for.
    private static let limit = 5

    /// The singletons whose cuts free most. One that a single other module uses stays that module's; the members of any
    /// other get no new uses.
    private static func singletons(in map: CodeMap, guesses: inout [String]) -> String {
        var types: [String] = []
        var members: [String] = []
        let uses = Dictionary(grouping: map.uses.filter { !$0.isTest }, by: \.singleton)
        for entry in Ranking(of: map).entries where types.count + members.count < limit {
            let singleton = entry.singleton
            let outside = (uses[singleton.id] ?? []).filter { $0.file != singleton.file }
            guard singleton.shape != .framework, singleton.shape != .elsewhere, outside.count > 1 else { continue }
            let users = Set(outside.map(\.module)).subtracting([singleton.module])
            let subject = subject(for: singleton, map: map)
            if users.count == 1, let user = users.first, outside.allSatisfy({ $0.module == user }) {
                let rule = "  \(word(subject)):\n    only: [\(word(user))]\n"
                if !types.contains(rule) { types.append(rule) }
            } else {
                let rule = "  \(word(subject + ".*")): {}\n"
                if !members.contains(rule) { members.append(rule) }
            }
        }
        var text = ""
        if !types.isEmpty {
            text += "types:\n" + types.joined()
            let count = Count.text(types.count, noun: "type")
            guesses.append(
                "\(count) may be touched only by the one module that uses \(types.count == 1 ? "it" : "them")"
            )
        }
        if !members.isEmpty {
            text += "# An entry may say `because: ...`: each new violation shows it. Write what to use instead.\n"
            text += "members:\n" + members.joined()
            guesses.append("\(Count.text(members.count, noun: "singleton")) may get no new uses")
        }
        return text
    }

    /// The type's name, with the module if another module has a singleton of that name.
    private static func subject(for singleton: Singleton, map: CodeMap) -> String {
        let isUnique = map.singletons.allSatisfy { $0.name != singleton.name || $0.module == singleton.module }
        return isUnique ? singleton.name : "\(singleton.module).\(singleton.name)"
    }

    /// Returns a YAML scalar, in quotes if it would have another meaning without them.
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

/// The modules of a tree by the depth of what they depend on: the first level depends on none of the others.
///
/// Modules that depend on each other share a level, and those that no other imports share the highest one. Test modules are
/// left out, unless others import them.
struct ModuleLevels {
    /// Names of modules, sorted, by level.
    private(set) var levels: [[String]] = []

    init(of map: CodeMap) {
        let names = Set(map.modules.map(\.name))
        var imports: [String: Set<String>] = [:]
        for module in map.modules {
            imports[module.name, default: []].formUnion(module.dependencies.filter { names.contains($0) })
        }
        for file in map.files {
            imports[file.module, default: []].formUnion(file.imports.map(\.module).filter { names.contains($0) })
        }
        let starts = map.modules.filter { !$0.isTest }.map(\.name)
        let reached = Dictionary(
            uniqueKeysWithValues: Self.reach(from: starts, imports: imports).map {
                ($0, Self.reach(from: [$0], imports: imports))
            }
        )
        var depths: [String: Int] = [:]
        // What a module reaches and does not reach back is fewer modules than it reaches itself, so each has its depth
        // when it is asked for.
        for name in reached.keys.sorted(by: { (reached[$0]?.count ?? 0, $0) < (reached[$1]?.count ?? 0, $1) }) {
            let below = (reached[name] ?? []).filter { reached[$0]?.contains(name) == false }
            depths[name] = below.compactMap { depths[$0] }.max().map { $0 + 1 } ?? 0
        }
        guard let deepest = depths.values.max() else { return }
        // Apps and their extensions share the highest level, so that files can move between them.
        let isImported = { (name: String) in
            reached.contains { $0.value.contains(name) && reached[name]?.contains($0.key) == false }
        }
        for name in depths.keys where !isImported(name) { depths[name] = deepest }
        levels = (0...deepest).map { depth in depths.filter { $0.value == depth }.map(\.key).sorted() }
    }

    /// These modules and all that they depend on.
    private static func reach(from starts: [String], imports: [String: Set<String>]) -> Set<String> {
        var seen = Set(starts)
        var open = starts
        while let next = open.popLast() {
            for name in imports[next] ?? [] where seen.insert(name).inserted { open.append(name) }
        }
        return seen
    }
}
