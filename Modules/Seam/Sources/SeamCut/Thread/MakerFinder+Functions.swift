import SeamKit

/// Functions and types that pass an instance on: what they take already, or are to take.
extension MakerFinder {
    /// Returns the node of the type around a call, which is to take the instance.
    mutating func maker(
        in owner: OwnerDecl,
        for callee: ThreadNode,
        _ making: Making
    ) throws(MakerRefusal) -> ThreadNode {
        if let known = self[owner] { return known }
        // What no instance of the type can read, it needn't take.
        if case .value = making.context.member { try making.checkSending() } else { _ = try making.reading(in: owner) }
        guard let type = index.declaration(of: owner) else {
            throw MakerRefusal(
                "made in an extension of a type from elsewhere",
                "Make it in a function that takes the instance."
            )
        }
        guard [.class, .actor, .struct].contains(type.owner.kind) else {
            throw MakerRefusal(
                "made in \(owner.name), which is no class, actor or structure",
                "Make it in a function that takes the instance."
            )
        }
        let names = names(for: callee, in: making.construction.file)
        // Whatever the type's own code says, in any file, keeps its meaning.
        let parts = index.parts(of: owner)
        let free = names.free(for: instance, in: type.owner) { name in
            parts.contains { $0.file.hasName(name, in: $0.owner.node) }
        }
        guard let name = free else {
            throw MakerRefusal.usesName(owner.name, callee.property)
        }
        let recipient = requiring(in: type.owner, type.file, as: name)
        switch recipient.injection() {
        case .success(let injection):
            var node = ThreadNode(
                owner: type.owner,
                file: type.file,
                property: name,
                role: .carrier(injection),
                index: index
            )
            node.fallback = fallback(of: injection, in: type)
            // Its initializers that take the instance already do so for the whole type.
            let own = graph.order.compactMap { graph[$0] }.filter { known in
                known.function?.initializer.map { injection.takers.contains($0) } == true
            }
            guard own.allSatisfy({ $0.property == name }) else { throw .usesName(owner.name, name) }
            graph.replace(own.map(\.key), with: node.key)
            graph.add(node)
            return node
        case .failure(let reason): throw MakerRefusal.takesNone(owner.name, reason)
        }
    }

    /// Returns the parameter by which the function around a call has the instance; nil if it takes none.
    mutating func parameter(of making: Making, for callee: ThreadNode) throws(MakerRefusal) -> MakerValue? {
        let (file, context) = (making.construction.file, making.context)
        guard let function = context.function(in: file) else { return nil }
        if let known = graph[function.key] {
            guard let taker = known.caller?.takers.first else { return nil }
            return try value(of: known, named: taker.name, making, needsRequired: !taker.hasInstance)
        }
        let found = types(for: callee).lazy.map { wanted in
            function.decl.parameters.filter { parameter in
                let type = parameter.typeNode.structure
                return type.unmarked == wanted.unmarked && wanted.wrapped == nil && type.wrapped == nil
                    && !parameter.isVariadic && parameter.value == nil
            }
        }
        let own = found.first { !$0.isEmpty } ?? []
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
        // What an initializer takes may have the name of the property that its type inherits.
        let inherited = function.initializer == nil ? nil : inherited(by: function.owner, in: file)?.held?.name
        let name =
            inherited.flatMap { isTaken($0, in: function) ? nil : $0 }
            ?? names.free(for: instance, besides: { isTaken($0, in: function) })
        guard let name else {
            throw refusal ?? .usesName(function.title, callee.property)
        }
        if let found = obstacle(of: function, named: name) { throw refusal ?? found }
        var node = node(of: function, in: file, property: name, role: .function())
        node.fallback = fallback(of: function, named: name)
        graph.add(node)
        return try value(of: node, named: name, making, needsRequired: false)
    }

    /// Adds a function that reads the accessor itself, and is to take the instance, if it can.
    mutating func add(_ reader: ReadingFunction) {
        let function = reader.function
        let local = reader.reads.count == 1 ? DroppedLocal(parameterFor: reader.reads[0], of: function)?.name : nil
        let name = local ?? names(labelled: nil, in: function.file).free(for: instance, besides: { _ in false })
        guard graph[function.key] == nil else { return }
        // What it calls another value, it would have to call something else. A variable of a file keeps its name.
        let free = name.flatMap { isTaken($0, in: function, besides: local == nil ? reader.reads : nil) ? nil : $0 }
        let refusal =
            obstacle(of: function) ?? free.flatMap { obstacle(of: function, named: $0) }
            ?? (free == nil ? .usesName(function.title, name ?? instance.accessor.name) : nil)
        guard let name = free, refusal == nil else {
            let own = node(of: function, in: function.file, property: name ?? "", role: .function())
            graph.refuse(reader, as: own.id, refusal?.obstacle)
            return
        }
        let role = ThreadNode.Role.function(reading: reader.reads)
        var node = node(of: function, in: function.file, property: name, role: role)
        node.rows = reader.rows
        node.isWanted = reader.rows.contains { request.options.slice.contains(request.uses[$0]) }
        graph.add(node)
    }

