import SeamKit

/// Types that are to have the instance, only to pass it on.
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
        let recipient = Recipient(
            request: request,
            instance: instance,
            owner: type.owner,
            file: type.file,
            property: name,
            form: .required
        )
        switch recipient.injection() {
        case .success(let injection):
            let node = ThreadNode(
                owner: type.owner,
                file: type.file,
                property: name,
                role: .carrier(injection),
                index: index
            )
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

    /// Returns whether code reads what a type stores on the type's own actor, if it is only to store it.
    func canRead(_ maker: ThreadNode, _ reading: Reading, _ context: UseContext, in file: ParsedFile) -> Bool {
        guard maker.isCarrier && !instance.isSendable || maker.planned != nil else { return true }
        // What a closure captures of a variable is read when that is made.
        if maker.planned?.isLazy == true, reading.closure != nil { return false }
        let isolation = IsolationReader(index: index).isolation(of: maker.owner, in: maker.file)
        return isolation == .nonisolated
            || context.runs(
                on: isolation,
                in: file,
                index,
                isStrict: maker.planned != nil,
                isReadInside: reading.closure == nil
            )
    }

    // MARK: Variables

    /// What keeps initializers from taking the instance, and no variable of the class from having it.
    private static let ofInitializers: [Reason] = [.initializers, .subclasses, .reference, .requirement, .overload]

    /// Returns how a class of a user interface passes what it can't take in an initializer: from a variable that whoever makes the
    /// class sets, as injecting gives it to a class that reads the accessor. Nil if it can't have one.
    mutating func variable(for making: Making, _ callee: ThreadNode) -> MakerValue? {
        guard let type = making.context.owner.flatMap(index.declaration), !making.construction.isTest,
            type.owner.kind == .class, self[type.owner] == nil, index.isOfInterfaceBuilder(type.owner),
            !type.owner.isPublic || !index.modules.isImportedOutside(type.file.path), isUnserved(type),
            let value = planned(for: making, callee, isSettable: true), let property = value.planned
        else { return nil }
        var node = ThreadNode(
            owner: type.owner,
            file: type.file,
            property: property.name,
            role: .caller(DefaultedCaller(setting: property, as: instance.type)),
            index: index
        )
        node.planned = property
        graph.add(node)
        return value
    }

    /// Returns whether a class could have the instance, and only its initializers can't take it.
    private func isUnserved(_ type: CodeTree.Declaration) -> Bool {
        let recipient = Recipient(
            request: request,
            instance: instance,
            owner: type.owner,
            file: type.file,
            property: instance.accessor.name,
            form: .required
        )
        guard case .failure(let reason) = recipient.injection() else { return false }
        return Self.ofInitializers.contains(reason)
    }
}
