import SeamKit

/// What else a call or a name could mean once a caller takes an instance.
extension Recipient {
    /// The labels of an initializer's parameters.
    struct Labels {
        var required: Set<String> = []
        var all: Set<String> = []
    }

    func labels(of initializer: InitializerNode) -> Labels {
        let parameters = initializer.parameters
        let all = parameters.enumerated().map { $0.element.label == "_" ? "_\($0.offset)" : $0.element.label }
        let required = zip(parameters, all).filter { $0.0.value == nil }.map(\.1)
        return Labels(required: Set(required), all: Set(all + [property]))
    }

    /// The labels of the initializer that a structure has without one of its own.
    var memberwiseLabels: Labels {
        var labels = Labels()
        for variable in owner.variables where !variable.modifierList.says("static", "lazy") {
            for binding in variable.parts where binding.isPlain {
                if variable.isLet, binding.value != nil { continue }
                labels.all.insert(binding.written)
                let isOptional = binding.type?.code.hasSuffix("?") == true
                let hasDefault = binding.value != nil || isOptional && !variable.isLet
                if !hasDefault, variable.attributeList.isEmpty { labels.required.insert(binding.written) }
            }
        }
        return labels
    }

    var hasPublicInitializer: Bool {
        initializers.own.contains(where: \.isVisibleOutside)
            && file.owners(around: owner.node.offset).allSatisfy { around in
                around.kind == .extension ? index.declaration(of: around)?.owner.isPublic ?? true : around.isPublic
            }
    }

    /// Whether other files can call the memberwise initializer. A private variable with an initial value makes it private.
    var isMemberwiseReached: Bool {
        !owner.variables.contains { $0 != existing && $0.isStoredInInstances && !$0.isLet && $0.isPrivate }
    }

    /// Whether the type is a part of a user interface that is always made without arguments: because no other file could pass any to
    /// its memberwise initializer, or, if its initial values are to move, because none does. Nobody misses that one.
    var isMadeWithoutArguments: Bool { (!isMemberwiseReached || hasInitialValues) && isPassedNothing }

    /// Whether the type is a part of a user interface, and no code passes anything to the initializer that the compiler makes.
    var isPassedNothing: Bool {
        guard isView, isMemberwise, !request.options.isLate, memberwiseLabels.required.isEmpty,
            initializersOfAllParts.isEmpty
        else { return false }
        let isComplete = owner.variables.filter(\.isStoredInInstances).allSatisfy { variable in
            variable.attributeList.isEmpty || variable.parts.allSatisfy { $0.value != nil }
                || Self.filled.isSuperset(of: variable.attributeList.names)
                // An optional state begins with nil.
                || variable.attributeList.names == ["State"]
                    && variable.parts.allSatisfy { $0.type?.structure.wrapped != nil }
        }
        let callers = isMemberwiseReached ? index.paths(saying: owner.simpleName).compactMap(index.file) : [file]
        return isComplete
            && callers.allSatisfy { file in
                let names = file.tokens(owner.simpleName).compactMap(\.nameNode)
                let finder = ConstructionFinder([owner.simpleName], [], in: file, index: index)
                return names.allSatisfy { !$0.isCalled || $0.specialized.emptyCall != nil }
                    && finder.calls.allSatisfy(\.labels.isEmpty)
            }
    }

    /// Whether the initial value of a property reads the accessor, outside of the property that has the instance.
    var hasInitialValues: Bool {
        sites.contains { site in
            guard case .value = site.context.member else { return false }
            return site.context.owner == owner && site.context.memberDecl?.property != existing
        }
    }

    /// The wrappers of properties that have a value without one.
    private static let filled: Set<String> = [
        "Environment", "EnvironmentObject", "FocusState", "AccessibilityFocusState", "Namespace", "Query",
        "FetchRequest",
    ]

    /// Whether the memberwise initializer can take one more value as its last.
    var isMemberwiseOpen: Bool {
        let isHidden = owner.variables.contains { variable in
            variable.modifierList.says("private", "fileprivate")
                && variable.parts.contains { $0.isPlain && $0.value == nil }
                && variable.attributeList.isEmpty && !variable.modifierList.says("static")
        }
        return !isHidden && !owner.hasModifier("public")
    }

