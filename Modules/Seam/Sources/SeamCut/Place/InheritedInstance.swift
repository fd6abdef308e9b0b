import SeamKit

/// A class that uses what its superclass stores.
///
/// Its own initializers take the instance, too, and pass it on: else nobody who makes the class could pass one.
struct InheritedInstance {
    private let holder: Holder
    private let uses: CallerUses
    private let access: String
    private let file: ParsedFile

    /// Creates it; nil if the caller has the property itself.
    init?(_ caller: PlacedCaller) {
        guard let holder = caller.property.place.holder, let owner = caller.uses.uses[0].context.owner,
            owner.simpleName != holder.owner.simpleName
        else { return nil }
        (self.holder, uses, access) = (holder, caller.uses, caller.property.place.access)
        file = caller.property.file
    }

    /// Returns the calls of the superclass's initializer that can pass an instance, each with the parameter for it.
    func calls(_ request: CutRequest) -> [(parameter: FunctionTaker.Parameter, call: PassingCall, in: InitializerNode)]
    {
        guard let owner = uses.uses[0].context.owner else { return [] }
        let dependency = Dependency(
            owner: owner,
            file: file,
            access: access,
            instance: uses.instance,
            name: holder.name
        )
        guard let home = StorageSite.home(of: dependency, in: request.index),
            let above = request.index.superclasses(of: home.owner).first,
            request.index.isSame(above, holder.owner)
        else { return [] }
        return Initializers(owner: home.owner, file: home.file).designated.compactMap { initializer in
            guard let (parameter, construction, argument) = found(for: initializer, of: home, request) else {
                return nil
            }
            return (
                parameter, PassingCall(construction: construction, argument: argument, name: parameter.name),
                initializer
            )
        }
    }

    private func found(
        for initializer: InitializerNode,
        of home: CodeTree.Declaration,
        _ request: CutRequest
    ) -> (FunctionTaker.Parameter, Construction, Construction.Argument)? {
        let (index, file) = (request.index, home.file)
        guard let construction = Self.superCall(of: initializer, in: file), !construction.sharesLine,
            let taken = taken(by: construction), let value = taken.value,
            Initializers(owner: home.owner, file: file).canTake(initializer, index),
            !file.hasName(taken.label, in: initializer.plainNode)
        else { return nil }
        let isOptional = value.isNil
        var recipient = Recipient(
            request: request,
            instance: uses.instance,
            owner: home.owner,
            file: file,
            property: taken.label,
            accessor: access
        )
        recipient.form = isOptional ? .optional : .argument
        let checks = Recipient.ofInstance + Recipient.ofInitializers
        guard request.reasons.first(of: checks, for: recipient) == nil,
            isOptional
                || !recipient.needsOptional
                    && (recipient.observation == nil
                        || Self.onlyStores(before: construction, initializer, of: home.owner))
        else { return nil }
        let parameter = FunctionTaker.Parameter(
            instance: uses.instance,
            property: taken.label,
            type: taken.typeNode.structure,
            isTypePublic: recipient.isTypePublic,
            value: isOptional ? nil : recipient.value
        )
        guard
            case .takes(_, let argument) = construction.target(labelled: taken.label, of: initializers(taking: taken)),
            case .insertion = argument
        else { return nil }
        return (parameter, construction, argument)
    }

    /// The call of the superclass's initializer that one of the class makes; nil if it makes several.
    private static func superCall(of initializer: InitializerNode, in file: ParsedFile) -> Construction? {
        let calls = initializer.superCalls
        if calls.count == 1 { return Construction(file: file, node: calls[0].expression, isTest: false) }
        guard calls.isEmpty, let body = initializer.block, !initializer.mayEndElsewhere else { return nil }
        return Construction(file: file, endOf: initializer, body, isTest: false)
    }

    /// Returns the parameter of the superclass's initializers that a call leaves out, and that sets the property.
    private func taken(by construction: Construction) -> ParameterNode? {
        let all = holder.owner.initializers.filter { !$0.modifierList.says("private", "fileprivate") }
        let parameters = all.flatMap(\.parameters).filter { holder.labels.contains($0.label) }
        guard let first = parameters.first, parameters.allSatisfy({ $0.label == first.label }),
            construction.call?.labels.contains(first.label) != true
        else { return nil }
        return first
    }

    private func initializers(taking parameter: ParameterNode) -> [CalledInitializer] {
        holder.owner.initializers.map { initializer in
            CalledInitializer(initializer, takes: initializer.parameters.contains { $0.label == parameter.label })
        }
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

extension Placement {
    /// Lets the initializers of classes that use what a superclass stores take it, and pass it on.
    mutating func passToSuperclasses(_ request: CutRequest) {
        let takers = Set(storages.flatMap(\.injection.takers))
        var known: Set<InitializerNode> = []
        let calls = holding.compactMap(InheritedInstance.init).flatMap { $0.calls(request) }
        for (parameter, call, initializer) in calls {
            // What takes several instances is written at once.
            guard !takers.contains(initializer), known.insert(initializer).inserted else { continue }
            add(parameter, to: initializer, in: call.construction.file)
            passing.append(call)
        }
    }
}
