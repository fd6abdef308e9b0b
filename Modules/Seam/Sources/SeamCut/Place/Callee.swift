import SeamKit

/// An initializer that takes an instance for another one, which it calls.
typealias HandedOn = (initializer: InitializerNode, parameter: FunctionTaker.Parameter)

/// What takes an instance: the initializers of a type, or a function. It takes one since this change, or did before.
struct Callee {
    let owner: OwnerDecl
    /// Nil for a type.
    let function: InstanceFunction?
    /// The accessor that it falls back to.
    let accessor: Singleton.Accessor
    let label: String
    /// The type of the parameter.
    let type: TypeStructure
    /// Whether it reads the accessor later than when it is called, where nothing is passed.
    let isLate: Bool
    private let initializers: [CalledInitializer]

    /// What calls say: the name of the type, or of the function.
    var name: String { function?.name ?? owner.simpleName }

    /// A type that stores an instance since this change; nil if its initializers take none.
    ///
    /// - Parameter others: the initializers of the type that call another one, and take the instance for it.
    init?(_ storage: Storages.Storage, handingOn others: [InitializerNode], _ index: CodeTree) {
        guard let parameter = storage.parameter, storage.provider == nil else { return nil }
        let owner = storage.home.owner
        (self.owner, function, accessor) = (owner, nil, storage.instance.accessor)
        (label, type, isLate) = (parameter.property, parameter.type, storage.injection.form == .late)
        let takers = storage.injection.takers.union(others)
        let elsewhere = index.parts(of: owner).filter { $0.owner != owner }.flatMap(\.owner.initializers)
        initializers =
            (owner.initializers.isEmpty ? storage.called : [])
            + (owner.initializers + elsewhere).map { CalledInitializer($0, takes: takers.contains($0)) }
    }

    /// A type whose initializers take an instance for others, which they call; nil if none does.
    init?(_ owner: OwnerDecl, handingOn others: [HandedOn], _ index: CodeTree) {
        guard let parameter = others.first?.parameter else { return nil }
        (self.owner, function, accessor) = (owner, nil, parameter.instance.accessor)
        (label, type, isLate) = (parameter.property, parameter.type, parameter.value == nil)
        let takers = Set(others.map(\.initializer))
        let own = index.parts(of: owner).flatMap(\.owner.initializers)
        initializers = own.map { CalledInitializer($0, takes: takers.contains($0)) }
    }

    /// A class that inherits the initializers of another one.
    init(_ heir: OwnerDecl, inheriting callee: Callee) {
        (owner, function, accessor, label) = (heir, nil, callee.accessor, callee.label)
        (type, isLate, initializers) = (callee.type, callee.isLate, callee.initializers)
    }

    /// A function that takes an instance since this change; nil if others of its name could be meant.
    init?(_ taker: FunctionTaker, _ parameter: FunctionTaker.Parameter, _ index: CodeTree) {
        guard let function = index.function(taker.function, of: taker.owner, in: taker.file),
            function.siblings(index).isEmpty
        else { return nil }
        (owner, self.function, accessor) = (taker.owner, function, parameter.instance.accessor)
        (label, type, isLate) = (parameter.property, parameter.type, parameter.value == nil)
        initializers = [function.called]
    }

    /// What took an instance before.
    init(_ caller: DefaultedCaller, of accessor: Singleton.Accessor, _ index: CodeTree) {
        (owner, function, self.accessor) = (caller.owner, caller.function, accessor)
        (label, isLate) = (caller.label, !caller.isReadByCalls)
        type = isLate ? .optional(caller.type) : caller.type
        let others = caller.function?.siblings(index).map { CalledInitializer($0.parameters, takes: false) } ?? []
        let own = index.parts(of: caller.owner).flatMap(\.owner.initializers).map { initializer in
            CalledInitializer(initializer, takes: caller.taker(initializer) != nil)
        }
        let isMemberwise = own.isEmpty && caller.owner.kind == .struct
        initializers =
            caller.function.map { [$0.called] + others }
            ?? (isMemberwise ? [CalledInitializer(memberwiseOf: caller.owner, takes: true)] : own)
    }

    /// Returns the calls in a file that rely on the default, each with where the argument goes.
    func calls(
        in file: ParsedFile,
        _ index: CodeTree
    ) -> [(construction: Construction, argument: Construction.Argument)] {
        calls(of: file, index).compactMap { call in
            let construction = Construction(file: file, node: call.expression, isTest: false)
            guard case .takes(_, let argument) = construction.target(labelled: label, of: initializers),
                case .insertion = argument, !construction.isPreview,
                // Where a function calls itself, it passes on what it takes already.
                function == nil || call.memberAround?.function != function?.decl.function
            else { return nil }
            return (construction, argument)
        }
    }

    /// Returns whether a call only makes an object to read members of it that have nothing to do with the accessor:
    /// `Preferences().isOn`, or the same of a constant.
    ///
    /// - Parameter names: what takes an instance, too, so that a member that calls it has to do with the accessor.
    func isIdle(_ call: CallNode, besides names: Set<String>, _ request: CutRequest) -> Bool {
        guard function == nil, let reads = call.expression.membersRead, !reads.isEmpty else { return false }
        let index = request.index
        let sites = request.sites(of: owner, through: accessor).filter { !$0.context.isStatic }
        let isOfBodies = sites.allSatisfy { site in
            if case .body = site.context.member { true } else { false }
        }
        guard !sites.isEmpty, isOfBodies, index.superclasses(of: owner).isEmpty,
            reads.isDisjoint(with: request.members(of: owner, using: accessor, isStatic: false))
        else { return false }
        let words = Set(index.parts(of: owner).flatMap(\.owner.node.words))
        return words.isDisjoint(with: names.subtracting([name]))
    }

    private func calls(of file: ParsedFile, _ index: CodeTree) -> [CallNode] {
        if let function { return function.mentions(in: file, index).calls }
        let reader = ReceiverType(index: index, file: file)
        let written = WrittenType(index: index, file: file)
        return ConstructionFinder([owner.simpleName], initializers, in: file, index: index).calls.filter { call in
            let made = reader.typeName(made: call)
            return (made ?? written.type(of: call.expression).flatMap { reader.typeName($0, at: call.plainNode) })
                == owner.name
        }
    }
}

extension ExpressionNode {
    /// The names of the members that are read of an object where it is made, or of the constant that has it; nil if it goes anywhere
    /// else.
    fileprivate var membersRead: Set<String>? {
        if let member = readMember { return [member.name] }
        guard let name = valued?.part?.name, let reads = constant(named: name)?.reads(ofConstant: name) else {
            return nil
        }
        let members = reads.compactMap(\.readMember?.name)
        return members.count == reads.count ? Set(members) : nil
    }
}
