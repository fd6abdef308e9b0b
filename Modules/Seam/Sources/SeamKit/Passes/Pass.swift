/// A step of the analysis over one graph.
///
/// Each pass has a file of its own, and the comment at its head says what it needs and what it adds.
///
/// Reasons: docs/adr/analysis-passes.md.
protocol Pass: SendableMetatype {
    /// What must exist before it runs.
    static var needs: Set<Knowledge.Layer> { get }
    /// What exists after it has run.
    static var adds: Knowledge.Layer { get }

    static func run(on knowledge: inout Knowledge)
}

/// The passes in their order.
enum Passes {
    static let all: [any Pass.Type] = [
        JoinFiles.self,
        HashInterfaces.self,
        DeclareTypes.self,
        LinkTypes.self,
        FindExternals.self,
        FindChanges.self,
        FindStatics.self,
        DecideStatics.self,
        DecideDelegates.self,
        DecideLocators.self,
        DecideGlobals.self,
        FindCarriers.self,
        FindUses.self,
        DescribeSingletons.self,
    ]

    /// Runs all passes in their order.
    static func run(on knowledge: inout Knowledge) {
        for pass in all { pass.run(on: &knowledge) }
    }

    /// Runs those passes that make the graph, and none that decides what a singleton is.
    static func link(_ knowledge: inout Knowledge) {
        for pass in all where [.files, .types, .links].contains(pass.adds) { pass.run(on: &knowledge) }
    }
}

/// The knowledge of a tree: the graph, and what the passes have found in it.
struct Knowledge: Sendable {
    /// What a pass adds.
    enum Layer: String, Sendable, CaseIterable {
        case facts
        case files
        case interfaces
        case types
        case links
        case externals
        case changes
        case statics
        case instances
        case delegates
        case locators
        case globals
        case carriers
        case uses
        case description
    }

    /// The facts of each file, in order of paths.
    let facts: [CompiledFile]
    let options: Analysis.Options
    var graph: Graph
    var decisions = Decisions()
    /// The statics and globals that some source assigns or changes.
    var assigned: Set<Graph.MemberID> = []
    /// For each type, the statics that return an instance of it.
    var statics: [Graph.TypeID: [OwnStatic]] = [:]
    /// The names by which a singleton can be accessed.
    var carriers = SymbolSet()
    var uses: [FoundUse] = []
    /// What is known of each file from earlier runs, and then from this one; nil in runs that store nothing.
    var results: FileResults?
    /// The singletons and uses as a map lists them.
    var singletons: [Singleton] = []
    var listedUses: [Use] = []

    init(facts: [CompiledFile], modules: [Module], options: Analysis.Options) {
        self.facts = facts
        self.options = options
        graph = Graph(modules: modules)
    }
}

/// A static that returns an instance of its own type.
struct OwnStatic: Sendable {
    var member: Graph.MemberID
    var name: Symbol
    var isFunction: Bool
    /// Whether it stores the instance itself.
    var isStored: Bool
    var isPrivate: Bool
    /// The statics and globals that it returns.
    var sources: Set<Graph.MemberID>
}

/// The decisions: which members return which singleton.
struct Decisions: Sendable {
    /// A singleton, in the form that uses refer to.
    struct Found: Sendable {
        var singleton: Singleton
        /// The type, if the tree declares it.
        var type: Graph.TypeID?

        var shape: Singleton.Shape { singleton.shape }
    }

    /// How often one thing that is found may lead to the next: far above what people write, and far below what would take for ever.
    static let rounds = 100

    var singletons: [Found] = []
    /// Static accessors and their storage, and globals.
    var accessors: [Graph.MemberID: Int] = [:]
    /// The members of locators that count.
    var locatorMembers: [Graph.MemberID: Int] = [:]
    /// The classes, and protocols that they conform to, that the delegate of the application or of a scene is cast to.
    var delegates: [Graph.TypeID: Int] = [:]
    /// For each singleton, the names of accessors and storage. Nothing in their bodies is a use of it.
    var ownAccessors: [Int: Set<Symbol>] = [:]
    /// The singletons of the frameworks and of types that no file declares.
    var external: [Words.External: Int] = [:]
    /// Their types.
    var externalTypes: [Int: TypePath] = [:]
    /// The accessors among them that are called.
    var externalFunctions: Set<Words.External> = []

    static func isConventional(_ name: String) -> Bool {
        guard name.hasPrefix("shared") else { return false }
        let rest = name.dropFirst(6)
        return rest.isEmpty || rest.first?.isUppercase == true
    }
}
