import SeamKit

/// A use, where the instance is to come from whoever makes the caller.
struct ThreadedUse {
    let access: Access
    /// The accessor whose instance is passed on.
    let accessor: Singleton.Accessor?
    /// What falls back to the use; nil if nothing that a call can pass does.
    let found: FoundDefault?

    var located: LocatedUse { access.located }
    var request: CutRequest { access.request }
    var instance: InjectedType { access.instance }

    init(_ access: Access, of accessor: Singleton.Accessor?) {
        (self.access, self.accessor) = (access, accessor)
        found = FallbackReader(access: access).read()
    }

    /// The function that reads the accessor itself, and has no object of the tree's types that could store the instance for it:
    /// one of a file, a static one, one that enumerations or types from elsewhere have or that `run()` of a command calls, or an
    /// initializer that calls another one. Nil if the use is in nothing of that kind.
    var reader: InstanceFunction? {
        let context = access.context
        guard found == nil, instance.accessor == accessor, !instance.isOptional, access.canBeNamed,
            context.closures.isEmpty && context.localFunctions.allSatisfy(\.isOnlyCalledHere) || instance.isSendable,
            let owner = context.owner, !owner.isLocal, let function = context.function(in: access.file),
            function.body?.plainNode.span.contains(context.access.offset) == true,
            context.isStatic || owner.kind == .file || function.initializer?.isDelegating == true
                || request.index.declaration(of: owner)?.owner.kind ?? .enum == .enum
                || request.isInHelperOfCommand(context, in: access.file)
        else { return nil }
        return function
    }

    /// Whether the use is a fallback of something that may be passed: what `seam cut` wrote, or a person.
    var isInjected: Bool {
        if found != nil { return true }
        return access.isGathered && access.context.memberDecl.map(PropertyText.isInjected) == true
            && access.owner != nil
    }
}

/// A function that reads the accessor itself, and is to take the instance from what calls it.
struct ReadingFunction {
    let function: InstanceFunction
    var rows: [Int] = []
    var reads: [ExpressionNode] = []
}

/// Finds the callers that fall back to the accessor, and could get the instance from whoever makes them.
struct ThreadCallers {
    private(set) var graph: ThreadGraph
    /// What happens to the uses as long as nothing else is found.
    private(set) var outcomes: [CutPlan.Outcome]
    /// The accessor, as callers see it; nil if there are none.
    private(set) var instance: InjectedType?
    /// The rows that are defaults of a type or a function, by its key.
    private var defaults: [String: [(row: Int, found: FoundDefault)]] = [:]
    private var order: [String] = []
    /// The functions that read the accessor themselves.
    private(set) var readers: [ReadingFunction] = []

    /// Whether a use is the fallback of a caller that can be threaded.
    static let ofUse: [Check<ThreadedUse>] = [.root, .noCaller, .staticMember, .uninjected, .form]

    /// What falls back to the accessor where a call passes nothing.
    var defaulted: [DefaultedCaller] { graph.order.compactMap { graph[$0]?.caller } }

    static func find(_ request: CutRequest, passing accessor: Singleton.Accessor?) -> ThreadCallers {
        let outcomes = Array(repeating: CutPlan.Outcome.outside, count: request.uses.count)
        var callers = ThreadCallers(graph: ThreadGraph(request, passing: nil), outcomes: outcomes)
        let members = request.singleton.shape == .locator ? request.options.slice.members : nil
        for (row, use) in request.uses.enumerated() where members?.contains(use.member) ?? true {
            callers.outcomes[row] = .left(callers.reason(of: row, request, passing: accessor))
        }
        callers.addNodes(request)
        return callers
    }

    /// Returns why a use stays as long as nothing else is found; notes what falls back to it.
    private mutating func reason(of row: Int, _ request: CutRequest, passing accessor: Singleton.Accessor?) -> Reason {
        let use = request.uses[row]
        let value = request.delegateValue(row)
        if value == nil, let reason = request.reasons.first(of: Locator.ofMap, for: use) { return reason }
        let (located, instance): (LocatedUse, InjectedType)
        if let value {
            (located, instance) = value
        } else {
            switch Locator(request: request).locate(row) {
            case .success(let found): located = found
            case .failure(let reason): return reason
            }
            guard case .success(let found) = request.instance(located.context.accessor) else { return .type }
            instance = found
        }
        let threaded = ThreadedUse(Access(located: located, instance: instance), of: accessor)
        if value != nil, threaded.found == nil { return .delegate }
        if let reason = request.reasons.first(of: Self.ofUse, for: threaded) {
            let isDirect = value == nil && [.staticMember, .noCaller, .uninjected].contains(reason)
            if isDirect, let function = threaded.reader {
                note(function, row: row, reading: located.context.access)
                self.instance = self.instance ?? instance
            }
            return reason
        }
        guard let found = threaded.found else { return .unexplained }
        let key = found.function?.key ?? request.index.key(of: found.owner)
        if defaults[key] == nil { order.append(key) }
        defaults[key, default: []].append((row, found))
        self.instance = self.instance ?? instance
        return .form
    }

    private mutating func note(_ function: InstanceFunction, row: Int, reading access: ExpressionNode) {
        let known = readers.firstIndex { $0.function.key == function.key }
        let position = known ?? readers.endIndex
        if known == nil { readers.append(ReadingFunction(function: function)) }
        readers[position].rows.append(row)
        readers[position].reads.append(access)
    }

    /// Adds a node for each type whose defaults are those of one parameter.
    private mutating func addNodes(_ request: CutRequest) {
        var nodes: [ThreadNode] = []
        for key in order {
            let all = defaults[key] ?? []
            guard let label = all.first?.found.label else { continue }
            // A second parameter of the type or function stays as it is.
            let own = all.filter { $0.found.label == label }
            guard let caller = DefaultedCaller(own.map(\.found), index: request.index) else { continue }
            var node = ThreadNode(
                owner: caller.owner,
                file: caller.file,
                function: caller.function,
                property: caller.property?.name ?? caller.takers.first?.name ?? caller.label,
                role: .caller(caller),
                index: request.index
            )
            node.rows = own.map(\.row)
            node.isWanted = node.rows.contains { request.options.slice.contains(request.uses[$0]) }
            nodes.append(node)
        }
        // What only passes the instance on takes what all callers take; the type itself where some take a protocol.
        let types = Set(nodes.compactMap { $0.caller?.type })
        if types.count == 1, let type = types.first, let own = instance {
            instance = own.seen(as: type, by: nodes[0].owner, in: request.index)
            // What reads the accessor may need more of it.
            if instance?.type != own.type { readers = [] }
        }
        graph = ThreadGraph(request, passing: instance)
        for node in nodes { graph.add(node) }
    }
}

extension InjectedType {
    /// The instance as callers of this type see it.
    fileprivate func seen(as type: TypeStructure, by caller: OwnerDecl, in index: CodeTree) -> InjectedType {
        guard type.unmarked != self.type.unmarked, let name = type.unmarked.fullName,
            let found = index.type(name, in: caller),
            found.owner.kind == .protocol
        else { return self }
        var seen = self
        (seen.type, seen.isOwnType) = (type, false)
        if isolation == .nonisolated { seen.isSendable = found.owner.inherited.contains("Sendable") }
        return seen
    }
}
