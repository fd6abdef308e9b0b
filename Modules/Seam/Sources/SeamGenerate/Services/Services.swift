public import SeamKit

/// Writes services over HTTP.
public enum Services {
    /// The generated files, and the problems.
    public struct Output: Sendable, Hashable {
        /// The files of the services, and those that they share, sorted by path.
        public var files: [GeneratedFile]
        /// The reasons why protocols have no service.
        public var problems: [GenerateProblem]
    }

    /// Returns a service for each protocol of `sources` with the annotation `@service`.
    ///
    /// - Parameters:
    ///   - sources: the files with the protocols.
    ///   - context: files that declare what those depend on: models, aliases.
    ///   - options: how the code is written.
    ///   - format: indentation and length of lines.
    public static func write(
        _ sources: [SwiftDocument],
        context: [SwiftDocument] = [],
        options: ServiceOptions = ServiceOptions(),
        format: CodeFormat = CodeFormat()
    ) -> Output {
        let (services, found, names) = read(sources, context: context, options: options)
        let problems =
            found
            + sources.localProblems(saying: "@service") { declaration in
                ServiceAnnotations(above: declaration).isService ? "service for" : nil
            }
        guard !services.isEmpty else { return Output(files: [], problems: problems) }
        let files = ServiceFiles(services: services, options: options, format: format, names: names).files()
        return Output(files: files.sorted { $0.path < $1.path }, problems: problems)
    }

    static func read(
        _ sources: [SwiftDocument],
        context: [SwiftDocument],
        options: ServiceOptions
    ) -> (services: [Service], problems: [GenerateProblem], names: StandardNames) {
        let own = Set(sources.map(\.path))
        let all = (sources + context.filter { !own.contains($0.path) }).sorted { $0.path < $1.path }
        let catalog = Catalog(of: all)
        let sites = ModelSites(catalog: catalog, own: Set(all.map(\.path))).sites
        let models = sites.map {
            ($0.scope.joined(separator: "."), (json: Model.json(for: $0.stem), isWord: $0.isEnum))
        }
        let types = ServiceTypes(
            models: Dictionary(models, uniquingKeysWith: { first, _ in first }),
            catalog: catalog
        )
        var services: [Service] = []
        var problems: [GenerateProblem] = []
        for site in catalog.protocols where own.contains(site.document.path) {
            guard ServiceAnnotations(above: site).isService else {
                if let reason = ServiceReader.slip(of: site) {
                    problems.append(Refusal(site, reason).problem("no service for \(site.qualifiedName): \(reason)"))
                }
                continue
            }
            var types = types
            types.scope = Catalog.scope(of: site)
            var reader = ServiceReader(site: site, types: types, options: options)
            let service = reader.service()
            problems += reader.problems
            guard let service else { continue }
            if let other = services.first(where: { $0.fileName.lowercased() == service.fileName.lowercased() }) {
                let message = "no service for \(site.qualifiedName): \(other.path) has a service of the same name"
                problems.append(Refusal(site, message).problem(message))
            } else {
                services.append(service)
            }
        }
        return (services, problems, StandardNames(catalog: catalog))
    }
}

/// Options for services.
public struct ServiceOptions: Sendable, Hashable {
    /// The imports of every file: `Shop`, `@testable Shop`.
    public var imports: [String]
    /// The access level of every service; that of its protocol if nil.
    public var access: MockOptions.Access?
    /// Whether declarations without an isolation are isolated to the main actor.
    public var isMainActorDefault: Bool
    /// Whether a transport over `URLSession` is written.
    public var hasURLSession: Bool
    /// The command that is named in headers.
    public var command: String

    /// Creates options.
    public init(
        imports: [String] = [],
        access: MockOptions.Access? = nil,
        isMainActorDefault: Bool = false,
        hasURLSession: Bool = true,
        command: String = "seam services"
    ) {
        self.imports = imports
        self.access = access
        self.isMainActorDefault = isMainActorDefault
        self.hasURLSession = hasURLSession
        self.command = command
    }
}

extension ServiceAnnotations {
    fileprivate var isService: Bool { items.contains { $0.word == .service } }
}

extension Service {
    /// The name of its file, without an ending.
    var fileName: String { "HTTP" + protocolName.filter { $0 != "." && $0 != "`" } }
}
