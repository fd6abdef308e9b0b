import SeamKit

/// A use of an instance that is known: what most checks of a use are about.
struct Access {
    let located: LocatedUse
    var instance: InjectedType

    var request: CutRequest { located.request }
    var use: Use { located.use }
    var file: ParsedFile { located.file }
    var context: UseContext { located.context }
    var owner: OwnerDecl? { located.context.owner }
    var index: CodeTree { request.index }

    /// The member around the use, if that is a property.
    var property: PropertyText? { context.memberDecl.flatMap(PropertyText.init) }

    /// Whether the caller has the instance in a property since it was made, so that a closure that captures that reads nothing earlier.
    var isHeldBefore: Bool {
        guard request.options.stage == .inject, request.options.usesHolders, let owner, !owner.isLocal,
            let home = owner.kind == .extension ? index.declaration(of: owner) : (file, owner)
        else { return false }
        let text = (context.isImplicit ? instance.type.text : "") + context.access.code
        let holder =
            Holder(in: home, access: text, instance: instance, index: index)
            ?? Holder(inheritedBy: home, access: text, instance: instance, index: index)
        return holder?.isOther == false && holder?.declaration.isLet == true
    }

    /// Whether the use is in the caller's own property, which only returns the instance.
    var isGathered: Bool {
        property?.isGathered(access: context.access.trimmedDescription, instance: instance) == true
    }

    /// What the caller has for the instance, if the use is its initial value: `let store = Store.shared`.
    var ownHolder: Holder? {
        guard request.options.stage == .inject, request.options.usesHolders, isBare, let owner, !owner.isLocal,
            owner.kind != .extension, let variable = context.memberDecl?.property
        else { return nil }
        let text = context.access.trimmedDescription
        let full = context.isImplicit ? instance.type.text + text : text
        let holder = Holder(in: (file, owner), access: full, instance: instance, index: index)
        return holder?.declaration == variable ? holder : nil
    }

    /// Whether initializers can set the property that has the use as its initial value.
    var isHolderValue: Bool {
        guard case .value = context.member, !context.isConditional else { return false }
        return ownHolder?.isOther == false
    }

    /// Whether the use is only read where nothing was passed: `injectedStore ?? Store.shared`, or `store ?? .shared` with a parameter of
    /// an initializer, or of a function that has no instance.
    var isFallback: Bool {
        guard let name = context.access.nameBeforeFallback else { return false }
        if name.hasPrefix("injected") || name.hasPrefix("passed") { return true }
        if case .initializer(let initializer) = context.member {
            return initializer.parameters.contains { $0.innerName == name }
        }
        guard context.isStatic, let function = context.memberDecl?.function else { return false }
        return function.parameters.contains { $0.innerName == name && $0.typeNode.structure == instance.optionalType }
    }

    /// Whether the use is what a function passes to another one of its name, and does nothing else: `f() { f(store: .shared) }`.
    var isForwarded: Bool {
        guard let passed = context.access.passed, passed.label != nil, let function = context.memberDecl?.function
        else { return false }
        return passed.call.calleeName == function.ownName.withoutBackticks && passed.call.isAll(of: function)
    }

    /// Whether the use is in an initializer that is to take the instance, which nothing stores.
    var isPassed: Bool {
        guard case .initializer(let initializer) = context.member, let owner else { return false }
        let access = (context.isImplicit ? instance.type.text : "") + context.access.code
        return PassedInstance(instance, access, of: owner, in: file, request)?.takers.contains(initializer) == true
    }

    /// Whether the property is read from the environment of a view, which the view has once it is made.
    var isInView: Bool {
        guard request.options.stage == .inject, request.options.style == .environment, let owner else { return false }
        return WrappedRecipient.isView(owner, index: index, in: file)
    }

    /// Whether the compiler checks little of what is sent, where the use is.
    var isLenient: Bool { index.modules.isLenient(module: index.module(ofFile: file.path)) }

    /// Whether the use is all of an initial value or a default argument.
    var isBare: Bool { context.access.isValue }

    var isInActor: Bool {
        guard let owner else { return false }
        return owner.kind == .actor || owner.kind == .extension && index.declaration(of: owner)?.owner.kind == .actor
    }

