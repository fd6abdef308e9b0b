import SeamKit

/// What the initializers of a class take, which those of its subclasses call: these take it, too, and pass it on. Else nobody who makes
/// a subclass could pass an instance.
struct InheritedInstance {
    private let instance: InjectedType
    private let access: String
    private let label: String
    private let type: TypeStructure
    private let isOptional: Bool
    private var initializers: [CalledInitializer]
    private let request: CutRequest

    /// An initializer of a subclass, with what it takes and the call that passes it.
    typealias Pass = (parameter: FunctionTaker.Parameter, call: PassingCall, initializer: InitializerNode)

    private var index: CodeTree { request.index }

    /// Creates what the superclass of a caller takes; nil if the caller has the property itself.
    init?(_ caller: PlacedCaller, _ request: CutRequest) {
        guard let holder = caller.property.place.holder, let owner = caller.uses.uses[0].context.owner,
            owner.simpleName != holder.owner.simpleName
        else { return nil }
        let all = holder.owner.initializers
        let parameters = all.filter { !$0.modifierList.says("private", "fileprivate") }.flatMap(\.parameters)
            .filter { holder.labels.contains($0.label) }
        guard let first = parameters.first, parameters.allSatisfy({ $0.label == first.label }), let value = first.value
        else { return nil }
        (instance, access, self.request) = (caller.uses.instance, caller.property.place.access, request)
        (label, type, isOptional) = (first.label, first.typeNode.structure, value.isNil)
        initializers = all.map { initializer in
            CalledInitializer(initializer, takes: initializer.parameters.contains { $0.label == first.label })
        }
    }

    /// Creates what a class takes since this change; nil if its initializers take nothing.
    init?(_ storage: Storages.Storage, _ request: CutRequest) {
        guard let parameter = storage.parameter, storage.provider == nil, storage.home.owner.kind == .class else {
            return nil
        }
        (instance, self.request) = (storage.instance, request)
        access = instance.accessor.expression(in: request.singleton)
        (label, type, isOptional) = (parameter.property, parameter.type, parameter.value == nil)
        initializers = storage.called
    }

    /// Creates what a class is to take; nil if that isn't the accessor's instance.
    init?(_ recipient: Recipient, takers: Set<InitializerNode>) {
        guard let accessor = recipient.accessor, recipient.form != .required else { return nil }
        (instance, access, request) = (recipient.instance, accessor, recipient.request)
        (label, type, isOptional) = (recipient.property, recipient.type, recipient.form != .argument)
        initializers = recipient.initializers.own.map { CalledInitializer($0, takes: takers.contains($0)) }
    }

    /// Returns the calls by which the initializers of a subclass can pass an instance.
    func passes(of caller: PlacedCaller) -> [Pass] {
        let property = caller.property
        guard let owner = caller.uses.uses[0].context.owner, let holder = property.place.holder else { return [] }
        let dependency = Dependency(
            owner: owner,
            file: property.file,
            access: access,
            instance: instance,
            name: holder.name
        )
        guard let home = StorageSite.home(of: dependency, in: index),
            let above = index.superclasses(of: home.owner).first, index.isSame(above, holder.owner)
        else { return [] }
        return Initializers(owner: home.owner, file: home.file).designated.compactMap { pass(by: $0, of: home) }
    }

    /// Returns the calls by which the initializers of all subclasses of a class can pass an instance, from one level to the next.
    func passes(below owner: OwnerDecl) -> [Pass] {
        let calls = SubclassCalls(of: owner, initializers, isNew: true, index).calls.filter { !$0.isTest }
        let passes = calls.compactMap { call -> (pass: Pass, subclass: OwnerDecl)? in
            guard let initializer = call.silent ?? call.node.asExpression?.nearest(InitializerNode.self),
                let subclass = call.file.owners(around: initializer.offset).last, subclass.kind == .class
            else { return nil }
            return pass(by: initializer, of: (call.file, subclass)).map { ($0, subclass) }
        }
        let levels = Dictionary(grouping: passes) { $0.subclass.name }.values
        let below = levels.flatMap { level -> [Pass] in
            var next = self
            let takers = Set(level.map(\.pass.initializer))
            next.initializers = level[0].subclass.initializers.map {
                CalledInitializer($0, takes: takers.contains($0))
            }
            return level[0].subclass.hasModifier("final") ? [] : next.passes(below: level[0].subclass)
        }
        return passes.map(\.pass) + below
    }

