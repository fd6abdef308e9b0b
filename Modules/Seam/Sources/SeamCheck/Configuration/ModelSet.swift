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
        /// What the code uses: `seam`, the reading kit of this workspace, or `plain`, which is `Codable` and GRDB.
        public var kit: String
        /// The access level of what is written: `internal`, `package` or `public`; internal if nil.
        public var access: String?
        /// Whether the modules are compiled with the main actor as their default isolation.
        public var isMainActorDefault: Bool
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
            kit: String = "seam",
            access: String? = nil,
            isMainActorDefault: Bool = false,
            hasDatabase: Bool = true
        ) {
            self.sources = sources
            self.output = output
            self.tests = tests
            self.context = context
            self.imports = imports
            self.testImports = testImports
            self.kit = kit
            self.access = access
            self.isMainActorDefault = isMainActorDefault
            self.hasDatabase = hasDatabase
        }
    }
}

extension Configuration.ModelSet {
    /// Reads the list of entries.
    static func read(_ node: Node, _ reader: YAMLReader) -> [Self] {
        CodeEntry.read(
            node,
            "models",
            ["tests", "test-imports", "kit", "access", "default-isolation", "database"],
            reader
        ).map { entry in
            Self(
                sources: entry.paths("sources"),
                output: entry.path("output") ?? "",
                tests: entry.path("tests"),
                context: entry.paths("context"),
                imports: entry.names("imports"),
                testImports: entry.names("test-imports"),
                kit: entry.word("kit", ["seam", "plain"]) ?? "seam",
                access: entry.access,
                isMainActorDefault: entry.isMainActorDefault,
                hasDatabase: entry.isTrue("database", default: true)
            )
        }
    }
}
