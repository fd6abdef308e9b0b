import SeamKit

// Whether values can be passed between tasks, as far as the sources and the standard library say.
extension Catalog {
    /// Returns whether every type that conforms to the protocol is `Sendable`.
    func impliesSendable(_ type: TypeStructure, from scope: Scope) -> Bool {
        var seen: Set<String> = []
        return impliesSendable(type, from: scope, seen: &seen)
    }

    private func impliesSendable(_ type: TypeStructure, from scope: Scope, seen: inout Set<String>) -> Bool {
        let (type, scope) = resolved(type, from: scope)
        if case .composition(let parts) = type {
            return parts.contains { impliesSendable($0, from: scope, seen: &seen) }
        }
        guard let name = type.fullName else { return false }
        guard let found = find(name, from: scope), found.isProtocol else {
            return type.standardName.flatMap(StandardLibrary.isSendable) ?? false
        }
        guard seen.insert(found.qualifiedName).inserted else { return false }
        let bounds = found.declaration.genericRequirements.flatMap { requirement -> [TypeStructure] in
            if case .conformance(let left, let right) = requirement, left.simpleName == "Self" { [right] } else { [] }
        }
        return (found.declaration.inherited.map(\.type) + bounds).contains {
            impliesSendable($0, from: found.scope, seen: &seen)
        }
    }

    /// Returns whether a name can follow `any`.
    func isProtocol(_ type: TypeStructure, from scope: Scope) -> Bool {
        guard let name = type.fullName else { return false }
        if let found = declaration(of: type, from: scope) { return found.isProtocol }
        return StandardLibrary.isProtocol(type.standardName ?? name)
    }

    /// Returns whether values of a named type are `Sendable` where the generated code is compiled.
    ///
    /// Types that neither the sources nor the standard library declare count as `Sendable`.
    ///
    /// - Parameter isStored: asks the same of the values in it, with their scope.
    func isSendable(
        named type: TypeStructure,
        from scope: Scope,
        isStored: (TypeStructure, Scope) -> Bool
    ) -> Bool {
        guard let found = declaration(of: type, from: scope) else {
            return type.standardName.flatMap(StandardLibrary.isSendable) ?? true
        }
        let declaration = found.declaration
        if found.isProtocol { return impliesSendable(type, from: scope) }
        if declaration.kind == .actor || declaration.isolation(among: actors)?.isActor == true { return true }
        let inherited = inherited(by: found)
        if inherited.contains("Sendable") { return true }
        if declaration.inherited.contains(where: { impliesSendable($0.type, from: found.scope) }) { return true }
        if declaration.kind == .class || (declaration.access ?? .internal) >= .public { return false }
        // The compiler looks into what other modules can't see. There, a generic parameter is what its bounds say.
        let generic = (declaration.enclosing + [declaration]).flatMap(\.genericParameters)
        let others = generic.filter { !$0.bounds.contains { impliesSendable($0, from: found.scope) } }
        let names = Set(others.map(\.name))
        func isSendable(_ type: TypeStructure, scope: Scope) -> Bool {
            !type.mentions(names) && isStored(type, scope)
        }
        return declaration.members.flattened.allSatisfy { member in
            if member.kind == .enumCase {
                return member.cases.allSatisfy {
                    ($0.values ?? []).allSatisfy { isSendable($0.type, scope: found.inside) }
                }
            }
            guard member.kind == .property, !member.isStatic else { return true }
            return member.bindings.allSatisfy { binding in
                guard binding.isStored else { return true }
                if let type = binding.type { return isSendable(type, scope: found.inside) }
                // A value whose type nobody has written may be of any.
                return binding.value?.writtenTypes.map { $0.allSatisfy { isSendable($0, scope: found.inside) } }
                    ?? false
            }
        }
    }
}

extension Declaration.Isolation {
    var isActor: Bool { if case .actor = self { true } else { false } }

    /// The text before a declaration: `@MainActor`, `nonisolated`.
    var text: String {
        switch self {
        case .nonisolated: "nonisolated"
        case .actor(let name): "@\(name)"
        }
    }
}
