import SeamKit

// What makes an object for others hands on what the initializer of its type takes.
extension Placement {
    /// Lets the factories of types take the instances that the initializers take, and pass them on.
    mutating func passThroughFactories(_ request: CutRequest) {
        guard request.options.stage == .inject, !request.options.isLate else { return }
        for storage in storages where storage.provider == nil && storage.injection.parameter != nil {
            for factory in Factory.all(of: storage, request) { pass(through: factory, request) }
        }
    }

    private mutating func pass(through factory: Factory, _ request: CutRequest) {
        let (file, parameter) = (factory.file, factory.parameter)
        if let initializer = factory.declaration.initializer {
            add(parameter, to: initializer, in: file)
        } else if let function = factory.declaration.function {
            let position = functions.firstIndex { $0.taker.function == function }
            let taker = position.map { functions[$0].taker } ?? factory.taker(of: function, request)
            let own = position.map { functions[$0].parameters } ?? []
            // What the function reads itself is the same instance.
            if let same = own.first(where: { $0.property == parameter.property }) {
                guard parameter.value == nil || same.value != nil else { return }
                return passing.append(factory.call(passing: same.name))
            }
            guard taker.takesPlainly(parameter) else { return }
            if let position {
                functions[position].parameters.append(parameter)
            } else {
                functions.append((taker, [parameter]))
            }
        }
        passing.append(factory.call(passing: parameter.name))
    }

    /// Adds a parameter to an initializer that calls another one.
    mutating func add(_ parameter: FunctionTaker.Parameter, to initializer: InitializerNode, in file: ParsedFile) {
        let position = delegating.firstIndex { $0.initializer == initializer } ?? delegating.endIndex
        if position == delegating.endIndex { delegating.append((file, initializer, [])) }
        delegating[position].parameters.append(parameter)
    }
}

/// A call that passes on what the function or the initializer around it takes.
struct PassingCall {
    let construction: Construction
    let argument: Construction.Argument
    /// What is passed.
    let name: String
    /// The closure that captures it; nil if none has to.
    var closure: ClosureNode?
    /// The default argument around it, which the body resolves then; nil if none is.
    var movedDefault: MovedDefault?
    /// The property whose initial value makes the call, and moves into the initializers; nil if none does.
    var moved: PropertyNode?

    /// Returns the edits of calls in a file.
    static func edits(of calls: [PassingCall]) -> [TextEdit] {
        Dictionary(grouping: calls) { $0.construction.node.offset }.values.flatMap { same -> [TextEdit] in
            guard same.count > 1 else { return same[0].argument.edits(passing: same[0].name) }
            // What goes to the same place goes there at once.
            let places = same.compactMap { call -> (offset: Int, text: String)? in
                guard case .insertion(let offset, let text) = call.argument else { return nil }
                return (offset, text.replacing("%", with: call.name))
            }
            let gap = same[0].construction.call?.labels.isEmpty == true ? ", " : ""
            return Dictionary(grouping: places, by: \.offset).map { offset, parts in
                TextEdit(offset: offset, old: "", new: parts.map(\.text).joined(separator: gap))
            }
        }
    }
}

/// A static function that returns its type, or an initializer that calls another one, with the call that makes the object.
///
/// It says all that it takes in the call, and the call leaves out nothing else that the initializer takes.
struct Factory {
    let declaration: DeclarationNode
    let owner: OwnerDecl
    let file: ParsedFile
    /// What it is to take.
    let parameter: FunctionTaker.Parameter
    private let construction: Construction
    private let argument: Construction.Argument

    /// Finds the factories of a type that takes an instance, whose calls don't pass it yet.
    static func all(of storage: Storages.Storage, _ request: CutRequest) -> [Factory] {
        let (index, home) = (request.index, storage.home)
        return index.parts(of: home.owner).filter(\.file.isEditable).flatMap { file, part -> [Factory] in
            guard index.imports(of: file).missing(typeOf: storage.instance) == nil,
                storage.injection.value == nil
                    || index.imports(of: file).missing(storage.instance, of: request.singleton) == nil
            else { return [] }
            return part.memberDecls.compactMap { Factory($0, in: (file, part), of: storage, request) }
        }
    }

