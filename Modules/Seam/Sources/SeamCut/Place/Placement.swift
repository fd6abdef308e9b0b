import SeamKit

/// The result of placing: which caller gets which dependency, in which form and under which name.
struct Placement {
    /// A property that a caller gets.
    struct Property {
        let property: CallerProperty
        /// How it gets an instance that is passed; nil if it can't, or already does.
        let injection: Injection?
        /// The declaration in another file that has it; nil if its own place has it.
        var home: CodeTree.Declaration?
        /// Whether other files read it.
        var isShared = false

        /// Whether it is computed from what the type stores, and new.
        var isLate: Bool {
            let place = property.place
            return injection.map { !$0.form.isStored && $0.isKept } == true && !place.isStatic
                && place.declaration == nil
        }
    }

    /// A use, with the expression that takes its place.
    struct Read {
        let file: ParsedFile
        let access: ExpressionNode
        var expression: String
        /// The name that a closure around the use captures, and the closure.
        var captured: (name: String, closure: ClosureNode)?
        /// What a function falls back to, if it reads no property.
        var late: Late?
        /// Whether it is a parameter of the function, which closures may hold as they would hold a constant.
        var isParameter = false
        /// Whether reading it anew each time is the same as reading it once.
        var isConstant = false

        /// The initializer whose body has the use.
        var initializer: InitializerNode? { access.nearest(InitializerNode.self) }
    }

    /// What happens to the uses, by their numbers.
    var outcomes: [Int: CutPlan.Outcome] = [:]
    var callers: [CutPlan.Caller] = []
    /// Callers that had their property before, and take no instance.
    var gathered: [CutPlan.Caller] = []
    var failures: [CutPlan.Failure] = []
    /// In the order of their files.
    var reads: [Read] = []
    /// The names that functions get for an instance that several reads share.
    var locals: [(file: ParsedFile, edit: TextEdit)] = []
    var properties: [Property] = []
    /// The late reads of earlier cuts that go.
    var upgrades: [LateUpgrade] = []
    /// What types store for passed instances, in the order in which they were found.
    var storages: [Storages.Storage] = []
    /// The callers that go on with a property that they had before.
    var holding: [PlacedCaller] = []
    /// The calls that pass on what the code around them takes.
    var passing: [PassingCall] = []
    /// The initializers that call others and get parameters.
    var delegating: [(file: ParsedFile, initializer: InitializerNode, parameters: [FunctionTaker.Parameter])] = []
    /// The functions that get parameters.
    var functions: [(taker: FunctionTaker, parameters: [FunctionTaker.Parameter])] = []
    var carriers: Carriers
    var choice: ProtocolChoice?

    mutating func leave(_ uses: [Candidate], for reason: Reason) {
        for use in uses { outcomes[use.row] = .left(reason) }
    }
}
