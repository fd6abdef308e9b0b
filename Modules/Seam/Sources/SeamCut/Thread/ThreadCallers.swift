import SeamKit

/// A use, where the instance is to come from whoever makes the caller.
struct ThreadedUse {
    let access: Access
    /// The accessor whose instance is passed on.
    let accessor: Singleton.Accessor?
    /// Whether the caller is among those to be threaded already.
    let isKnown: Bool

    var located: LocatedUse { access.located }
    var request: CutRequest { access.request }
    var instance: InjectedType { access.instance }

    /// Whether the use is the fallback of a property that returns an injected instance first.
    var isInjected: Bool {
        access.isGathered && access.context.memberDecl.map(PropertyText.isInjected) == true && access.owner != nil
    }

    /// The caller around the fallback; nil if it isn't in the form that injecting writes.
    var caller: InjectedCaller? { InjectedCaller(access.context, index: access.index, in: access.file) }
}

/// Finds the callers that fall back to the accessor, and could get the instance from whoever makes them.
struct ThreadCallers {
    private(set) var graph: ThreadGraph
    /// What happens to the uses as long as nothing else is found.
    private(set) var outcomes: [CutPlan.Outcome]
    /// The accessor, as callers see it; nil if there are none.
    private(set) var instance: InjectedType?

    /// Whether a use is the fallback of a caller that can be threaded.
    static let ofUse: [Check<ThreadedUse>] = [
        .root, .noCaller, .staticMember, .uninjected, .replaced, .order, .form,
    ]

    static func find(_ request: CutRequest, passing accessor: Singleton.Accessor?) -> ThreadCallers {
        let outcomes = Array(repeating: CutPlan.Outcome.outside, count: request.uses.count)
        var callers = ThreadCallers(graph: ThreadGraph(request.options), outcomes: outcomes)
        let members = request.singleton.shape == .locator ? request.options.slice.members : nil
        for (row, use) in request.uses.enumerated() where members?.contains(use.member) ?? true {
            callers.outcomes[row] = .left(callers.reason(of: row, request, passing: accessor))
        }
        let types = Set(callers.graph.order.compactMap { callers.graph[$0]?.type })
        if types.count > 1 {
            let message = "callers take \(types.sorted().joined(separator: " and ")); choose some with --protocol"
            for name in callers.graph.order { callers.graph.fail(name, for: .form, because: message) }
        }
        return callers
    }

    /// Returns why a use stays as long as nothing else is found; notes the caller where it falls back to the accessor.
    private mutating func reason(of row: Int, _ request: CutRequest, passing accessor: Singleton.Accessor?) -> Reason {
        let use = request.uses[row]
        if let reason = request.reasons.first(of: Locator.ofMap, for: use) { return reason }
        let located: LocatedUse
        switch Locator(request: request).locate(row) {
        case .success(let found): located = found
        case .failure(let reason): return reason
        }
        guard case .success(let instance) = request.instance(located.context.accessor) else { return .type }
        let access = Access(located: located, instance: instance)
        let isKnown = access.owner.map { graph[$0.name] != nil } ?? false
        let threaded = ThreadedUse(access: access, accessor: accessor, isKnown: isKnown)
        if let reason = request.reasons.first(of: Self.ofUse, for: threaded) { return reason }
        guard threaded.isInjected, let caller = threaded.caller, let owner = access.owner else { return .unexplained }
        self.instance = instance.seen(as: caller.type, in: request.index)
        var node = ThreadNode(owner: owner, file: located.file, property: caller.property, role: .caller(caller))
        node.rows = [row]
        node.isWanted = request.options.slice.contains(use)
        graph.add(node)
        return .form
    }
}

extension InjectedType {
    /// The instance as callers of this type see it.
    fileprivate func seen(as type: String, in index: TypeIndex) -> InjectedType {
        guard type != self.type, type.hasPrefix("any "), let found = index.type(String(type.dropFirst(4))) else {
            return self
        }
        var seen = self
        (seen.type, seen.isOwnType) = (type, false)
        if isolation == .nonisolated { seen.isSendable = found.owner.inherited.contains("Sendable") }
        return seen
    }
}
