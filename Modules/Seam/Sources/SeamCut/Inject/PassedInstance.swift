import SeamKit

/// The initializers of a type that read an accessor, where nothing else in an instance does: they take the instance, and nothing
/// stores it.
struct PassedInstance {
    /// The initializers that take it.
    let takers: Set<InitializerNode>
    /// Whether all of them read the accessor whenever they run, so that reading it as an argument is hardly earlier.
    let isReadAtOnce: Bool

    /// Finds the initializers; nil if something else reads the accessor, or if one of them can't take the instance.
    ///
    /// - Parameter access: the accessor, as the code spells it.
    init?(
        _ accessor: InjectedType,
        _ access: String,
        of owner: OwnerDecl,
        in file: ParsedFile,
        _ request: CutRequest
    ) {
        guard request.options.isForInitializers, [.class, .struct, .actor].contains(owner.kind), !owner.isLocal else {
            return nil
        }
        let index = request.index
        // A class uses what it inherits.
        guard Holder(inheritedBy: (file, owner), access: access, instance: accessor, index: index) == nil else {
            return nil
        }
        let initializers = Initializers(owner: owner, file: file)
        let own = OwnParameters(of: (file, owner), access: access, instance: accessor, request)?.names ?? [:]
        let canTake = { (initializer: InitializerNode) in
            own[initializer] != nil || initializers.canTake(initializer, index)
        }
        let isolation = IsolationReader(index: index).isolation(of: owner, in: file)
        var readers: [InitializerNode: Bool] = [:]
        var isMoved = false
        for site in request.sites(of: owner, through: accessor.accessor) where !site.context.isStatic {
            let context = site.context
            switch context.member {
            case .defaultArgument: continue
            case .value where context.owner == owner: isMoved = true
            case .initializer(let initializer) where context.owner == owner:
                let isNear = accessor.isolation == .nonisolated || accessor.isolation == isolation
                guard isNear, !initializer.isDelegating, !initializer.endsProcess,
                    canTake(initializer),
                    context.mayCapture(accessor, on: isolation, in: file, index)
                else { return nil }
                let isAtOnce = initializer.block.map(context.access.isComputed) == true
                readers[initializer] = readers[initializer, default: false] || isAtOnce
            default: return nil
            }
        }
        takers = isMoved ? initializers.setters : Set(readers.keys)
        guard isMoved || !takers.isEmpty, takers.allSatisfy(canTake) else { return nil }
        isReadAtOnce = isMoved || readers.values.allSatisfy(\.self)
    }
}

extension Recipient {
    /// The initializers that take the instance, if nothing stores it; nil if something does.
    var passed: PassedInstance? {
        guard let accessor, existing == nil, !isUpgrade, form != .required, !isMemberwise || isMadeWithoutArguments
        else { return nil }
        return PassedInstance(instance, accessor, of: owner, in: file, request)
    }

    /// What could keep the caller from reading the accessor when it is made.
    var latenessChecks: [Check<Recipient>] {
        if passed != nil { return isTakenAlready ? [] : [.observed, .foreignActor] }
        return isTakenAlready ? [.unsent, .parts] : Self.ofLateness
    }

    /// Whether all initializers take the instance already.
    var isTakenAlready: Bool { !own.isEmpty && initializers.setters.isSubset(of: own.keys) }
}