    /// The isolation that the member around the use specifies itself; nil if it specifies none.
    var memberIsolation: Isolation? {
        guard let decl = context.memberDecl else { return nil }
        // A deinitializer is nonisolated, independent of its type.
        if decl.isDeinitializer { return .nonisolated }
        return IsolationReader(index: index).explicit(decl)
    }
}

/// A use that is to read a property of an instance of its caller.
struct InstanceAccess {
    let access: Access
    let owner: OwnerDecl
    let closures: ClosureReading
    /// The isolation of the caller.
    let isolation: Isolation
    /// The isolation that the member specifies itself.
    let explicit: Isolation?

    init(_ access: Access, in owner: OwnerDecl) {
        (self.access, self.owner) = (access, owner)
        let context = access.context
        var rule = ClosureRule(
            context: context,
            file: access.file,
            isLenient: access.isLenient,
            index: access.index
        )
        if access.isInView, context.isInBuilder,
            !context.closures.contains(where: { rule.isConcurrent($0) || rule.isWeak($0) })
        {
            // SwiftUI stores the closures of a view together with the view, so they may hold it.
            closures = ClosureReading(reading: .plain)
        } else {
            if !context.closures.isEmpty { rule.members = access.index.inheritedNames(of: owner) }
            closures = rule.reading()
        }
        isolation = IsolationReader(index: access.index).isolation(of: owner, in: access.file)
        explicit = access.memberIsolation
    }

    /// Whether reading the accessor early makes no difference. What is captured may be nil, and isn't unwrapped where it is used.
    /// An instance that makes the caller would be read while it is made.
    var isQuiet: Bool {
        let (instance, file) = (access.instance, access.file)
        if instance.type.isImplicitlyUnwrapped { return false }
        if access.isHeldBefore { return true }
        if let reading = access.request.earlyReadings[instance.accessor.name],
            let closure = closures.reading.closure
        {
            if reading.isQuiet(before: closure, in: file, of: owner) { return true }
            // What is read late may not be there yet.
            if access.index.runsWhileMade(access.context.memberDecl, of: owner) { return false }
        }
        return instance.creation.observation(for: owner, access.index) == nil && !instance.creation.isReplaced
    }

    /// How the use reads the property.
    var reading: Reading {
        let isInObject = owner.kind == .class || owner.kind == .extension
        if case .plain = closures.reading, isInObject, isLogged { return .throughSelf }
        return closures.reading
    }

    /// Whether the use is in the text of a log message, which the system's logger stores in a closure.
    private var isLogged: Bool {
        !access.file.imports.isDisjoint(with: ["os", "OSLog"]) && access.context.access.isInText(passedTo: Self.levels)
    }

    /// What a logger of the system is asked for.
    private static let levels: Set<String> = [
        "debug", "info", "notice", "warning", "error", "critical", "fault", "trace", "log",
    ]
}

/// A use that is to read a static property, because it can't read an instance's.
///
/// The static property has the accessor's isolation, and reading it by the name of the type captures nothing. So it can be read
/// wherever the accessor can, and is read as late.
struct StaticAccess {
    let access: Access
    let owner: OwnerDecl

    /// Whether the sources say which actor the accessor belongs to.
    var isKnown: Bool { access.instance.isolation != .unknown }

    /// Whether the use runs with the static member around it, and in no closure.
    var isInStaticBody: Bool {
        let context = access.context
        return context.isStatic && context.isInBody && context.closures.isEmpty && context.localFunctions.isEmpty
    }

    /// Whether the type's name, seen from inside, means the type.
    var canSayType: Bool {
        let (context, file, index) = (access.context, access.file, access.index)
        // A protocol has no statics to name, and a name inside may be that of something else.
        guard let type = index.declaration(of: owner)?.owner, type.kind != .protocol, !owner.isLocal,
            !index.memberNames(of: owner).contains(owner.simpleName),
            file.owners.count(where: { $0.simpleName == owner.simpleName && $0.kind != .extension }) < 2
        else { return false }
        // The name of a generic type stands for its arguments too, which a closure that runs elsewhere may not capture if they
        // have conformances.
        return context.closures.isEmpty && context.localFunctions.isEmpty || !type.node.hasGenericConditions
    }
}