    /// Returns whether an initializer of a subclass that overrides one of the class can take the instance, and pass it on.
    func canFollow(_ initializer: InitializerNode, of home: CodeTree.Declaration) -> Bool {
        home.file.isEditable && !index.isTest(home.file.path) && pass(by: initializer, of: home) != nil
    }

    private func pass(by initializer: InitializerNode, of home: CodeTree.Declaration) -> Pass? {
        let file = home.file
        guard let construction = Self.superCall(of: initializer, in: file), !construction.sharesLine,
            case .takes(let called, let argument) = construction.target(labelled: label, of: initializers),
            case .insertion = argument, !file.hasName(label, in: initializer.plainNode),
            index.imports(of: file).missing(typeOf: instance) == nil,
            !isOptional || !isHidden(in: initializer, of: home)
        else { return nil }
        var recipient = Recipient(
            request: request,
            instance: instance,
            owner: home.owner,
            file: file,
            property: label,
            accessor: access
        )
        recipient.form = isOptional ? .optional : .argument
        guard isTaken(by: initializer, overriding: called, recipient),
            isOptional
                || !recipient.needsOptional
                    && (recipient.observation == nil
                        || Self.onlyStores(before: construction, initializer, of: home.owner))
        else { return nil }
        let parameter = FunctionTaker.Parameter(
            instance: instance,
            property: label,
            type: type,
            isTypePublic: recipient.isTypePublic,
            value: isOptional ? nil : recipient.value
        )
        return (
            parameter, PassingCall(construction: construction, argument: argument, name: parameter.name), initializer
        )
    }

    /// Returns whether an initializer uses the accessor where it can't read what it takes, or beside other members. The optional would
    /// hide the property that such a use is to read, and the others would keep the accessor.
    private func isHidden(in initializer: InitializerNode, of home: CodeTree.Declaration) -> Bool {
        let sites = request.sites(of: home.owner, through: instance.accessor).filter { !$0.context.isStatic }
        func isOwn(_ site: CallerSite) -> Bool {
            if case .initializer(initializer) = site.context.member { site.file.path == home.file.path } else { false }
        }
        return sites.contains(where: isOwn) && !sites.allSatisfy { isOwn($0) && $0.context.readsParameters }
    }

    /// Returns whether an initializer can take the instance. One that overrides another can if that takes it.
    private func isTaken(by initializer: InitializerNode, overriding called: CalledInitializer, _ recipient: Recipient)
        -> Bool
    {
        let reasons = request.reasons
        guard initializer.modifierList.says("override") else {
            return Initializers(owner: recipient.owner, file: recipient.file).canTake(initializer, index)
                && reasons.first(of: Recipient.ofInstance + Recipient.ofInitializers, for: recipient) == nil
        }
        return called.overrides(initializer) && initializer.attributeList.isEmpty && !index.isInherited(recipient.owner)
            && !initializer.modifierList.says("required", "convenience") && !recipient.file.saysItsName(initializer)
            && reasons.first(of: Recipient.ofInstance + [.reference], for: recipient) == nil
    }

    /// The call of the superclass's initializer that one of the class makes; nil if it makes several.
    private static func superCall(of initializer: InitializerNode, in file: ParsedFile) -> Construction? {
        let calls = initializer.superCalls
        if calls.count == 1 { return Construction(file: file, node: calls[0].expression, isTest: false) }
        guard calls.isEmpty, let body = initializer.block, !initializer.mayEndElsewhere else { return nil }
        return Construction(file: file, endOf: initializer, body, isTest: false)
    }

