public import SeamKit

/// Writes fakes of protocols.
public enum Mocks {
    /// The generated files, and the problems.
    public struct Output: Sendable, Hashable {
        /// A file for each fake and one that declares the recorders, sorted by path.
        public var files: [GeneratedFile]
        /// The reasons why protocols have no fake.
        public var problems: [GenerateProblem]
    }

    /// Returns a fake for each protocol of `sources`.
    ///
    /// - Parameters:
    ///   - sources: the files whose protocols get a fake.
    ///   - context: files that declare what those depend on: inherited protocols, classes, aliases.
    ///   - options: the protocols to use, and how fakes are written.
    ///   - format: indentation and length of lines.
    public static func write(
        _ sources: [SwiftDocument],
        context: [SwiftDocument] = [],
        options: MockOptions = MockOptions(),
        format: CodeFormat = CodeFormat()
    ) -> Output {
        let own = Set(sources.map(\.path))
        let catalog = catalog(of: sources, context: context.filter { !own.contains($0.path) })
        let (mocks, found) = read(catalog, own: own, options: options)
        let problems =
            found
            + sources.localProblems(saying: "protocol ") { declaration in
                declaration.kind == .protocol && options.selects(declaration.name) ? "fake of" : nil
            }
        let files = mocks.isEmpty ? [] : write(mocks, catalog: catalog, options: options, format: format)
        return Output(files: files.sorted { $0.path < $1.path }, problems: problems)
    }

    /// Returns the fakes by name, each with the protocols of that name, which differ in their `#if` conditions.
    static func read(
        _ catalog: Catalog,
        own: Set<String>,
        options: MockOptions
    ) -> (mocks: [String: [MockedProtocol]], problems: [GenerateProblem]) {
        let prefix = RecorderSupport.prefix(catalog)
        let sites = catalog.protocols.filter { own.contains($0.document.path) && options.selects($0.name) }
        let found = sites.mapOnAllCores { MockReader.read($0, catalog: catalog, options: options, prefix: prefix) }
        var problems: [GenerateProblem] = []
        var mocks: [String: [MockedProtocol]] = [:]
        for (site, read) in zip(sites, found) {
            problems += read.problems
            guard let mock = read.mock else { continue }
            if let other = mocks[mock.name]?.first(where: { !$0.isDisjoint(from: mock) }) {
                let message = "no fake of \(site.qualifiedName): \(other.path) has a protocol of the same name"
                problems.append(GenerateProblem(path: mock.path, line: mock.line, message: message))
            } else {
                mocks[mock.name, default: []].append(mock)
            }
        }
        return (mocks, problems)
    }

    static func catalog(of sources: [SwiftDocument], context: [SwiftDocument]) -> Catalog {
        Catalog(of: sources.sorted { $0.path < $1.path } + context.sorted { $0.path < $1.path })
    }

    private static func write(
        _ mocks: [String: [MockedProtocol]],
        catalog: Catalog,
        options: MockOptions,
        format: CodeFormat
    ) -> [GeneratedFile] {
        var files = Array(mocks).mapOnAllCores { name, mocks in
            var text = GeneratedFile.header(
                command: options.command,
                source: mocks.map(\.path).distinct.joined(separator: ", ")
            )
            let imports = ImportList(imports: mocks.flatMap(\.imports).distinct + options.imports, format: format).text
            if !imports.isEmpty { text += "\n" + imports }
            for mock in mocks { text += "\n" + MockWriter(mock: mock).declaration(in: format).text }
            return GeneratedFile(path: name + ".swift", text: text, format: format)
        }
        let accesses = Set(mocks.values.joined().map(\.access))
        let access = accesses.contains("public") ? "public " : accesses.contains("package") ? "package " : ""
        files.append(
            RecorderSupport.file(
                access: access,
                isolation: options.isMainActorDefault ? "nonisolated " : "",
                prefix: RecorderSupport.prefix(catalog),
                hasGenericStatics: mocks.values.joined().contains(where: \.hasGenericStatics),
                names: StandardNames(catalog: catalog),
                command: options.command,
                format: format
            )
        )
        return files
    }
}

extension MockedProtocol {
    /// Returns whether the two are never compiled together, according to their conditions.
    fileprivate func isDisjoint(from other: MockedProtocol) -> Bool {
        path == other.path && conditions != other.conditions
    }
}

extension [String] {
    /// The elements without repetitions, in order.
    fileprivate var distinct: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

/// Imports in the order of `swift format`.
struct ImportList {
    let text: String

    init(imports: [String], format: CodeFormat) {
        let conditional = imports.filter { $0.hasPrefix("#if") }.map { Self.indented($0, format: format) }
        let plain = imports.filter { !$0.hasPrefix("#if") }.map { Self.module(in: $0) }
        // An import with a modifier replaces the same import without one.
        let strongest = Dictionary(
            plain,
            uniquingKeysWith: { first, second in first.count >= second.count ? first : second }
        )
        let lines = strongest.values.sorted { Self.key(of: $0) < Self.key(of: $1) }
        let testable = lines.filter { $0.hasPrefix("@testable") }
        let kinds = lines.filter { !$0.hasPrefix("@testable") && Self.isDeclaration($0) }
        let regular = lines.filter { !$0.hasPrefix("@testable") && !Self.isDeclaration($0) }
        let groups = [regular, kinds, testable, conditional].filter { !$0.isEmpty }
        text = groups.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    /// Returns an `#if` with the indentation of the format.
    private static func indented(_ text: String, format: CodeFormat) -> String {
        var depth = 0
        let lines = text.split(separator: "\n").map { line in
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("#endif") { depth -= 1 }
            let outer = line.hasPrefix("#else") ? depth - 1 : depth
            if line.hasPrefix("#if") { depth += 1 }
            return String(repeating: format.indentsConditions ? format.indentation : "", count: outer) + line
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the import as a declaration, and the module it names.
    private static func module(in text: String) -> (String, String) {
        var words = text.split(separator: " ").map(String.init)
        if !words.contains("import") { words.insert("import", at: words.count - 1) }
        return (words.last ?? text, words.joined(separator: " "))
    }

    private static func key(of line: String) -> String {
        String(line.split(separator: " ").last ?? "")
    }

    private static func isDeclaration(_ line: String) -> Bool {
        let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"]
        return line.split(separator: " ").contains { kinds.contains(String($0)) }
    }
}
