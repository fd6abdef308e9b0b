import SeamKit
import Yams

extension Configuration {
    private static let keys = [
        "version", "baseline", "include", "exclude", "layers", "declared-imports", "fallbacks", "types", "members",
        "features",
        "stages", "mocks", "models", "services", "roots", "left", "goals",
    ]

    /// Reads the text of a `seam.yml`.
    ///
    /// - Parameters:
    ///   - yaml: the text.
    ///   - file: its path, for errors.
    /// - Throws: everything that is wrong with the text, each with its line. `Rules` checks whether the names in it exist.
    public init(yaml: String, file: String = Configuration.fileName) throws(ConfigurationError) {
        self.init()
        let reader = YAMLReader(file: file)
        guard let root = try reader.root(of: yaml) else { return }
        let fields = reader.fields(of: root, known: Self.keys, in: "seam.yml")
        if let node = fields["version"], let version = reader.number(of: node, in: "version"), version != Self.version {
            reader.report(node, message: "version \(version) is not known; this seam reads version \(Self.version)")
        }
        if let node = fields["baseline"], let path = reader.path(of: node, in: "baseline") { baseline = path }
        if let node = fields["include"] { include = reader.paths(of: node, in: "include") }
        if let node = fields["exclude"] { exclude = reader.paths(of: node, in: "exclude", mayLeave: true) }
        if let node = fields["declared-imports"] { declaredImports = reader.isTrue(node, in: "declared-imports") }
        if let node = fields["fallbacks"] {
            countsCalls = node.scalar?.string == "calls"
            fallbacks = countsCalls || reader.isTrue(node, in: "fallbacks", or: "calls")
        }
        if let node = fields["layers"] { layers = Self.layers(in: node, reader: reader) }
        if let node = fields["types"] { types = Self.restrictions(node, in: "types", reader: reader) }
        if let node = fields["members"] { members = Self.members(in: node, reader: reader) }
        if let node = fields["features"] { features = Self.features(in: node, reader: reader) }
        if let node = fields["stages"] { readStages(node, reader: reader) }
        if let node = fields["roots"] { roots = reader.names(of: node, in: "roots") }
        if let node = fields["left"] { left = Self.left(in: node, reader: reader) }
        if let node = fields["goals"] { goals = Self.goals(in: node, reader: reader) }
        if let node = fields["mocks"] { mocks = CodeSet.read(node, in: "mocks", keys: ["protocols"], reader: reader) }
        if let node = fields["models"] {
            let keys = ["tests", "test-imports", "kit", "database"]
            models = CodeSet.read(node, in: "models", keys: keys, reader: reader)
        }
        if let node = fields["services"] {
            services = CodeSet.read(node, in: "services", keys: ["url-session"], reader: reader)
        }
        try reader.finish()
    }

    private static func layers(in node: Node, reader: YAMLReader) -> [Layer] {
        reader.entries(of: node, in: "layers").map { name, value in
            let place = "layer `\(name.text)`"
            let fields = reader.fields(of: value, known: ["modules", "imports", "external"], in: place)
            if fields["modules"] == nil {
                reader.report(line: name.line, message: "\(place) does not say its `modules`")
            }
            if fields["imports"] == nil {
                reader.report(line: name.line, message: "\(place) does not say what it `imports`")
            }
            return Layer(
                name: name,
                modules: fields["modules"].map { reader.names(of: $0, in: "modules of \(place)") } ?? [],
                imports: fields["imports"].map { reader.names(of: $0, in: "imports of \(place)") } ?? [],
                external: fields["external"].map { reader.names(of: $0, in: "external of \(place)") }
            )
        }
    }

    static func restrictions(_ node: Node, in section: String, reader: YAMLReader) -> [Restriction] {
        reader.entries(of: node, in: section).map { name, value in
            let place = "`\(name.text)` in \(section)"
            let fields = reader.fields(of: value, known: ["only", "because"], in: place)
            return Restriction(
                subject: name,
                only: fields["only"].map { reader.names(of: $0, in: "`only` of \(place)") } ?? [],
                because: fields["because"].flatMap { reader.text(of: $0, in: "`because` of \(place)") }
            )
        }
    }

    private static func members(in node: Node, reader: YAMLReader) -> [Restriction] {
        let members = restrictions(node, in: "members", reader: reader)
        for member in members where !member.subject.text.contains(".") {
            let message =
                "`\(member.subject.text)` in members must name a type and a member: `Type.member` or `Type.*`"
            reader.report(line: member.subject.line, message: message)
        }
        return members
    }

    private static func features(in node: Node, reader: YAMLReader) -> [FeatureSet] {
        reader.items(of: node, in: "features").map { item in
            let fields = reader.fields(of: item, known: ["modules", "except", "because"], in: "a set of features")
            if fields["modules"] == nil { reader.report(item, message: "a set of features does not say its `modules`") }
            return FeatureSet(
                modules: fields["modules"].map { reader.names(of: $0, in: "modules of features") } ?? [],
                except: fields["except"].map { reader.names(of: $0, in: "`except` of features") } ?? [],
                because: fields["because"].flatMap { reader.text(of: $0, in: "`because` of features") }
            )
        }
    }

    private mutating func readStages(_ node: Node, reader: YAMLReader) {
        for (name, value) in reader.entries(of: node, in: "stages") {
            guard let word = value.scalar?.string, let stage = Stage(rawValue: word) else {
                let known = Stage.allCases.map(\.rawValue)
                let suggestion = Suggestion.text(for: value.scalar?.string ?? "", among: known)
                reader.report(
                    line: name.line,
                    message: "the stage of `\(name.text)` must be one of \(known.joined(separator: ", "))\(suggestion)"
                )
                continue
            }
            if name.text == "default" {
                defaultStage = stage
            } else {
                stages.append(ModuleStage(module: name, stage: stage))
            }
        }
    }
}
