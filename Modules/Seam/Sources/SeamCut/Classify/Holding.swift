import SeamKit

/// How code that can't read a property of an instance gets what was passed to it, before it falls back to a static property.
enum Holding {
    /// This closure captures it. It is nil if nothing was passed, so nothing is made or held earlier than before.
    case captured(ClosureNode)
    /// It is a parameter of this initializer.
    case parameter(InitializerNode)
    /// It is a parameter of this static or free function.
    case function(FunctionNode)
    /// It is a parameter of the initializers, into which the initial value of this property moves.
    case moved(PropertyNode)

    /// The closure that captures it; nil if none does.
    var closure: ClosureNode? { if case .captured(let closure) = self { closure } else { nil } }

    /// The function that has it as a parameter; nil if none does.
    var function: FunctionNode? { if case .function(let function) = self { function } else { nil } }

    /// Decides how a use gets the instance; nil if it can't.
    ///
    /// - Parameter reason: why the use can't read a property of an instance.
    init?(of access: Access, insteadOf reason: Reason) {
        let (context, instance) = (access.context, access.instance)
        let isInFunction = reason == .staticMember || reason == .noCaller
        // The fallback is in a closure of its own (`??`), which may not wait.
        guard let owner = access.owner, !context.isAsyncLet,
            instance.isolation == .nonisolated || isInFunction && Self.isOnSameActor(access, in: owner)
                || [.initializer, .earlyRead, .weakSelf].contains(reason) && Self.isOnActor(of: owner, access)
        else { return nil }
        lazy var isolation =
            access.memberIsolation ?? IsolationReader(index: access.index).isolation(of: owner, in: access.file)
        switch reason {
        case .staticMember, .noCaller:
            guard let function = context.memberDecl?.function,
                context.mayCapture(instance, on: isolation, in: access.file, access.index)
            else { return nil }
            self = .function(function)
        case .earlyRead, .weakSelf:
            let members = access.index.inheritedNames(of: owner)
            let rule = ClosureRule(
                context: context,
                file: access.file,
                members: members,
                isLenient: access.isLenient,
                index: access.index
            )
            let found = rule.reading()
            guard case .captured(let closure) = found.reading, !found.isBarred,
                instance.isSendable || !found.runsElsewhere
            else { return nil }
            self = .captured(closure)
        case .initializer:
            guard case .initializer(let initializer) = context.member,
                context.mayCapture(instance, on: isolation, in: access.file, access.index)
            else { return nil }
            self = .parameter(initializer)
        case .propertyInitializer:
            guard let variable = context.memberDecl?.property else { return nil }
            self = .moved(variable)
        default: return nil
        }
    }

    /// Returns whether the member around a use is on the actor of the accessor, which is its type's.
    private static func isOnActor(of owner: OwnerDecl, _ access: Access) -> Bool {
        let own = IsolationReader(index: access.index).isolation(of: owner, in: access.file)
        let mayCapture = access.context.closures.isEmpty || access.instance.isSendable
        // What a framework's type doesn't say is on the main actor, if it is on any.
        let isUnknown =
            access.instance.isolation == .unknown && own == .actor("MainActor") && access.context.closures.isEmpty
        return mayCapture && access.memberIsolation == nil && (own == access.instance.isolation || isUnknown)
    }

    /// Returns whether a static function is known to run on the actor of the accessor.
    private static func isOnSameActor(_ access: Access, in owner: OwnerDecl) -> Bool {
        guard let function = access.context.memberDecl?.function, access.context.closures.isEmpty,
            access.instance.isolation != .unknown
        else { return false }
        let reader = IsolationReader(index: access.index)
        let own =
            reader.explicit(function) ?? reader.isolation(of: owner, in: access.file)
        return own == access.instance.isolation
    }
}
