import Yams

extension Configuration {
    /// An entry of `models`: a folder of generated code, and the sources with the models.
    public struct ModelSet: Sendable, Equatable {
        /// The folders and files with the models; relative to the root.
        public var sources: [String]
        /// The folder that the code is written to; relative to the root.
        public var output: String
        /// The folder that the tests are written to; relative to the root; nil for no tests.
        public var tests: String?
        /// The folders and files that declare what the models depend on; relative to the root.
        public var context: [String]
        /// The imports of every file, with modifiers: `@testable Shop`.
        public var imports: [String]
        /// The imports of every test.
        public var testImports: [String]
        /// What the code uses: `plain`, which is `Codable` and GRDB.
        public var kit: String
        /// Whether records are written.
        public var hasDatabase: Bool

        /// Creates an entry.
        public init(
            sources: [String],
            output: String,
            tests: String? = nil,
            context: [String] = [],
            imports: [String] = [],
            testImports: [String] = [],
            kit: String = "plain",
            hasDatabase: Bool = true
        ) {
            self.sources = sources
            self.output = output
            self.tests = tests
            self.context = context
            self.imports = imports
            self.testImports = testImports
            self.kit = kit
            self.hasDatabase = hasDatabase
        }
    }
}

extension Configuration.ModelSet {
    private static let keys = [
        "sources", "output", "tests", "context", "imports", "test-imports", "kit", "database",
    ]

    /// Reads the list of entries.
    static func read(_ node: Node, _ reader: YAMLReader) -> [Self] {
        reader.items(node, in: "models").map { item in
            let fields = reader.fields(item, known: keys, in: "an entry of models")
            func names(_ key: String) -> [String] {
                fields[key].map { reader.names($0, in: "`\(key)` of models").map(\.text) } ?? []
            }
            func text(_ key: String) -> String? {
                fields[key].flatMap { reader.text($0, in: "`\(key)` of models") }
            }
            if fields["sources"] == nil { reader.report(item, "an entry of models does not say its `sources`") }
            if fields["output"] == nil { reader.report(item, "an entry of models does not say its `output`") }
            let kit = text("kit") ?? "plain"
            if let node = fields["kit"], kit != "plain" {
                reader.report(node, "`kit` of models must be plain")
            }
            if fields["tests"] != nil, text("tests") == text("output") {
                reader.report(item, "`tests` and `output` of models are the same folder")
            }
            return Self(
                sources: names("sources"),
                output: text("output") ?? "",
                tests: text("tests"),
                context: names("context"),
                imports: names("imports"),
                testImports: names("test-imports"),
                kit: kit,
                hasDatabase: fields["database"].map { reader.isTrue($0, in: "`database` of models") } ?? true
            )
        }
    }
}