    /// Returns whether a name means something else in a function, or would make it another function of its name.
    ///
    /// - Parameter reads: what reads the accessor there; nil if a constant of that name is to go.
    private func isTaken(_ name: String, in function: InstanceFunction, besides reads: [ExpressionNode]? = []) -> Bool {
        reads.map { function.file.hasName(name, in: function.decl.plainNode, besides: $0) } == true
            || function.siblings(index).flatMap(\.parameters).contains { $0.label == name }
    }

    /// Why a function can't take the instance under a name; nil if it can.
    private func obstacle(of function: InstanceFunction, named name: String) -> MakerRefusal? {
        let recipient = requiring(in: function.owner, function.file, as: name)
        let ofInitializer: [Check<Recipient>] =
            function.initializer == nil ? [] : [.reference, .requirement, .branches, .publicAccess]
        if let reason = recipient.instanceReason ?? request.reasons.first(of: ofInitializer, for: recipient) {
            return .takesNone(function.title, reason)
        }
        let parameter = "\(name): \(instance.type)"
        guard function.clause.flatMap({ function.file.edit(adding: [parameter], to: $0) }) != nil else {
            return MakerRefusal("the parameters of \(function.title) end with a comma", "Take out the last comma.")
        }
        let isAsync = Declaration(function.decl, in: function.file.document).effects.isAsync
        let isChecked = !index.modules.isLenient(module: index.module(ofFile: function.file.path))
        return !instance.isSendable && isAsync && isChecked ? .sending(instance) : nil
    }

    /// Returns a type or a function as one that is to require the instance.
    func requiring(in owner: OwnerDecl, _ file: ParsedFile, as name: String) -> Recipient {
        Recipient(request: request, instance: instance, owner: owner, file: file, property: name, form: .required)
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
        if let found = obstacle(of: function) { return found }
        if case .defaultArgument = making.context.member,
            MovedDefault(around: making.construction.node, of: function) == nil
        {
            return .defaultArgument
        }
        return nil
    }

    /// Why a function can't require one more value; nil if it can.
    private func obstacle(of function: InstanceFunction) -> MakerRefusal? {
        if request.isKept(function.decl, in: function.file) {
            let what = function.initializer == nil ? function.title : "an initializer of \(function.title)"
            return MakerRefusal("\(what) is public in a library", Reason.api.advice, .api)
        }
        let takesOptional = function.decl.parameters.contains {
            $0.typeNode.structure.unmarked == instance.type.unmarked
        }
        if takesOptional {
            return MakerRefusal(
                "\(function.title) takes an optional, and falls back itself",
                "Let \(function.title) require the instance."
            )
        }
        return function.obstacle(index).map {
            MakerRefusal($0, "Let \(function.title) take the instance by hand.")
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

    // MARK: Names

    /// Returns the names for a maker: what calls of the callee say, if code has that name, or else what the module calls the instance.
    mutating func names(for callee: ThreadNode, in file: ParsedFile) -> PropertyName {
        names(labelled: callee.argumentName, otherwise: callee.property, in: file)
    }

    /// Returns the names for what takes the instance under a label.
    ///
    /// - Parameter property: the name if neither the label nor the module says one.
    mutating func names(
        labelled label: String?,
        otherwise property: String? = nil,
        in file: ParsedFile
    ) -> PropertyName {
        let module = index.module(ofFile: file.path)
        let habit = habits[module] ?? request.house.habit(for: instance, of: request.singleton, in: module)
        habits[module] = habit
        let label = label.map(PropertyName.plain)
        // A label that nothing else has, such as `using`, is no name for a property.
        let isName = label.map { habit.names[$0, default: 0] > 1 } ?? false
        let name = isName ? label : habit.name.map(PropertyName.plain) ?? label
        return PropertyName(
            request: request,
            usual: (name ?? property).map { [instance.accessor.name: $0] } ?? [:]
        )
    }
}