    /// Returns whether what runs before the superclass's initializer does nothing that could be seen.
    private static func onlyStores(
        before construction: Construction,
        _ initializer: InitializerNode,
        of owner: OwnerDecl
    ) -> Bool {
        let statements = (initializer.block?.list ?? []).prefix { !$0.extent.contains(construction.node.offset) }
        return statements.allSatisfy { $0.stores(nil) } && !owner.variables.contains(where: InitialValue.hasEffects)
    }
}

extension CalledInitializer {
    /// Returns whether an initializer of a subclass overrides this one, as far as labels tell.
    func overrides(_ initializer: InitializerNode) -> Bool {
        parameters.map(\.label) == initializer.parameters.map(\.label.withoutBackticks)
    }
}

extension Placement {
    /// Lets the initializers of subclasses take what those of their superclass do, and pass it on.
    mutating func passToSuperclasses(_ request: CutRequest) {
        let held = holding.flatMap { caller in InheritedInstance(caller, request)?.passes(of: caller) ?? [] }
        let new = (request.options.isForInitializers ? storages : []).flatMap { storage in
            InheritedInstance(storage, request)?.passes(below: storage.home.owner) ?? []
        }
        for (parameter, call, initializer) in held + new {
            let others = storages.filter { $0.injection.takers.contains(initializer) }
            if let own = others.first(where: { $0.instance.accessor == parameter.instance.accessor }) {
                // The subclass has the instance for itself, too.
                let isFit = own.injection.form == .argument || parameter.value == nil
                guard isFit, own.parameter?.property == parameter.property, own.injection.parameterName == nil else {
                    continue
                }
                passing.append(call)
            } else if others.isEmpty, !isAdded(parameter, to: initializer) {
                // What takes several instances is written at once.
                add(parameter, to: initializer, in: call.construction.file)
                passing.append(call)
                read(parameter, in: initializer, of: call.construction.file, request)
            }
        }
    }

    /// Lets the uses in the body of an initializer that were to stay read what it takes, and all of them if that hides the property.
    private mutating func read(
        _ parameter: FunctionTaker.Parameter,
        in initializer: InitializerNode,
        of file: ParsedFile,
        _ request: CutRequest
    ) {
        var uses = 0
        for (row, use) in request.uses.enumerated() where use.file == file.path {
            guard let context = UseContext(use, of: request.singleton, in: file), context.readsParameters,
                case .initializer(initializer) = context.member, context.accessor == parameter.instance.accessor
            else { continue }
            switch outcomes[row] {
            case .left(let reason)? where [.initializer, .initializers, .subclasses].contains(reason): uses += 1
            case .rewritten? where parameter.value == nil:
                reads.removeAll { $0.file.path == file.path && $0.access.offset == context.access.offset }
            default: continue
            }
            let access = context.access
            let name = parameter.name
            let read = parameter.value == nil ? access.replacement("\(name) ?? \(access.trimmedDescription)") : name
            outcomes[row] = .rewritten(property: name)
            reads.append(Read(file: file, access: access, expression: read, isParameter: true))
        }
        guard uses > 0, let owner = file.owners(around: initializer.offset).last else { return }
        callers.append(
            CutPlan.Caller(
                name: owner.callerName(in: file),
                file: file.path,
                property: parameter.name,
                uses: uses
            )
        )
    }

    private func isAdded(_ parameter: FunctionTaker.Parameter, to initializer: InitializerNode) -> Bool {
        delegating.contains { added in
            added.initializer == initializer && added.parameters.contains { $0.property == parameter.property }
        }
    }
}

extension UseContext {
    /// Whether the use can read a parameter of the initializer around it, and nothing captures that.
    fileprivate var readsParameters: Bool {
        self.closures.isEmpty && self.localFunctions.isEmpty && !self.isConditional
    }
}
