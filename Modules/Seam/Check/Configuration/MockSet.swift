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
    private static let keys = [
        "sources", "output", "context", "imports", "protocols", "access", "default-isolation",
    ]

    /// Reads the list of entries.
    static func read(_ node: Node, _ reader: YAMLReader) -> [Self] {
        reader.items(node, in: "mocks").map { item in
            let fields = reader.fields(item, known: keys, in: "an entry of mocks")
            func names(_ key: String) -> [String] {
                fields[key].map { reader.names($0, in: "`\(key)` of mocks").map(\.text) } ?? []
            }
            func word(_ key: String, _ known: [String]) -> String? {
                guard let node = fields[key], let word = reader.text(node, in: "`\(key)` of mocks") else { return nil }
                if known.contains(word) { return word }
                reader.report(node, "`\(key)` of mocks must be one of \(known.joined(separator: ", "))")
                return nil
            }
            if fields["sources"] == nil { reader.report(item, "an entry of mocks does not say its `sources`") }
            if fields["output"] == nil { reader.report(item, "an entry of mocks does not say its `output`") }
            return Self(
                sources: names("sources"),
                output: fields["output"].flatMap { reader.text($0, in: "`output` of mocks") } ?? "",
                context: names("context"),
                imports: names("imports"),
                protocols: names("protocols"),
                access: word("access", ["internal", "package", "public"]),
                isMainActorDefault: word("default-isolation", ["MainActor", "nonisolated"]) == "MainActor"
            )
        }
    }
}