    /// Returns whether a call could mean two of the initializers, judging only by the labels.
    func hasAmbiguity(among labels: [Labels]) -> Bool {
        for (position, first) in labels.enumerated() {
            for second in labels[(position + 1)...]
            where first.required.union(second.required).isSubset(of: first.all.intersection(second.all)) {
                return true
            }
        }
        return labels.contains { $0.required.contains(property) }
    }

    /// Returns whether a call could mean one of the initializers or one that the class may inherit, which would then be preferred.
    func isLikeInherited(_ initializers: [InitializerNode]) -> Bool {
        let inherited = index.superclasses(of: owner).flatMap { index.parts(of: $0) }
            .flatMap(\.owner.initializers).filter { $0.modifierList.says("convenience") }
        let own = initializers.filter { !$0.modifierList.says("override") }
        return own.contains { first in inherited.contains { hasAmbiguity(among: [labels(of: first), labels(of: $0)]) } }
    }

    /// Returns whether code outside of the type's declaration says a name of the type, as far as names tell.
    func isSaidByOthers(_ name: String) -> Bool {
        index.paths(saying: name) != [file.path]
            || file.tokens(name).contains { !owner.node.extent.contains($0.offset) }
    }

    /// Returns whether code of the type in other files, or of what inherits from it, says a name that was free until then.
    func isSaidElsewhere(_ name: String) -> Bool {
        var seen: Set<String> = []
        var open = [owner.simpleName]
        while let type = open.popLast() {
            guard seen.insert(type).inserted else { continue }
            for path in index.paths(saying: type, name) {
                guard let file = index.file(path) else { continue }
                let parts = file.owners.filter { $0.simpleName == type || $0.inherited.contains(type) }
                let isSaid = parts.contains { part in
                    // Constants of its functions hide it there, and nowhere else.
                    part.simpleName == owner.simpleName
                        ? file.wouldMean(name, in: part) || part.memberNames.contains(name)
                        : file.hasName(name, in: part.node)
                }
                if isSaid { return true }
            }
            // More types than inherit from it may have the name: each says it once too often, and none too rarely.
            guard index.lastNames.isInherited(type) else { continue }
            open += index.paths(saying: type).flatMap { index.file($0)?.owners ?? [] }
                .filter { $0.inherited.contains(type) }.map(\.simpleName)
        }
        return false
    }

    /// Whether each call of the type's name passes nothing, so that an initializer that it inherits may be lost.
    var isMadeOfNothing: Bool {
        !index.isAPI(owner.node, in: file) && !index.isInherited(owner) && isCalledWithNothing
            && (!owner.node.isVisibleOutside || isMadeInItsModule)
    }

    /// Whether only code of its own module names the type where an initializer that others don't see could be missed.
    private var isMadeInItsModule: Bool {
        let module = index.module(ofFile: file.path)
        return index.paths(saying: owner.simpleName).compactMap(index.file).allSatisfy { file in
            index.module(ofFile: file.path) == module
                || !file.tokens(owner.simpleName).contains { $0.nameNode?.expression.isCallee == true }
        }
    }

    /// Whether each call that makes the class passes nothing.
    var isCalledWithNothing: Bool {
        let name = owner.simpleName
        return index.paths(saying: name).compactMap(index.file).allSatisfy { file in
            file.tokens(name).allSatisfy { token in
                if token.declaration?.code.contains(".init(") == true { return false }
                guard let node = token.nameNode, node.expression.isCallee else { return true }
                return node.expression.emptyCall != nil
            }
        }
    }

    /// Whether a structure has initializers that assign all of its properties, or itself, elsewhere than its own declaration.
    var hasOtherAssignments: Bool {
        let elsewhere = declarations.filter { $0.owner.kind == .extension }.flatMap(\.owner.initializers)
        return !elsewhere.allSatisfy(\.isDelegating) || initializers.own.contains(where: \.replacesSelf)
    }
}
