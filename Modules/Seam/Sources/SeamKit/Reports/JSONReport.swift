/// The JSON of a map. `docs/seam/map.schema.json` describes its fields.
public struct JSONReport: Sendable {
    /// The version of the format. It increases if a field changes its meaning or is removed, not if one is added.
    public static let version = 3

    /// Whether the map is listed by owner too.
    public var groupsByOwner: Bool
    /// The number of uses that `seam cut` can move, by the `Singleton.id`; nil to leave it out.
    public var movable: [String: Int]?
    /// The shapes of the uses of each singleton that is listed whole, by the `Singleton.id`.
    public var shapes: [String: [UseShape]]

    /// Creates a report.
    public init(groupsByOwner: Bool = false, movable: [String: Int]? = nil, shapes: [String: [UseShape]] = [:]) {
        self.groupsByOwner = groupsByOwner
        (self.movable, self.shapes) = (movable, shapes)
    }

    /// Returns the text, with a newline at its end. The same map gives the same text.
    public func text(of map: CodeMap) -> String {
        JSONText.of(Document(of: map, report: self))
    }
}

private struct Document: Encodable {
    var format = "seam-map"
    var version = JSONReport.version
    var summary: Summary
    var modules: [ModulePart]
    var singletons: [SingletonPart]
    var cuts: [CutPart]
    var uses: [UsePart]
    var owners: [OwnerPart]?
    var uncompiled: [String]
    var skipped: [Skipped]
    var problems: [ProblemPart]

    init(of map: CodeMap, report: JSONReport) {
        let ranking = Ranking(of: map)
        let owned = map.sources.filter { !$0.owners.isEmpty }.map { ($0.path, $0.owners) }
        let owners = Dictionary(owned, uniquingKeysWith: { first, _ in first })
        summary = Summary(
            files: map.files.count,
            lines: map.statistics.lines,
            bytes: map.statistics.bytes,
            parsed: map.statistics.parsed,
            cached: map.statistics.cached,
            singletons: map.singletons.count,
            uses: map.uses.count,
            byName: map.uses.count { $0.certainty == .byName }
        )
        modules = map.modules.map(ModulePart.init)
        singletons = ranking.entries.map { entry in
            var part = SingletonPart(of: entry, owners: owners[entry.singleton.file])
            part.movable = report.movable?[entry.singleton.id]
            part.shapes = report.shapes[entry.singleton.id]
            return part
        }
        cuts = ranking.cuts.map(CutPart.init)
        uses = map.uses.map { UsePart(of: $0, owners: owners[$0.file]) }
        self.owners = report.groupsByOwner ? Ownership(of: map).parts.map(OwnerPart.init) : nil
        uncompiled = map.files.filter(\.isUncompiled).map(\.path)
        skipped = map.skipped
        problems = map.problems.map {
            ProblemPart(
                path: $0.path,
                line: $0.line > 0 ? $0.line : nil,
                kind: $0.kind.rawValue,
                message: $0.message
            )
        }
    }
}

private struct Summary: Encodable {
    var files: Int
    var lines: Int
    var bytes: Int
    var parsed: Int
    var cached: Int
    var singletons: Int
    var uses: Int
    var byName: Int
}

private struct ModulePart: Encodable {
    var name: String
    var origin: String
    var manifest: String?
    var folders: [String]
    var isTest: Bool
    var dependencies: [String]

    init(of module: Module) {
        name = module.name
        origin = module.origin.rawValue
        manifest = module.manifest.isEmpty ? nil : module.manifest
        folders = module.folders
        isTest = module.isTest
        dependencies = module.dependencies
    }
}

private struct SingletonPart: Encodable {
    struct AccessorPart: Encodable {
        var name: String
        var isMutable: Bool
        var isFunction: Bool
        var file: String?
        var line: Int?
    }

    struct FanIn: Encodable {
        var module: String
        var uses: Int
    }

