import SeamKit

/// Finds what functions and initializers pass on: what they take already, or are to take.
struct FunctionFinder {
    let request: CutRequest
    let instance: InjectedType

    private var index: CodeTree { request.index }

    /// Returns the parameter by which the function around a call has the instance; nil if it takes none.
    func parameter(
        of making: Making,
        for callee: ThreadNode,
        in graph: inout ThreadGraph
    ) throws(MakerRefusal) -> MakerValue? {
        let (file, context) = (making.construction.file, making.context)
        guard let function = context.function(in: file) else { return nil }
        if let known = graph[function.key] {
            guard let taker = known.caller?.takers.first else { return nil }
            return try MakerReading(of: known, making).value(named: taker.name, needsRequired: !taker.hasInstance)
        }
        let found = request.types(of: instance, for: callee).lazy.map { wanted in
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
        return try MakerReading(of: node, making).value(named: name, needsRequired: false)
    }

    /// Returns the value that the function around a call is to take.
    ///
    /// - Parameters:
    ///   - names: the names for it.
    ///   - refusal: why the type around it can't take one; nil if there is none.
    func function(
        around making: Making,
        for callee: ThreadNode,
        as names: PropertyName,
        otherwise refusal: MakerRefusal?,
        in graph: inout ThreadGraph
    ) throws(MakerRefusal) -> MakerValue {
        let (file, context) = (making.construction.file, making.context)
        guard let function = context.function(in: file) else {
            throw refusal ?? MakerRefusal("made outside of a type and a function", "Move the call into a function.")
        }
        if let known = graph[function.key] {
            return try MakerReading(of: known, making).value(named: known.property, needsRequired: false)
        }
        if let found = obstacle(of: function, making) { throw refusal ?? found }
        // What an initializer takes may have the name of the property that its type inherits.
        let inherited = function.initializer == nil ? nil : graph.inherited(by: function.owner, in: file)?.held?.name
        let name =
            inherited.flatMap { isTaken($0, in: function) ? nil : $0 }
            ?? names.free(for: instance, besides: { isTaken($0, in: function) })
        guard let name else {
            throw refusal ?? .usesName(function.title, callee.property)
        }
        if let found = obstacle(of: function, named: name) { throw refusal ?? found }
        var node = node(of: function, in: file, property: name, role: .function())
        node.fallback = KeptDefault(request: request, instance: instance).fallback(of: function, named: name)
        graph.add(node)
        return try MakerReading(of: node, making).value(named: name, needsRequired: false)
    }

    /// Adds a function that reads the accessor itself, and is to take the instance, if it can.
    ///
    /// - Parameter names: the names for the instance.
    func add(_ reader: ReadingFunction, as names: PropertyName, to graph: inout ThreadGraph) {
        let function = reader.function
        let local = reader.reads.count == 1 ? DroppedLocal(parameterFor: reader.reads[0], of: function)?.name : nil
        let name = local ?? names.free(for: instance, besides: { _ in false })
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
        let recipient = request.recipient(requiring: instance, in: (function.file, function.owner), as: name)
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
}

extension CutRequest {
    /// Returns a type, or the one around a function, as one that is to require the instance.
    func recipient(requiring instance: InjectedType, in type: CodeTree.Declaration, as name: String) -> Recipient {
        Recipient(
            request: self,
            instance: instance,
            owner: type.owner,
            file: type.file,
            property: name,
            form: .required
        )
    }
}
