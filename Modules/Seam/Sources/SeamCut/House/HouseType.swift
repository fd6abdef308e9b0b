import SeamKit

/// The protocol as which most initializers of the tree take the instance by default.
struct HouseType {
    let request: CutRequest
    /// The type around the uses.
    let owner: OwnerDecl
    let file: ParsedFile

    private var index: CodeTree { request.index }

    /// Returns the instance as a type sees it: through the protocol, if all that the type does with it means the same then.
    ///
    /// - Parameter isStatic: whether static members of the type take it, and not its instances.
    func seen(_ instance: InjectedType, isStatic: Bool) -> InjectedType {
        let module = index.module(ofFile: file.path)
        guard request.options.stage == .inject, request.options.usesHolders, owner.kind != .file,
            let written = request.house.spelling(of: instance, of: request.singleton, in: module).type,
            let name = written.unmarked.fullName
        else { return instance }
        var uses: [String: [MemberUse]] = [:]
        for site in request.sites(of: owner, through: instance.accessor) where site.context.isStatic == isStatic {
            guard let own = self.uses(of: site.context.access, as: name) else { return instance }
            for use in own { uses[use.name, default: []].append(use) }
        }
        guard let existing = index.type(named: name), existing.owner.kind == .protocol,
            index.modules.modules(compiling: file.path).allSatisfy({ user in
                let home = index.module(ofFile: existing.file.path)
                return index.isSeen(home, from: user) && (home == user || existing.owner.isPublic)
            }),
            let planner = try? ProtocolPlanner(index: index, instance: instance, name: name, into: nil),
            var seen = planner.seen(by: uses), seen.isSendable || !instance.isSendable || isOnActor(of: instance)
        else { return instance }
        if !written.isExistential { seen.type = TypeStructure(named: name) }
        return seen
    }

    /// Returns whether the type is on the instance's actor, so that it sends the instance nowhere else.
    private func isOnActor(of instance: InjectedType) -> Bool {
        instance.isolation != .nonisolated
            && IsolationReader(index: index).isolation(of: owner, in: file) == instance.isolation
    }

    /// Returns the members that an expression for the instance is used for, also as a constant of a function; nil if it is more than an
    /// argument that may be the protocol's.
    func uses(of value: ExpressionNode, as name: String) -> [MemberUse]? {
        if let use = MemberUse(of: value) { return [use] }
        if let passed = value.passed {
            return passed.label.map { takes(passed.call, $0, name) } == true ? [] : nil
        }
        let all = value.readsOfConstant?.map { uses(of: $0, as: name) }
        return all.flatMap { $0.contains { $0 == nil } ? nil : $0.flatMap { $0 ?? [] } }
    }

    /// Returns whether all that a call may mean takes the protocol under a label.
    private func takes(_ call: CallNode, _ label: String, _ name: String) -> Bool {
        let parameters: [ParameterNode]
        if let made = index.type(call.made.type, in: owner)?.owner {
            let parts = ([made] + index.superclasses(of: made)).flatMap { index.parts(of: $0) }
            parameters = parts.flatMap(\.owner.initializers).flatMap(\.parameters)
        } else {
            let called = call.calleeName ?? ""
            let files = index.paths(saying: called, label).compactMap(index.file)
            parameters = files.flatMap { [$0.global] + $0.owners }.flatMap(\.functions)
                .filter { $0.ownName == called }.flatMap(\.parameters)
        }
        let types = parameters.filter { $0.label == label }.map(\.typeNode.structure.unmarked)
        return !types.isEmpty && types.allSatisfy { $0.fullName == name }
    }
}

extension InjectedType {
    /// Returns the instance as a property of a type has it; nil if that is another type, or a protocol through which it could mean
    /// something else.
    ///
    /// - Parameters:
    ///   - type: nil for a property without one.
    ///   - uses: what code does with the instance.
    func seen(as type: TypeStructure?, _ index: CodeTree, uses: [String: [MemberUse]] = [:]) -> InjectedType? {
        guard let type, type != self.type else { return self }
        guard !isProtocol, type.wrapped == nil, let name = type.unmarked.fullName,
            index.type(named: name)?.owner.kind == .protocol,
            let planner = try? ProtocolPlanner(index: index, instance: self, name: name, into: nil),
            var seen = planner.seen(by: uses)
        else { return nil }
        seen.type = type
        return seen
    }
}

extension PlacedUse {
    /// Whether the property has a protocol as its type, and the use needs more than that, or is in a closure to which only the accessor's
    /// own type may be sent.
    var needsMoreThanProtocol: Bool {
        guard let seen = property.place.holder?.seen, !property.place.isStatic, choice == nil,
            seen.type != candidate.instance.type, candidate.reading != nil, let name = seen.type.unmarked.fullName
        else { return false }
        if candidate.instance.isSendable, !seen.isSendable, !candidate.context.closures.isEmpty { return true }
        let house = HouseType(request: candidate.access.request, owner: property.place.owner, file: property.file)
        guard let uses = house.uses(of: candidate.context.access, as: name) else { return true }
        return candidate.instance.seen(as: seen.type, index, uses: Dictionary(grouping: uses, by: \.name)) == nil
    }
}
