@testable import SeamCheck
@testable import SeamKit

/// A tree of inline sources, with the map a check needs. The first folder of a path is its module.
struct Tree {
    var sources: [String: String]
    var yaml: String
    var uses: [Use] = []
    var singletons: [Singleton] = []
    /// The dependencies in a manifest at the root: every module is one of its targets. Without them, folders are modules.
    var dependencies: [String: [String]]?
    var problems: [SourceProblem] = []
    /// Files that exist although nothing is known about them, such as those that can't be read.
    var otherFiles: Set<String> = []
    /// The path of the configuration.
    var file = "seam.yml"

    init(_ sources: [String: String], yaml: String = Tree.restriction) {
        self.sources = sources
        self.yaml = yaml
    }

    /// Only the module `Data` may touch `Legacy`.
    static let restriction = """
        types:
          Legacy:
            only: [Data]
        """

    /// Returns a tree in which `Legacy` is declared, `Data` uses it as allowed, and `App` contains these files.
    static func app(_ files: [String: String], yaml: String = Tree.restriction) -> Tree {
        var sources = files
        sources["Core/Legacy.swift"] = "public class Legacy { public static let shared = Legacy() }"
        sources["Data/Orders.swift"] = "import Core\nfunc orders() { Legacy.shared.fetch() }"
        if !files.keys.contains(where: { $0.hasPrefix("App/") }) { sources["App/Empty.swift"] = "struct Empty {}" }
        return Tree(sources, yaml: yaml)
    }

    /// Files that are listed as problems and so are not read.
    private var otherProblems: Set<String> { Set(problems.map(\.path)) }

    var map: CodeMap {
        var files: [SourceFile] = []
        var parsed: [CompiledFile] = []
        var problems = problems
        let names = (try? Configuration(yaml: yaml))?.restrictedNames ?? []
        for (path, source) in sources.sorted(by: { $0.key < $1.key }) {
            let module = String(path.prefix { $0 != "/" })
            var (sketch, facts) = Array(source.utf8).withUnsafeBufferPointer { bytes in
                var sketch = ByteScanner.sketch(of: bytes)
                guard let tree = SourceParser.tree(of: bytes) else { return (sketch, FileFacts()) }
                DirectiveExtent.extend(&sketch.directives, in: tree)
                return (sketch, FileFacts(of: tree, bytes: bytes))
            }
            if otherProblems.contains(path) { (sketch, facts) = (Sketch(), FileFacts()) }
            var file = SourceFile(
                path: path,
                module: module,
                isTest: module.hasSuffix("Tests"),
                imports: sketch.imports,
                directives: sketch.directives,
                contentHash: sketch.hash.hexadecimal
            )
            parsed.append(
                CompiledFile(record: FileRecord(path: path, sketch: sketch, facts: facts), modules: [])
            )
            file.declarations = MentionReader(facts: facts, types: names).declarations()
            files.append(file)
            if let error = facts.error {
                let line = facts.location(of: error).line
                problems.append(SourceProblem(path: path, line: line, kind: .syntax, message: "does not parse"))
            }
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
        for index in parsed.indices {
            parsed[index].modules = [modules.firstIndex { $0.name == files[index].module } ?? 0]
        }
        var knowledge = Knowledge(facts: parsed, modules: modules, options: .init())
        Passes.run(on: &knowledge)
        let finder = MentionFinder(graph: knowledge.graph, names: names)
        for index in files.indices { files[index].mentions = finder.mentions(in: index) }
        return CodeMap(modules: modules, files: files, singletons: singletons, uses: uses, problems: problems)
    }

    func rules() throws -> Rules {
        try Rules(configuration: Configuration(yaml: yaml), map: map)
    }

    func violations() throws -> [Violation] { try rules().violations() }

    func report(_ baseline: Baseline = Baseline(), scope: [String]? = nil) throws -> CheckReport {
        Check.report(
            against: try rules(),
            baseline: baseline,
            scope: scope,
            exists: { sources[$0] != nil || otherFiles.contains($0) },
            read: { sources[$0].map { Array($0.utf8) } }
        )
    }

    func update(_ baseline: Baseline = Baseline(), acceptsNew: Bool = false) throws -> BaselineUpdate {
        BaselineUpdate(
            old: baseline,
            report: try report(baseline),
            rules: try rules(),
            contents: Dictionary(uniqueKeysWithValues: map.files.map { ($0.path, $0.contentHash) }),
            acceptsNew: acceptsNew
        )
    }

    /// Returns the baseline that accepts all current violations.
    func baseline() throws -> Baseline {
        try update(acceptsNew: true).baseline
    }
}

/// Returns a function that uses `Legacy` this number of times.
func screen(_ name: String = "Cart", uses: Int = 1) -> String {
    let lines = (0..<uses).map { _ in "        Legacy.shared.fetch()\n" }.joined()
    return "import Core\n\nstruct \(name) {\n    func load() {\n\(lines)    }\n}\n"
}
