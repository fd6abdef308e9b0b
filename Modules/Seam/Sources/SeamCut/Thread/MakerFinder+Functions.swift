import SeamKit

/// Functions that pass an instance on: what they take already, or are to take.
extension MakerFinder {
    /// Returns the parameter by which the function around a call has the instance; nil if it takes none.
    mutating func parameter(of making: Making, for callee: ThreadNode) throws(MakerRefusal) -> MakerValue? {
        let (file, context) = (making.construction.file, making.context)
        guard let function = context.function(in: file) else { return nil }
        if let known = graph[function.key] {
            guard let taker = known.caller?.takers.first else { return nil }
            return try value(of: known, named: taker.name, making, needsRequired: !taker.hasInstance)
        }
        let wanted = callee.caller?.type ?? instance.type
        let own = function.decl.parameters.filter { parameter in
            let type = parameter.typeNode.structure
            return type.unmarked == wanted.unmarked && wanted.wrapped == nil && type.wrapped == nil
                && !parameter.isVariadic && parameter.value == nil
        }
        guard own.count == 1, let name = own.first?.innerName.withoutBackticks, name != "_" else { return nil }
        let held = HeldProperty(name: name, isPrivate: false, isSettable: true)
        var node = node(of: function, in: file, property: name, role: .holder(held))
        node.isReached = true
        graph.add(node)
        return try value(of: node, named: name, making, needsRequired: false)
    }

    /// Returns the value that the function around a call is to take.
    ///
    /// - Parameter refusal: why the type around it can't take one; nil if there is none.
    mutating func function(
        around making: Making,
        for callee: ThreadNode,
        otherwise refusal: MakerRefusal?
    ) throws(MakerRefusal) -> MakerValue {
        let (file, context) = (making.construction.file, making.context)
        guard let function = context.function(in: file) else {
            throw refusal ?? MakerRefusal("made outside of a type and a function", "Move the call into a function.")
        }
        if let known = graph[function.key] {
            return try value(of: known, named: known.property, making, needsRequired: false)
        }
        if let found = obstacle(of: function, making) { throw refusal ?? found }
        let names = names(for: callee, in: file)
        // With the label of another function of its name, it might be that one.
        let labels = function.siblings(index).flatMap(\.parameters).map(\.label)
        let isTaken = { file.hasName($0, in: function.decl.plainNode) || labels.contains($0) }
        // What an initializer takes may have the name of the property that its type inherits.
        let inherited = function.initializer == nil ? nil : inherited(by: function.owner, in: file)?.held?.name
        let name =
            inherited.flatMap { isTaken($0) ? nil : $0 }
            ?? names.free(for: instance, besides: isTaken)
        guard let name else {
            throw refusal ?? .usesName(function.title, callee.property)
        }
        let recipient = Recipient(
            request: request,
            instance: instance,
            owner: function.owner,
            file: file,
            property: name,
            form: .required
        )
        let ofInitializer: [Check<Recipient>] =
            function.initializer == nil ? [] : [.reference, .requirement, .branches, .publicAccess]
        if let reason = recipient.instanceReason ?? request.reasons.first(of: ofInitializer, for: recipient) {
            throw refusal ?? .takesNone(function.title, reason)
        }
        guard function.clause.flatMap({ file.edit(adding: ["\(name): \(instance.type)"], to: $0) }) != nil else {
            throw refusal
                ?? MakerRefusal("the parameters of \(function.title) end with a comma", "Take out the last comma.")
        }
        if !instance.isSendable, Declaration(function.decl, in: file.document).effects.isAsync {
            throw refusal ?? .sending(instance)
        }
        let node = node(of: function, in: file, property: name, role: .function)
        graph.add(node)
        return try value(of: node, named: name, making, needsRequired: false)
    }

    private func node(
        of function: InstanceFunction,
        in file: ParsedFile,
        property: String,
        role: ThreadNode.Role
    ) -> ThreadNode {
        ThreadNode(owner: function.owner, file: file, function: function, property: property, role: role, index: index)
    }

    /// Why a function can't take a value for a call; nil if it can.
    private func obstacle(of function: InstanceFunction, _ making: Making) -> MakerRefusal? {
        let takesOptional = function.decl.parameters.contains {
            $0.typeNode.structure.unmarked == instance.type.unmarked
        }
        if takesOptional {
            return MakerRefusal(
                "\(function.title) takes an optional, and falls back itself",
                "Let \(function.title) require the instance."
            )
        }
        if case .defaultArgument = making.context.member,
            MovedDefault(around: making.construction.node, of: function) == nil
        {
            return .defaultArgument
        }
        return function.obstacle(index).map {
            MakerRefusal("made where \($0)", "Let \(function.title) take the instance by hand.")
        }
    }

    /// Returns how a call reads what the function around it takes. Throws if it can't.
    private func value(
        of maker: ThreadNode,
        named name: String,
        _ making: Making,
        needsRequired: Bool
    ) throws(MakerRefusal) -> MakerValue {
        let (file, context) = (making.construction.file, making.context)
        if case .defaultArgument = context.member {
            return try movedDefault(of: maker, named: name, making, needsRequired: needsRequired)
        }
        let body = maker.function?.body?.plainNode
        if context.memberDecl.map({ file.binds(name, in: $0, within: body) }) == true {
            throw MakerRefusal.hidden(name)
        }
        try making.checkSending()
        return MakerValue(owner: maker.key, expression: name, capture: nil, needsRequired: needsRequired)
    }
}
