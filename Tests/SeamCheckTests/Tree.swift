import SeamCheck

@testable import SeamKit

/// A tree of inline sources, with the map and inspections a check needs. The first folder of a path is its module.
struct Tree {
    var sources: [String: String]
    var yaml: String
    var uses: [Use] = []
    var singletons: [Singleton] = []
    /// What a manifest at the root declares: every module is a target of it. Folders are modules without one.
    var dependencies: [String: [String]]?
    var problems: [SourceProblem] = []
    /// Files that are there although nothing is known of them, such as those that cannot be read.
    var otherFiles: Set<String> = []
    /// Whether nothing fits the configuration's restrictions any more.
    var file = "seam.yml"

    init(_ sources: [String: String], yaml: String = Tree.restriction) {
        self.sources = sources
        self.yaml = yaml
    }

    /// `Legacy` may be touched by the module `Data` alone.
    static let restriction = """
        types:
          Legacy:
            only: [Data]
        """

    /// A tree in which `Legacy` is declared, `Data` uses it as it may, and `App` holds these files.
    static func app(_ files: [String: String], yaml: String = Tree.restriction) -> Tree {
        var sources = files
        sources["Core/Legacy.swift"] = "public class Legacy { public static let shared = Legacy() }"
        sources["Data/Orders.swift"] = "import Core\nfunc orders() { Legacy.shared.fetch() }"
        if !files.keys.contains(where: { $0.hasPrefix("App/") }) { sources["App/Empty.swift"] = "struct Empty {}" }
        return Tree(sources, yaml: yaml)
    }

    var map: CodeMap {
        var files: [SourceFile] = []
        for (path, source) in sources.sorted(by: { $0.key < $1.key }) {
            let module = String(path.prefix { $0 != "/" })
            let sketch = Array(source.utf8).withUnsafeBufferPointer { bytes in
                var names = NameSet()
                return ByteScanner.sketch(bytes, names: &names)
            }
            files.append(
                SourceFile(
                    path: path,
                    module: module,
                    isTest: module.hasSuffix("Tests"),
                    imports: sketch.imports,
                    directives: sketch.directives,
                    contentHash: sketch.hash.hexadecimal
                )
            )
        }
        let modules = Set(files.map(\.module)).union(dependencies?.keys.map { $0 } ?? []).sorted().map { name in
            Module(
                name: name,
                origin: dependencies == nil ? .folder : .package,
                manifest: dependencies == nil ? "" : "Package.swift",
                folders: [name],
                isTest: name.hasSuffix("Tests"),
                dependencies: dependencies?[name] ?? []
            )
        }
        return CodeMap(modules: modules, files: files, singletons: singletons, uses: uses, problems: problems)
    }

    func rules() throws -> Rules {
        try Rules(Configuration(yaml: yaml), map: map)
    }

    func inspections(_ rules: Rules) -> [String: FileInspection] {
        let broken = Set(problems.map(\.path))
        return Dictionary(
            uniqueKeysWithValues: map.files.filter { !broken.contains($0.path) }.map { file in
                let source = sources[file.path] ?? ""
                let types = rules.inspectedTypes
                return (file.path, FileInspection(parsing: source, directives: file.directives, types: types))
            }
        )
    }

    func violations() throws -> [Violation] {
        let rules = try rules()
        return rules.violations(inspections(rules))
    }

    func report(_ baseline: Baseline = Baseline(), scope: [String]? = nil) throws -> CheckReport {
        let rules = try rules()
        return Check.report(
            rules,
            map: map,
            inspections: inspections(rules),
            baseline: baseline,
            scope: scope,
            exists: { sources[$0] != nil || otherFiles.contains($0) }
        )
    }

    func update(_ baseline: Baseline = Baseline(), acceptsNew: Bool = false) throws -> BaselineUpdate {
        BaselineUpdate(
            baseline,
            report: try report(baseline),
            rules: try rules(),
            contents: Dictionary(uniqueKeysWithValues: map.files.map { ($0.path, $0.contentHash) }),
            acceptsNew: acceptsNew
        )
    }

    /// The baseline that accepts everything as it stands.
    func baseline() throws -> Baseline {
        try update(acceptsNew: true).baseline
    }
}

/// A function that uses `Legacy` so many times.
func screen(_ name: String = "Cart", uses: Int = 1) -> String {
    let lines = (0..<uses).map { _ in "        Legacy.shared.fetch()\n" }.joined()
    return "import Core\n\nstruct \(name) {\n    func load() {\n\(lines)    }\n}\n"
}
