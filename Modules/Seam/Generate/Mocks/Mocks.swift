/// Writes fakes of protocols.
public enum Mocks {
    /// What was generated, and what could not be.
    public struct Output: Sendable, Hashable {
        /// A file for each fake and one that declares what records calls, sorted by path.
        public var files: [GeneratedFile]
        /// Why protocols have no fake.
        public var problems: [GenerateProblem]
    }

    /// Returns a fake for each protocol of `sources`.
    ///
    /// - Parameters:
    ///   - sources: the files whose protocols get a fake.
    ///   - context: files that declare what those depend on: inherited protocols, classes, aliases.
    ///   - options: which protocols, and how.
    ///   - format: indentation and length of lines.
    public static func write(
        _ sources: [SourceText],
        context: [SourceText] = [],
        options: MockOptions = MockOptions(),
        format: CodeFormat = CodeFormat()
    ) -> Output {
        let own = sources.sorted { $0.path < $1.path }
        let ownPaths = Set(own.map(\.path))
        let other = context.filter { !ownPaths.contains($0.path) }.sorted { $0.path < $1.path }
        return write(ParsedSource.parse(own), context: ParsedSource.parse(other), options, format)
    }

    /// Returns a fake for each protocol of parsed sources.
    static func write(
        _ sources: [ParsedSource],
        context: [ParsedSource],
        _ options: MockOptions,
        _ format: CodeFormat
    ) -> Output {
        let (mocks, problems) = read(sources, context: context, options)
        let files = mocks.isEmpty ? [] : write(mocks, options, format)
        return Output(files: files.sorted { $0.path < $1.path }, problems: problems)
    }

    /// Returns the fakes by name, each with the protocols of that name, which differ in their `#if`s.
    static func read(
        _ sources: [ParsedSource],
        context: [ParsedSource],
        _ options: MockOptions
    ) -> (mocks: [String: [MockedProtocol]], problems: [GenerateProblem]) {
        let catalog = Catalog(sources + context)
        var problems: [GenerateProblem] = []
        var mocks: [String: [MockedProtocol]] = [:]
        for source in sources {
            for var site in source.protocols where options.selects(site.name) {
                site.imports = source.imports
                switch MockReader.read(site, catalog: catalog, options: options) {
                case .failure(let failure): problems += failure.problems
                case .success(let mock):
                    if let other = mocks[mock.name]?.first(where: { !$0.isDisjoint(from: mock) }) {
                        let message = "no fake of \(site.qualifiedName): \(other.path) has a protocol of the same name"
                        let line = site.decl.line(in: source.path)
                        problems.append(GenerateProblem(path: source.path, line: line, message: message))
                    } else {
                        mocks[mock.name, default: []].append(mock)
                    }
                }
            }
        }
        return (mocks, problems)
    }

    private static func write(
        _ mocks: [String: [MockedProtocol]],
        _ options: MockOptions,
        _ format: CodeFormat
    ) -> [GeneratedFile] {
        var files = mocks.map { name, mocks in
            var text = GeneratedFile.header(
                command: options.command,
                source: mocks.map(\.path).distinct.joined(separator: ", ")
            )
            let imports = ImportList(mocks.flatMap(\.imports).distinct + options.imports).text
            if !imports.isEmpty { text += "\n" + imports }
            let declarations = mocks.map { MockWriter($0).declaration(format) }
            for declaration in declarations { text += "\n" + declaration.text }
            return GeneratedFile(
                path: name + ".swift",
                text: text,
                isTooLong: declarations.contains(where: \.isTooLong)
            )
        }
        let accesses = Set(mocks.values.joined().map(\.access))
        let access = accesses.contains("public") ? "public " : accesses.contains("package") ? "package " : ""
        files.append(
            RecorderSupport.file(
                access: access,
                isolation: options.isMainActorDefault ? "nonisolated " : "",
                command: options.command,
                format: format
            )
        )
        return files
    }
}

extension MockedProtocol {
    /// Whether the two are never compiled together, as far as their conditions say.
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

/// Imports in the order that `swift format` gives them.
private struct ImportList {
    let text: String

    init(_ imports: [String]) {
        let conditional = imports.filter { $0.hasPrefix("#if") }
        let plain = imports.filter { !$0.hasPrefix("#if") }.map { Self.module($0) }
        // An import with a modifier stands for the same import without.
        let strongest = Dictionary(
            plain,
            uniquingKeysWith: { first, second in first.count >= second.count ? first : second }
        )
        let lines = strongest.values.sorted { Self.key($0) < Self.key($1) }
        let testable = lines.filter { $0.hasPrefix("@testable") }
        let kinds = lines.filter { !$0.hasPrefix("@testable") && Self.isDeclaration($0) }
        let regular = lines.filter { !$0.hasPrefix("@testable") && !Self.isDeclaration($0) }
        let groups = [regular, kinds, testable, conditional].filter { !$0.isEmpty }
        text = groups.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    /// The import as a declaration with the module it names.
    private static func module(_ text: String) -> (String, String) {
        var words = text.split(separator: " ").map(String.init)
        if !words.contains("import") { words.insert("import", at: words.count - 1) }
        return (words.last ?? text, words.joined(separator: " "))
    }

    private static func key(_ line: String) -> String {
        String(line.split(separator: " ").last ?? "")
    }

    private static func isDeclaration(_ line: String) -> Bool {
        let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor"]
        return line.split(separator: " ").contains { kinds.contains(String($0)) }
    }
}