    var id: String
    var type: String
    var module: String?
    var shape: String
    var file: String?
    var line: Int?
    var owners: [String]?
    var accessors: [AccessorPart]
    var uses: Int
    var movable: Int?
    var shapes: [UseShape]?
    var testUses: Int
    var byName: Int
    var writes: Int
    var users: [Ranking.User]
    var modules: [FanIn]
    var members: [Ranking.Member]

    init(of entry: Ranking.Entry, owners: [String]?) {
        self.owners = owners
        let singleton = entry.singleton
        id = singleton.id
        type = singleton.name
        module = singleton.module.isEmpty ? nil : singleton.module
        shape = singleton.shape.rawValue
        file = singleton.file.isEmpty ? nil : singleton.file
        line = singleton.file.isEmpty ? nil : singleton.line
        accessors = singleton.accessors.map {
            AccessorPart(
                name: $0.name,
                isMutable: $0.isMutable,
                isFunction: $0.isFunction,
                file: $0.file.isEmpty ? nil : $0.file,
                line: $0.file.isEmpty ? nil : $0.line
            )
        }
        uses = entry.uses
        testUses = entry.testUses
        byName = entry.byName
        writes = entry.writes
        users = entry.users
        modules = entry.modules.map { FanIn(module: $0.name, uses: $0.uses) }
        members = entry.members
    }
}

private struct CutPart: Encodable {
    var singleton: String
    var proposedName: String
    var members: [Ranking.Member]
    var callers: [Ranking.User]
    var uses: Int
    var sharedState: [String]
    var file: String?
    var line: Int?
    var freedCallers: [Ranking.User]
    var freedModules: [String]
    var worth: Int
    var cost: Int
    var isMinor: Bool
    var isFixed: Bool
    /// Left out for a cut with few callers.
    var parts: [Ranking.Cut.Part]?

    init(of cut: Ranking.Cut) {
        singleton = cut.singleton
        proposedName = cut.name
        members = cut.members
        callers = cut.callers
        uses = cut.uses
        sharedState = cut.sharedState
        file = cut.file.isEmpty ? nil : cut.file
        line = cut.file.isEmpty ? nil : cut.line
        freedCallers = cut.freedCallers
        freedModules = cut.freedModules
        worth = cut.worth
        cost = cut.cost
        isMinor = cut.isMinor
        isFixed = cut.isFixed
        parts = cut.parts.isEmpty ? nil : cut.parts
    }
}

private struct UsePart: Encodable {
    var singleton: String
    var member: String
    var kind: String
    var certainty: String
    var path: String
    var file: String
    var line: Int
    var column: Int
    var module: String
    var enclosingType: String?
    var enclosingFunction: String?
    var isTest: Bool
    var alsoIn: [String]?
    var isDisputed: Bool?
    var owners: [String]?
    /// Left out for Swift.
    var language: String?

    init(of use: Use, owners: [String]?) {
        self.owners = owners
        singleton = use.singleton
        member = use.member
        kind = use.kind.rawValue
        certainty = use.certainty.rawValue
        path = use.path.rawValue
        file = use.file
        line = use.line
        column = use.column
        module = use.module
        enclosingType = use.enclosingType.isEmpty ? nil : use.enclosingType
        enclosingFunction = use.enclosingFunction.isEmpty ? nil : use.enclosingFunction
        isTest = use.isTest
        alsoIn = use.alsoIn.isEmpty ? nil : use.alsoIn
        isDisputed = use.isDisputed ? true : nil
        language = use.isObjectiveC ? "objective-c" : nil
    }
}

private struct OwnerPart: Encodable {
    /// Left out for code that nobody owns.
    var owner: String?
    var files: Int
    var declares: [String]
    var uses: Int
    var singletons: [Ownership.SingletonUses]

    init(of part: Ownership.Part) {
        owner = part.owner
        files = part.files
        declares = part.declares
        uses = part.total
        singletons = part.uses
    }
}

private struct ProblemPart: Encodable {
    var path: String
    var line: Int?
    var kind: String
    var message: String
}
