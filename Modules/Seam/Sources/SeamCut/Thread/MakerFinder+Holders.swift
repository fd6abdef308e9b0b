import SeamKit

/// Types that have the instance already, and pass it on.
extension MakerFinder {
    /// Returns the node of the type around a call that has the instance already; nil if there is none.
    mutating func known(_ owner: OwnerDecl, for callee: ThreadNode) -> ThreadNode? {
        if let known = self[owner] { return known.isCarrier ? nil : known }
        guard let type = index.declaration(of: owner) else { return nil }
        let types = types(for: callee)
        let isolation = IsolationReader(index: index).isolation(of: type.owner, in: type.file)
        let isDelegate = instance.spelling != nil && owner.name == request.singleton.name
        let isOnly = graph.otherInstance == nil && index.isOnly(type.owner, instance, in: request)
        let found =
            (isOnly ? HeldProperty(name: "self", isPrivate: false, isSettable: false) : nil)
            ?? (isDelegate ? HeldProperty(name: instance.accessor.name, isPrivate: false, isSettable: false) : nil)
            ?? types.compactMap {
                HeldProperty(of: $0, in: type.owner, reading: instance.spellings(in: request.singleton))
            }.first
            ?? HeldProperty(of: types[0], inContainerOf: type.owner, index: index, isolation: isolation)
        guard let held = found else { return nil }
        var node = ThreadNode(
            owner: type.owner,
            file: type.file,
            property: held.name,
            role: .holder(held),
            index: index
        )
        node.isReached = true
        graph.add(node)
        return graph[node.key]
    }

    /// Returns the node of a superclass that lets the code around a call read what it has; nil if there is none.
    func inherited(by owner: OwnerDecl, _ making: Making) -> ThreadNode? {
        switch making.context.member {
        case .body, .lazyValue: inherited(by: owner, in: making.construction.file)
        default: nil
        }
    }

    /// Returns the node of a superclass that has what code of a file may read; nil if there is none.
    func inherited(by owner: OwnerDecl, in file: ParsedFile) -> ThreadNode? {
        let module = index.module(ofFile: file.path)
        let above = (index.declaration(of: owner)?.owner).map(index.superclasses) ?? []
        return above.lazy.compactMap { self[$0] }.first { node in
            !node.isCarrier && node.held?.isPrivate == false && index.module(ofFile: node.file.path) == module
        }
    }

    /// Returns how the instance passes itself. Throws if it isn't complete yet, or if a closure would have to hold it.
    func itself(_ maker: ThreadNode, _ making: Making) throws(MakerRefusal) -> MakerValue {
        let name = maker.owner.name
        switch making.context.member {
        case .body, .lazyValue: break
        default:
            throw MakerRefusal(
                "made before \(name) is complete, and can pass itself",
                "Make it in a lazy variable, or a later function."
            )
        }
        guard let expression = try making.reading(in: maker.owner).nameOfSelf else {
            throw MakerRefusal("made in a closure that doesn't hold \(name)", "Let the closure use self.")
        }
        return MakerValue(owner: maker.key, expression: expression, capture: nil, needsRequired: false)
    }

    /// Returns the constant in which a class can keep what its initializers only read so far; nil if it can have none.
    mutating func added(to maker: ThreadNode) -> HeldProperty? {
        guard let caller = maker.caller, caller.function == nil, caller.property == nil, caller.obstacle == nil,
            maker.owner.kind == .class, caller.takers.allSatisfy(\.hasInstance),
            instance.type.unmarked == caller.type.unmarked
        else { return nil }
        let name = caller.label.withoutBackticks
        let (own, takers) = (
            Initializers(owner: maker.owner, file: maker.file), caller.takers.compactMap(\.initializer)
        )
        let recipient = requiring(in: maker.owner, maker.file, as: name)
        let parts = index.parts(of: maker.owner)
        let names = parts.flatMap(\.owner.memberNames) + index.inheritedNames(of: maker.owner).names
        guard own.designated.allSatisfy(takers.contains), !names.contains(name),
            caller.takers.allSatisfy({ $0.name == name }), index.superclasses(of: maker.owner).isEmpty,
            !parts.contains(where: { isRead(name, in: $0, besides: takers) }),
            request.reasons.first(of: [.synthesis, .reflection], for: recipient) ?? recipient.instanceReason == nil
        else { return nil }
        let held = HeldProperty(name: name, isPrivate: true, isSettable: false)
        graph.change(maker.key) { $0.added = held }
        return held
    }

    /// Returns whether code of a type reads something from around the type by a name.
    private func isRead(_ name: String, in part: CodeTree.Declaration, besides takers: [InitializerNode]) -> Bool {
        part.file.tokens(name, in: part.owner.node).compactMap(\.nameNode).contains { mention in
            !mention.isMember && mention.expression.localName(name) == nil
                && !takers.contains { $0.extent.contains(mention.offset) }
        }
    }
}
