import SeamKit

/// Default arguments whose actor the compiler doesn't check.
///
/// What Objective-C declares counts as `@preconcurrency`. Swift 5 checks it only in code that says something of actors itself, unless it
/// checks everything: `init(screen: UIScreen = .main)` is silent in a controller, in a view and in a class without an actor.
extension Recipient {
    /// Whether the compiler doesn't check on which actor default arguments of the initializers read the accessor.
    var isUnchecked: Bool {
        // The types that Objective-C declares have a prefix of two letters or more.
        let isOfObjectiveC =
            request.singleton.shape == .framework && request.singleton.name.prefix(while: \.isUppercase).count > 2
        return isOfObjectiveC && index.modules.leavesObjectiveCUnchecked(file.path) && !saysActor
    }

    /// Whether the initializers are on the accessor's actor, and default arguments there read it already: what the compiler says of one
    /// more, it says of those.
    var isUsualDefault: Bool {
        let reader = IsolationReader(index: index)
        return reader.isolation(of: owner, in: file) == instance.isolation
            && initializersOfAllParts.allSatisfy { [nil, instance.isolation].contains(reader.explicit($0)) }
            && request.hasDefault(of: instance, inModulesOf: file.path)
    }

    /// Whether the caller, what is around it, or an initializer says something of actors.
    private var saysActor: Bool {
        let reader = IsolationReader(index: index)
        let around = sequence(first: owner.name) { name in
            name.contains(".") ? name.split(separator: ".").dropLast().joined(separator: ".") : nil
        }
        let types = around.flatMap { index.parts(called: $0) }.map(\.owner) + [owner]
        return types.contains { $0.kind == .actor || reader.explicit($0.node) != nil }
            || declarations.contains { part in
                part.owner.initializers.contains { initializer in
                    reader.explicit(initializer) != nil
                        || initializer.declaration(in: part.file.document)?.effects.isAsync != false
                }
            }
    }

    /// Whether the caller is certainly made in an application that is there, or reads nothing of that.
    var isMadeInApplication: Bool {
        guard ["UIApplication", "NSApplication"].contains(request.singleton.name) else { return true }
        return !index.launch.mayMake(owner, beforeApplicationIn: file.path, index)
    }
}
