import Yams

extension Configuration {
    /// An entry of `mocks`, `models` or `services`: a folder of generated code, and the sources that it is made from.
    public struct CodeSet: Sendable, Equatable {
        /// The folders and files with the protocols or models; relative to the root.
        public var sources: [String]
        /// The folder that the code is written to; relative to the root.
        public var output: String
        /// The folders and files that declare what those depend on; relative to the root.
        public var context: [String] = []
        /// The imports of every file, with modifiers: `@testable Shop`.
        public var imports: [String] = []
        /// The access level: `internal`, `package` or `public`; nil for that of each protocol, and for internal models.
        public var access: String?
        /// Whether the main actor is the default isolation of the modules.
        public var isMainActorDefault = false

        /// For mocks: the names and patterns of protocols; if empty, all protocols.
        public var protocols: [String] = []

        /// For models: the folder that the tests are written to; relative to the root; nil for no tests.
        public var tests: String?
        /// For models: the imports of every test.
        public var testImports: [String] = []
        /// For models: what the code uses: `seam`, the reading kit of this workspace, or `plain`, which is `Codable` and GRDB.
        public var kit = "seam"
        /// For models: whether records are written.
        public var hasDatabase = true

        /// For services: whether a transport over `URLSession` is written.
        public var hasURLSession = true

        /// Creates an entry.
        public init(sources: [String], output: String) { (self.sources, self.output) = (sources, output) }

        /// The folders that code is written to.
        public var folders: [String] { [output] + (tests.map { [$0] } ?? []) }
    }
}

extension Configuration.CodeSet {
    /// Reads the list of entries.
    ///
    /// - Parameters:
    ///   - section: the key of the list: `mocks`.
    ///   - keys: the keys of an entry that other lists don't have.
    static func read(_ node: Node, in section: String, keys: [String], reader: YAMLReader) -> [Self] {
        CodeEntry.read(node, section: section, keys: keys + ["access", "default-isolation"], reader: reader).map {
            entry in
            var set = Self(sources: entry.paths(for: "sources"), output: entry.path(for: "output") ?? "")
            set.context = entry.paths(for: "context")
            set.imports = entry.names(for: "imports")
            set.access = entry.access
            set.isMainActorDefault = entry.isMainActorDefault
            set.protocols = entry.names(for: "protocols")
            set.tests = entry.path(for: "tests")
            set.testImports = entry.names(for: "test-imports")
            set.kit = entry.word(for: "kit", among: ["seam", "plain"]) ?? "seam"
            set.hasDatabase = entry.isTrue("database", default: true)
            set.hasURLSession = entry.isTrue("url-session", default: true)
            return set
        }
    }
}
