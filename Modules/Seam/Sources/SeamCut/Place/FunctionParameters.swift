import SeamKit

/// The parameters that static and free functions get.
struct FunctionParameters {
    let request: CutRequest
    let choice: ProtocolChoice?
    private var known: [FunctionNode: (taker: FunctionTaker, parameters: [FunctionTaker.Parameter])] = [:]

    init(request: CutRequest, choice: ProtocolChoice?) {
        (self.request, self.choice) = (request, choice)
    }

    /// All functions, in the order of their places.
    var all: [(taker: FunctionTaker, parameters: [FunctionTaker.Parameter])] {
        known.values.sorted { $0.taker.function.offset < $1.taker.function.offset }
    }

    /// Returns the parameter through which a function accepts the instance; nil if it can't accept one.
    ///
    /// - Parameter isAlone: whether the function reads no property for the instance.
    mutating func parameter(
        of dependency: Dependency,
        takenBy function: FunctionNode,
        isAlone: Bool
    ) -> FunctionTaker.Parameter? {
        let seen = choice?.instance ?? dependency.instance
        let recipient = Recipient(
            request: request,
            instance: seen,
            owner: dependency.owner,
            file: dependency.file,
            property: dependency.name,
            typeAccess: choice?.access,
            accessor: dependency.access
        )
        // What tests replace is the same in a call and in the function, as it would be for a default.
        if !seen.creation.isReplaced || recipient.isReadByCalls(of: function),
            let given = given(for: dependency, to: function)
        {
            return given
        }
        // Nobody but the rest of the file could pass anything to a private function.
        let isPassable =
            request.options.isLate || !function.modifierList.says("private", "fileprivate")
            || recipient.passesInstance(to: function)
        guard isPassable, recipient.instanceReason == nil else { return nil }
        // Calls in other modules couldn't name the accessor.
        let isNamed = seen.isAccessorPublic || !function.isVisibleOutside
        let value = isNamed && recipient.isReadByCalls(of: function) ? recipient.value : nil
        let missing =
            choice == nil ? request.index.imports(of: dependency.file).missing(typeOf: dependency.instance) : nil
        let parameter = FunctionTaker.Parameter(
            instance: seen,
            property: dependency.name,
            type: value == nil ? seen.optionalType : seen.type,
            isTypePublic: recipient.isTypePublic && (value == nil || seen.isAccessorPublic),
            value: value,
            missing: missing.map { ($0, request.index.outerName(ofType: dependency.instance)) },
            isBesideProperty: !isAlone
        )
        let new = FunctionTaker(
            index: request.index,
            owner: dependency.owner,
            file: dependency.file,
            function: function,
            layout: request.house.layout(of: dependency.file.path)
        )
        let (taker, parameters) = known[function] ?? (new, [])
        if let own = taker.existing(parameter) { return own }
        if parameters.contains(where: { $0.property == dependency.name }) {
            return parameter
        }
        guard taker.canTake(parameter) else { return nil }
        known[function] = (taker, parameters + [parameter])
        return parameter
    }

    /// Returns the parameter by which all code but tests passes the accessor to a function already; nil if there is none.
    private func given(for dependency: Dependency, to function: FunctionNode) -> FunctionTaker.Parameter? {
        let (owner, file, instance, index) = (dependency.owner, dependency.file, dependency.instance, request.index)
        let held = HeldValue(access: dependency.access, instance: instance, owner: owner, index: index)
        guard choice == nil, !request.options.isLate,
            !index.isAPI(function, in: file),
            FunctionTaker(index: index, owner: owner, file: file, function: function).canRequire,
            let own = function.parameters.first(where: { $0.typeNode.structure == instance.type && $0.label != "_" }),
            let called = index.function(function, of: owner, in: file),
            !file.binds(own.innerName, in: called.decl, within: function.bodyNode)
        else { return nil }
        var calls = 0
        for path in index.paths(saying: called.name) where !index.isTest(path) {
            guard let user = index.file(path) else { return nil }
            let mentions = called.mentions(in: user, index)
            let isPassed = mentions.calls.allSatisfy { call in
                call.argument(labelled: own.label).map { held.isAccessor($0, in: user) } == true
            }
            guard isPassed, mentions.unclear.isEmpty else { return nil }
            calls += mentions.calls.count
        }
        guard calls > 0 else { return nil }
        let value = instance.value(of: dependency.access)
        return FunctionTaker.Parameter(
            instance: instance,
            property: own.innerName,
            type: instance.type,
            isTypePublic: true,
            value: value
        )
    }
}

extension Recipient {
    /// Returns whether a function can have the accessor as a default argument, which each call reads: nobody sees that, or the function
    /// reads it first of all anyway.
    fileprivate func isReadByCalls(of function: FunctionNode) -> Bool {
        guard !request.options.isLate, isReadableByCalls(of: function) else { return false }
        guard request.reasons.first(of: [.observed], for: self) != nil else { return true }
        guard let reading = request.earlyReadings[instance.accessor.name],
            let declaration = function.declaration(in: file.document)
        else { return false }
        // What the caller waits for may replace it.
        let isOnce =
            !function.effects.isAsync
            && file.tokens(instance.accessor.name, in: function.plainNode).count == 1
        return reading.isRead(firstBy: declaration, of: owner, isOnce: isOnce)
    }

    /// Returns whether calls of a function can read the accessor, on whatever actor they run.
    func isReadableByCalls(of function: FunctionNode) -> Bool {
        instance.isolation == .nonisolated || isOnSameActor(function)
    }

    /// Returns whether objects of the type store the instance, and call one of its static functions, to which they can pass it.
    fileprivate func passesInstance(to function: FunctionNode) -> Bool {
        guard [.class, .struct, .actor].contains(owner.kind), !owner.isLocal,
            sites.contains(where: { !$0.context.isStatic && $0.context.closures.isEmpty }),
            let called = index.function(function, of: owner, in: file),
            case .success(let injection) = injection(), injection.isKept, injection.form.isEarly
        else { return false }
        let mentions = called.mentions(in: file, index)
        return mentions.unclear.isEmpty
            && mentions.calls.contains { call in
                let context = UseContext(around: call.expression, accessor: instance.accessor, in: file)
                guard case .body = context.member else { return false }
                return context.owner == owner && !context.isStatic && context.closures.isEmpty
            }
    }

    /// Whether default arguments of a function are evaluated on the accessor's actor.
    private func isOnSameActor(_ function: FunctionNode) -> Bool {
        guard index.modules.isolatesDefaults(file.path) || request.hasDefault(of: instance, inModulesOf: file.path)
        else { return false }
        let reader = IsolationReader(index: index)
        return (reader.explicit(function) ?? reader.isolation(of: owner, in: file)) == instance.isolation
    }
}
