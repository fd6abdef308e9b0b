/// A step of the analysis over one graph.
///
/// A pass stands in a file of its own, whose head says what it needs and what it adds.
protocol Pass: SendableMetatype {
    /// What has to be there before it runs.
    static var needs: Set<Knowledge.Layer> { get }
    /// What is there after it ran.
    static var adds: Knowledge.Layer { get }

    static func run(_ knowledge: inout Knowledge)
}

/// The passes in their order.
enum Passes {
    static let all: [any Pass.Type] = [
        JoinFiles.self,
        DeclareTypes.self,
        LinkTypes.self,
        FindExternals.self,
        FindChanges.self,
        FindStatics.self,
        DecideStatics.self,
        DecideLocators.self,
        DecideGlobals.self,
        FindUses.self,
        DescribeSingletons.self,
    ]

    /// Runs the passes that come behind what adds `first`, up to the one that adds `last`.
    static func run(
        _ knowledge: inout Knowledge,
        after first: Knowledge.Layer = .facts,
        through last: Knowledge.Layer = .description
    ) {
        let start = all.firstIndex { $0.adds == first }.map { $0 + 1 } ?? 0
        for pass in all[start...] {
            pass.run(&knowledge)
            if pass.adds == last { return }
        }
    }
}

/// What is known of a tree: the graph, and what the passes found in it.
struct Knowledge: Sendable {
    /// What a pass adds.
    enum Layer: String, Sendable, CaseIterable {
        case facts
        case files
        case types
        case links
        case externals
        case changes
        case statics
        case instances
        case locators
        case globals
        case uses
        case description
    }

    /// The facts of each file, in order of paths.
    let facts: [FactsOfFile]
    let options: Analysis.Options
    var graph: Graph
    var decisions = Decisions()
    /// Statics and globals that some source assigns or changes.
    var assigned: Set<Graph.MemberID> = []
    /// For each type, the statics that hand out one of its own.
    var statics: [Graph.TypeID: [OwnStatic]] = [:]
    /// Names of types whose declarations would help to decide, and that no file here declares.
    var wanted: Set<Symbol> = []
    var uses: [FoundUse] = []
    /// The singletons and uses as a map lists them.
    var singletons: [Singleton] = []
    var listedUses: [Use] = []

    init(facts: [FactsOfFile], modules: [Module], options: Analysis.Options) {
        self.facts = facts
        self.options = options
        graph = Graph(modules: modules)
    }
}

/// A static that hands out an instance of its own type.
struct OwnStatic: Sendable {
    var member: Graph.MemberID
    var name: Symbol
    var isFunction: Bool
    /// Whether it stores the instance itself.
    var isStored: Bool
    var isPrivate: Bool
    /// Statics and globals that it hands on.
    var sources: Set<Graph.MemberID>
}

/// What was decided: which members hand out which singleton.
struct Decisions: Sendable {
    /// A singleton that was decided on, as uses refer to it.
    struct Found: Sendable {
        var singleton: Singleton
        /// The type, where the tree declares it.
        var type: Graph.TypeID?

        var shape: Singleton.Shape { singleton.shape }
    }

    var singletons: [Found] = []
    /// Static accessors and their storage, and globals.
    var accessors: [Graph.MemberID: Int] = [:]
    /// Members of locators that count.
    var locatorMembers: [Graph.MemberID: Int] = [:]
    /// For each singleton, names of accessors and storage: in their bodies nothing is a use of it.
    var ownAccessors: [Int: Set<Symbol>] = [:]
    /// Singletons of the frameworks and of types that no file declares.
    var external: [Words.External: Int] = [:]
    /// Their types.
    var externalTypes: [Int: TypePath] = [:]
    /// Those of them that are called.
    var externalFunctions: Set<Words.External> = []

    static func isConventional(_ name: String) -> Bool {
        guard name.hasPrefix("shared") else { return false }
        let rest = name.dropFirst(6)
        return rest.isEmpty || rest.first?.isUppercase == true
    }
}
