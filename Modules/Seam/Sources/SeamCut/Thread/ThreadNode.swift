import SeamKit

/// A type or a function that the instance is to be passed to: a caller that falls back to the accessor, a maker that has to take the
/// instance to pass it on, or one that has it already.
struct ThreadNode {
    enum Role {
        /// It falls back to the accessor where it is passed none.
        case caller(DefaultedCaller)
        /// It takes the instance only to pass it on.
        case carrier(Injection)
        /// A function that takes it only to pass it on, or that reads the accessor itself until then.
        case function(reading: [ExpressionNode] = [])
        /// It has the instance already.
        case holder(HeldProperty)
    }

    /// What identifies it in a graph.
    let key: String
    let owner: OwnerDecl
    let file: ParsedFile
    /// The function or the one initializer that takes the instance; nil for a type, whose initializers do.
    let function: InstanceFunction?
    /// What a plan calls the property with the instance.
    let property: String
    let role: Role
    /// Uses of the map that go away with the default.
    var rows: [Int] = []
    /// Why nothing can be passed to it.
    private(set) var failure: Obstacle?
    /// Calls that make it, with what they pass.
    var calls: [ThreadCall] = []
    /// Places that may make it in a way that nobody can follow.
    var unclear: [String] = []
    /// Whether a root, a test or a call that passes an instance makes it, directly or not.
    var isReached = false
    /// Whether the slice wants it, or one that it makes.
    var isWanted = false
    /// Whether other files of the type read the property.
    var isShared = false
    /// Whether all calls pass an instance, so that there is no default.
    var isRequired = false
    /// The accessor as the default of what takes the instance only to pass it on; nil if it can have none.
    var fallback: String?
    /// Whether it has that default, for calls that have no instance to pass.
    var keepsDefault = false
    /// The variable that the class is to get; nil if it is there already.
    var planned: RootProperty?
    /// The constant that a class is to get for what its initializers only read so far; nil for others.
    var added: HeldProperty?
    /// Whether code outside of the tree may call what takes the instance, which therefore stays as it is.
    var isKept = false
    /// Whether code outside of the tree may call what takes the instance, and is to pass one.
    var isCalledOutside = false

    /// - Parameter function: the function or the one initializer that takes the instance; nil for a type.
    init(
        owner: OwnerDecl,
        file: ParsedFile,
        function: InstanceFunction? = nil,
        property: String,
        role: Role,
        index: CodeTree
    ) {
        key = function?.key ?? index.key(of: owner)
        (self.owner, self.file, self.function) = (owner, file, function)
        (self.property, self.role) = (property, role)
    }

    /// The caller that falls back; nil for others.
    var caller: DefaultedCaller? { if case .caller(let caller) = role { caller } else { nil } }

    /// What a maker of this type has; nil if nothing in it keeps the instance.
    var held: HeldProperty? {
        switch role {
        case .caller(let caller): caller.property ?? added
        case .carrier(let injection):
            HeldProperty(name: injection.stored, isPrivate: false, isSettable: false)
        case .function: nil
        case .holder(let held): held
        }
    }

    /// What calls of it say before the instance; nil if they set a property.
    var argumentName: String? {
        guard let caller else { return property }
        return caller.isSet ? nil : caller.label
    }

    /// The functions and initializers that take the instance, or are to take it.
    func takers(_ index: CodeTree) -> [(decl: DeclarationNode, file: ParsedFile)] {
        if let function { return [(function.decl, function.file)] }
        let own: Set<InitializerNode>
        switch role {
        case .caller(let caller): own = Set(caller.takers.compactMap(\.initializer))
        case .carrier(let injection): own = injection.takers
        case .function, .holder: own = []
        }
        return index.parts(of: owner).flatMap { file, part in
            part.memberDecls.filter { $0.initializer.map(own.contains) == true }.map { ($0, file) }
        }
    }

    /// Whether calls make it, and don't call a function.
    var isMade: Bool { function == nil || function?.initializer != nil }

    /// The name for people: that of the type, or of the function.
    var title: String { function?.title ?? owner.name }

    var isCarrier: Bool {
        switch role {
        case .carrier, .function: true
        case .caller, .holder: false
        }
    }
    /// Whether it uses what it takes, and doesn't only pass it on.
    var isReader: Bool { if case .function(let reads) = role { !reads.isEmpty } else { false } }
    var isHolder: Bool { if case .holder = role { true } else { false } }
    /// Whether its objects are the instance.
    var isInstance: Bool { if case .holder(let held) = role { held.name == "self" } else { false } }

    /// Whether an object of the type has the instance as soon as it is made, today.
    var hasInstanceEarly: Bool {
        switch role {
        case .caller(let caller): caller.late == nil && !caller.isReadLate
        case .carrier, .function: false
        case .holder: true
        }
    }

    var id: CutPlan.Caller.ID { CutPlan.Caller.ID(file: file.path, name: title, property: property) }

    mutating func fail(_ obstacle: Obstacle) {
        if failure == nil { failure = obstacle }
    }
}

/// A call that makes a type, and where the instance comes from there.
struct ThreadCall {
    enum Source {
        /// The call passes an instance already.
        case passed(isAccessor: Bool)
        /// A root, or a test: the accessor, or the property of the root that returns it.
        case accessor(MakerValue?)
        /// What the type around the call has.
        case maker(MakerValue)
        /// Nothing there has the instance.
        case none(Obstacle)
    }

    let construction: Construction
    let argument: Construction.Argument?
    /// The initializer that is called; nil if that isn't known, or if the compiler makes it.
    let initializer: InitializerNode?
    var source: Source
    /// What is around it: a type, a function.
    let maker: String
    /// Whether it counts only once the default is to go: in tests and previews.
    let isLazy: Bool
    /// Whether it is the `super.init` of a class that never reads the instance, and neither does what it inherits from.
    var isUnread = false

    /// The property that its root or its maker is to get for the accessor; nil if it passes another value.
    var planned: RootProperty? {
        switch source {
        case .accessor(let value): value?.planned
        case .maker(let value): value.planned
        case .passed, .none: nil
        }
    }

    /// Whether it passes an instance already.
    var isPassed: Bool { if case .passed = source { true } else { false } }
}

/// The expression by which a maker passes its instance.
struct MakerValue {
    /// The key of the maker in the graph.
    let owner: String
    let expression: String
    /// The closure that has to capture it; nil if none.
    let capture: ClosureNode?
    /// Whether there is such a value only once the maker requires an instance itself.
    let needsRequired: Bool
    /// Whether it is what the maker stores, and not a parameter.
    var isStored = true
    /// The property whose initial value makes the callee, and moves into the initializers; nil if none does.
    var moved: PropertyNode?
    /// The default argument that makes the callee, and that the body resolves; nil if none does.
    var movedDefault: MovedDefault?
    /// The property that a root or a maker gets for the accessor; nil if it is there already.
    var planned: RootProperty?
}

extension OwnerDecl {
    /// Whether the declaration of the type is in the tree, and not an extension alone.
    var isDeclaration: Bool { kind != .extension && kind != .file }
}
