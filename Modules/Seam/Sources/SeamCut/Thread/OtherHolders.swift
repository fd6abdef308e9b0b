import SeamKit

extension ThreadGraph {
    /// Returns the keys of what may have another instance than the accessor's, where something makes one: a call passes a value that isn't
    /// certainly what its maker has, or something sets the property.
    func findHoldersOfOthers() -> Set<String> {
        guard otherInstance != nil else { return [] }
        let known = order.compactMap { self[$0] }.filter { !$0.isCarrier }
        let settable = known.filter { $0.held?.isSettable == true }
        var found = Set(settable.filter { $0.isHolder && $0.held?.isRead != true || isSet($0) }.map(\.key))
        var hasChanged = true
        while hasChanged {
            let more = known.filter { node in
                !found.contains(node.key) && node.calls.contains { mayPassOther($0, besides: found) }
            }
            found.formUnion(more.map(\.key))
            hasChanged = !more.isEmpty
        }
        return found
    }

    /// Returns whether a call passes another instance, or what may be one.
    ///
    /// - Parameter others: the keys of what may have another one.
    private func mayPassOther(_ call: ThreadCall, besides others: Set<String>) -> Bool {
        guard case .passed(isAccessor: false) = call.source, !call.construction.isTest else { return false }
        guard case .passed(let value)? = call.argument, let maker = maker(of: call), !others.contains(maker.key),
            let caller = maker.caller
        else { return true }
        return !isOwn(value, of: maker, caller, in: call.construction.file)
    }

    /// The type or function around a call, if it falls back to the accessor itself.
    private func maker(of call: ThreadCall) -> ThreadNode? {
        let (file, place) = (call.construction.file, call.construction.node.offset)
        let function = order.lazy.compactMap { self[$0] }.first { node in
            node.function.map { $0.file.path == file.path && $0.decl.extent.contains(place) } ?? false
        }
        return function ?? file.owners(around: place).last.flatMap { self[request.index.key(of: $0)] }
    }

    /// Returns whether a value is what a maker has: its property, or what its initializer or function takes.
    private func isOwn(
        _ value: ExpressionNode,
        of maker: ThreadNode,
        _ caller: DefaultedCaller,
        in file: ParsedFile
    ) -> Bool {
        let held = maker.held?.name
        guard let name = value.plainName else { return held.map { value.code == "self." + $0 } ?? false }
        guard value.localName(name) != nil else { return name == held }
        guard let decl = value.memberAround ?? value.outermostDeclaration else { return false }
        let body = (decl.initializer?.block ?? decl.function?.block)?.plainNode
        let isTaken = caller.takers.contains { taker in
            taker.name == name
                && (taker.initializer.map { $0 == decl.initializer } ?? (taker.function?.decl == decl))
        }
        return isTaken && body.map { !file.binds(name, in: decl, within: $0) } == true
    }

    /// Returns whether something sets the property of a type, besides the initializers that take the instance.
    private func isSet(_ node: ThreadNode) -> Bool {
        guard let name = node.held?.name else { return true }
        let index = request.index
        let takers = node.takers(index)
        return index.paths(saying: name).contains { path in
            guard !index.isTest(path) else { return false }
            guard let file = index.file(path) else { return true }
            return file.tokens(name).contains { token in
                guard let written = token.nameNode, written.expression.isWritten else { return false }
                let isOfTaker = takers.contains { taker in
                    taker.file.path == path && taker.decl.extent.contains(token.offset)
                }
                if isOfTaker { return false }
                guard written.base.map({ ["self", "Self"].contains($0.code) }) ?? !written.isMember else {
                    return written.base.map { mayBe(node.owner, $0, in: file) } ?? true
                }
                return file.owners(of: written.expression).contains { owner in
                    index.isSame(owner, node.owner) || index.inherits(owner, from: node.owner)
                }
            }
        }
    }

    /// Returns whether a value may be an object of a type, or of a subclass.
    private func mayBe(_ type: OwnerDecl, _ value: ExpressionNode, in file: ParsedFile) -> Bool {
        let index = request.index
        if index.isAnother(value, than: index.id(of: type), in: file) { return false }
        let reader = ReceiverType(index: index, file: file)
        guard let name = reader.type(of: value), let own = index.type(name, inFile: file.path)?.owner else {
            return true
        }
        return own.kind == .protocol || index.inherits(own, from: type) || index.inherits(type, from: own)
    }
}
