import SeamKit

extension CodeTree {
    /// Returns whether all values of a type are the same, so that nobody can tell which one code has: those of a structure that stores
    /// nothing, and whose initializer the compiler writes.
    func isStateless(_ type: OwnerDecl) -> Bool {
        guard type.kind == .struct else { return false }
        return parts(of: type).map(\.owner).allSatisfy { part in
            part.attributeNames.isEmpty && part.initializers.isEmpty && !part.inherited.contains("~Copyable")
                && !part.variables.contains(where: \.isStoredInInstances)
        }
    }
}

extension RetiredUse {
    /// Whether the function with the use may have a value of its own in place of a variable, because that has no state.
    var isStateless: Bool { ownValue != nil }

    /// Whether that has to be a variable, because code passes it `inout` or calls what is mutating.
    var needsVariable: Bool { ownValue == .variable }

    private enum OwnValue { case constant, variable }

    /// How a function declares a value of its own; nil if the value may have a state, or if it isn't known what the use changes.
    private var ownValue: OwnValue? {
        let (access, index) = (located.context.access, request.index)
        // A constant is passed on.
        guard let instance = instance ?? (try? request.instance(located.context.accessor).get()), instance.isMutable,
            let type = index.type(of: instance)?.owner, index.isStateless(type)
        else { return nil }
        var changes = access.isPassedInout
        if !changes, access.isWritten { return nil }
        if let member = MemberUse(of: access) {
            let members = index.parts(of: type).flatMap(\.owner.memberDecls).filter { $0.declares(member.name) }
            guard !members.isEmpty, !member.isAssigned else { return nil }
            changes = members.contains { $0.modifierList.says("mutating") }
        }
        // A closure that another thread may run captures no variable.
        if changes { return located.context.closures.isEmpty ? .variable : nil }
        return .constant
    }
}
