import Yams

extension Configuration {
    /// An entry of `services`: a folder of generated services, and the sources with the protocols.
    public struct ServiceSet: Sendable, Equatable {
        /// The folders and files with the protocols; relative to the root.
        public var sources: [String]
        /// The folder that the code is written to; relative to the root.
        public var output: String
        /// The folders and files that declare what the protocols depend on; relative to the root.
        public var context: [String]
        /// The imports of every file, with modifiers: `@testable Shop`.
        public var imports: [String]
        /// The access level: `internal`, `package` or `public`; nil for each protocol's own.
        public var access: String?
        /// Whether the main actor is the default isolation.
        public var isMainActorDefault: Bool
        /// Whether a transport over `URLSession` is written.
        public var hasURLSession: Bool

        /// Creates an entry.
        public init(
            sources: [String],
            output: String,
            context: [String] = [],
            imports: [String] = [],
            access: String? = nil,
            isMainActorDefault: Bool = false,
            hasURLSession: Bool = true
        ) {
            self.sources = sources
            self.output = output
            self.context = context
            self.imports = imports
            self.access = access
            self.isMainActorDefault = isMainActorDefault
            self.hasURLSession = hasURLSession
        }
    }
}

extension Configuration.ServiceSet {
    /// Reads the list of entries.
    static func read(_ node: Node, _ reader: YAMLReader) -> [Self] {
        CodeEntry.read(node, "services", ["access", "default-isolation", "url-session"], reader).map { entry in
            Self(
                sources: entry.paths("sources"),
                output: entry.path("output") ?? "",
                context: entry.paths("context"),
                imports: entry.names("imports"),
                access: entry.access,
                isMainActorDefault: entry.isMainActorDefault,
                hasURLSession: entry.isTrue("url-session", default: true)
            )
        }
    }
}
