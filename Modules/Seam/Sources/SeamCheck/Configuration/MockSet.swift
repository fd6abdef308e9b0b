import Yams

extension Configuration {
    /// An entry of `mocks`: a folder of fakes, and the protocols they are written for.
    public struct MockSet: Sendable, Equatable {
        /// The folders and files whose protocols get a fake; relative to the root.
        public var sources: [String]
        /// The folder that fakes are written to; relative to the root.
        public var output: String
        /// The folders and files that declare what those protocols depend on; relative to the root.
        public var context: [String]
        /// The imports of every fake, with modifiers: `@testable Shop`.
        public var imports: [String]
        /// The names and patterns of protocols; if empty, all protocols.
        public var protocols: [String]
        /// The access level: `internal`, `package` or `public`; nil for each protocol's own.
        public var access: String?
        /// Whether the main actor is the default isolation.
        public var isMainActorDefault: Bool

        /// Creates an entry.
        public init(
            sources: [String],
            output: String,
            context: [String] = [],
            imports: [String] = [],
            protocols: [String] = [],
            access: String? = nil,
            isMainActorDefault: Bool = false
        ) {
            self.sources = sources
            self.output = output
            self.context = context
            self.imports = imports
            self.protocols = protocols
            self.access = access
            self.isMainActorDefault = isMainActorDefault
        }
    }
}

extension Configuration.MockSet {
    /// Reads the list of entries.
    static func read(_ node: Node, _ reader: YAMLReader) -> [Self] {
        CodeEntry.read(node, "mocks", ["protocols", "access", "default-isolation"], reader).map { entry in
            Self(
                sources: entry.paths("sources"),
                output: entry.path("output") ?? "",
                context: entry.paths("context"),
                imports: entry.names("imports"),
                protocols: entry.names("protocols"),
                access: entry.access,
                isMainActorDefault: entry.isMainActorDefault
            )
        }
    }
}