    private init?(
        _ declaration: DeclarationNode,
        in part: CodeTree.Declaration,
        of storage: Storages.Storage,
        _ request: CutRequest
    ) {
        (self.declaration, file, owner) = (declaration, part.file, part.owner)
        guard var parameter = storage.parameter, storage.isSafe(for: declaration, in: part, request) else { return nil }
        // An optional doesn't hide the property that the body reads.
        parameter.isBesideProperty =
            declaration.initializer != nil
            && request.sites(of: storage.home.owner, through: storage.instance.accessor).contains { site in
                site.context.memberDecl?.initializer == declaration.initializer
            }
        self.parameter = parameter
        let name = storage.home.owner.simpleName
        let call: CallNode?
        if let function = declaration.function {
            guard function.modifierList.says("static", "class"), !function.modifierList.says("private", "fileprivate"),
                let result = function.resultType?.code.filter({ !"?!".contains($0) }),
                ["Self", name, storage.home.owner.name].contains(result), let body = function.bodyNode
            else { return nil }
            call = Self.call(making: name, in: body, of: part.file)
        } else if let initializer = declaration.initializer {
            guard initializer.isDelegating, !initializer.modifierList.says("private", "fileprivate"),
                Initializers(owner: part.owner, file: part.file).canTake(initializer, request.index)
            else { return nil }
            call = initializer.delegation
        } else {
            return nil
        }
        guard let call, !call.hasClosure else { return nil }
        construction = Construction(file: part.file, node: call.expression, isTest: false)
        guard let argument = Self.argument(of: construction, in: declaration, for: parameter, of: storage) else {
            return nil
        }
        self.argument = argument
        // An initializer makes one object of all that it takes.
        let isWhole =
            declaration.initializer != nil
            || declaration.parameters.allSatisfy { file.hasName($0.innerName, in: call.plainNode) }
        guard isWhole, !file.hasName(parameter.name, in: declaration.plainNode) else { return nil }
    }

    /// Returns the only call in a body that makes a type.
    private static func call(making name: String, in body: CodeNode, of file: ParsedFile) -> CallNode? {
        let types = ["self", "Self", name]
        let tokens = (types.dropFirst() + ["init"]).flatMap { file.tokens($0, in: body) }
        let calls = tokens.compactMap { $0.nameNode?.call }.filter { call in
            types.contains { $0 != "self" && call.calleeText == $0 || call.calleeText == $0 + ".init" }
        }
        return calls.count == 1 ? calls[0] : nil
    }

    /// Returns where a call passes the parameter; nil if it leaves out something else and hands on nothing that has a default, or calls
    /// another initializer.
    private static func argument(
        of construction: Construction,
        in declaration: DeclarationNode,
        for parameter: FunctionTaker.Parameter,
        of storage: Storages.Storage
    ) -> Construction.Argument? {
        let target = construction.target(labelled: parameter.property, of: storage.called)
        guard case .takes(let initializer, let argument) = target, case .insertion = argument,
            let call = construction.call
        else { return nil }
        let defaulted = initializer.parameters.filter(\.hasDefault).map(\.label)
        let own = declaration.parameters.filter { $0.value != nil }.map(\.innerName)
        let passed = defaulted.compactMap { call.argument(labelled: $0)?.code }
        let isHandedOn = passed.contains(where: own.contains)
        return isHandedOn || Set(defaulted).isSubset(of: call.labels) ? argument : nil
    }

    func taker(of function: FunctionNode, _ request: CutRequest) -> FunctionTaker {
        let layout = request.house.layout(of: file.path)
        return FunctionTaker(index: request.index, owner: owner, file: file, function: function, layout: layout)
    }

    func call(passing name: String) -> PassingCall {
        PassingCall(construction: construction, argument: argument, name: name)
    }
}

extension Storages.Storage {
    /// The initializers as calls see them after this change.
    var called: [CalledInitializer] {
        let own = home.owner.initializers
        if own.isEmpty { return [CalledInitializer(takes: true)] }
        return own.map { CalledInitializer($0, takes: injection.takers.contains($0)) }
    }

    /// What initializers take, as a function would.
    var parameter: FunctionTaker.Parameter? {
        guard let text = injection.parameter, let label = text.split(whereSeparator: { ": ".contains($0) }).first else {
            return nil
        }
        let value = injection.isTakenPlainly ? injection.value : nil
        return FunctionTaker.Parameter(
            instance: instance,
            property: String(label),
            type: value == nil ? instance.optionalType : instance.type,
            isTypePublic: isTypePublic && (value == nil || instance.isAccessorPublic),
            value: value
        )
    }

    /// Returns whether a default of a factory is read as the one of the initializer would be: on the same actor, and by nobody who could
    /// see a difference.
    fileprivate func isSafe(
        for declaration: DeclarationNode,
        in part: CodeTree.Declaration,
        _ request: CutRequest
    ) -> Bool {
        guard injection.isTakenPlainly else { return true }
        let isOnSameActor =
            instance.isolation == .nonisolated || IsolationReader(index: request.index).explicit(declaration) == nil
        return isOnSameActor && isReadAnyTime && (injection.isKept || !instance.creation.isReplaced)
    }
}
