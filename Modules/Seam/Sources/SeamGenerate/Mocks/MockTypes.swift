import SeamKit

/// The types of one requirement as they are written in a fake.
struct MockTypes {
    let catalog: Catalog
    /// The type of the fake, which stands for `Self`.
    let selfType: TypeStructure
    /// Associated types that are generic parameters of the fake.
    let associated: Set<String>
    /// Whether stored values must be `Sendable`.
    var isShared: Bool
    /// Whether types that the sources don't declare are trusted to be `Sendable`, as the protocol's author promises.
    var trustsOthers = true
    /// What associated types are, as far as a protocol says it.
    var fixed: [String: TypeStructure] = [:]
    /// Whether the fake is.
    let isSelfSendable: Bool
    /// Whether its generic parameters are.
    let areParametersSendable: Bool
    /// The types around the fake.
    let outside: Catalog.Scope
    /// The types around the requirement, with its protocol.
    var scope: Catalog.Scope
    /// The requirement's own generic parameters, with the types that each conforms to.
    var generics: [String: [TypeStructure]] = [:]

    /// Returns the type as in the requirement, with `Self` resolved, and with names that mean the same around the fake.
    func written(_ type: TypeStructure) -> TypeStructure {
        // Only the outermost type may be implicitly unwrapped.
        if case .implicitlyUnwrapped(let wrapped) = type { return .implicitlyUnwrapped(written(wrapped).withoutMarks) }
        return type.resolvingSelf(selfType).replacing { type in
            // Nothing in a generic class may have the name of its parameters.
            if let simple = type.simpleName, generics[simple] != nil, associated.contains(simple) {
                return TypeStructure(named: "Own" + simple)
            }
            // A fake inherits the names that stand in its protocol.
            guard case .named(var name) = type, let simple = type.simpleName, generics[simple] == nil,
                !associated.contains(simple), fixed[simple] == nil,
                let path = catalog.path(of: simple, from: scope, in: outside),
                path != scope
            else { return nil }
            name.qualifier = TypeStructure(path: path)
            name.arguments = name.arguments.map(written)
            return .named(name)
        }
    }

    /// Returns whether the type depends on a generic parameter of the requirement, which includes `some P`.
    func isGeneric(_ type: TypeStructure) -> Bool {
        type.mentions(Set(generics.keys)) || type.contains { if case .opaque = $0 { true } else { false } }
    }

    /// Returns the type with the requirement's generic parameters replaced by existentials.
    func erased(_ type: TypeStructure) -> TypeStructure {
        guard isGeneric(type) else { return written(type) }
        switch type {
        case .optional(let wrapped): return .optional(erased(wrapped))
        case .array(let element): return .array(erased(element))
        case .dictionary(let key, let value) where !isGeneric(key):
            return .dictionary(key: written(key), value: erased(value))
        case .metatype(let base, isProtocol: false) where base.simpleName != nil:
            return existential(of: protocols(of: base)) { .metatype($0, isProtocol: false) }
        case .named where type.simpleName.map { generics[$0] != nil } == true:
            let bounds = type.simpleName.flatMap { generics[$0] } ?? []
            return bounds.first(where: isClass) ?? existential(of: protocols(of: type)) { $0 }
        case .opaque(let constraint): return .existential(written(constraint))
        default: return TypeStructure(named: "Any")
        }
    }

    /// Returns `any P & Q`, or `Any` without protocols.
    private func existential(
        of protocols: [TypeStructure],
        constraint: (TypeStructure) -> TypeStructure
    ) -> TypeStructure {
        guard !protocols.isEmpty else { return constraint(TypeStructure(named: "Any")) }
        return .existential(constraint(protocols.count == 1 ? protocols[0] : .composition(protocols)))
    }

    private func isClass(_ type: TypeStructure) -> Bool {
        catalog.declaration(of: type, from: scope)?.declaration.kind == .class
    }

    private func protocols(of generic: TypeStructure) -> [TypeStructure] {
        (generic.simpleName.flatMap { generics[$0] } ?? []).filter {
            catalog.isProtocol($0, from: scope) && $0.arguments.isEmpty
        }
    }

    // MARK: - What can be stored

    /// Returns what stands before the type of a parameter whose value is stored.
    func escaping(_ type: TypeStructure) -> String {
        catalog.function(type, from: scope) == nil || type.hasAttribute("escaping") ? "" : "@escaping "
    }

    /// Returns whether a value of the type can be stored with a call.
    func canBeStored(_ type: TypeStructure) -> Bool {
        if isNoncopyable(type) { return false }
        return isShared ? isSendable(type) : true
    }

    /// Returns whether values of the type can be passed between tasks.
    func isSendable(_ type: TypeStructure) -> Bool { isSendable(type, from: scope, depth: 0) }

    /// Returns whether values of the type can't be copied, or can't be stored.
    func isNoncopyable(_ type: TypeStructure) -> Bool {
        if let wrapped = type.unmodified.wrapped { return isNoncopyable(wrapped) }
        guard let found = catalog.declaration(of: type.unmodified, from: scope) else {
            return type.unmodified.standardName.map(StandardLibrary.isLimited) ?? false
        }
        guard !found.isProtocol else { return false }
        return found.declaration.inherited.contains(where: \.type.isSuppressed)
    }

    private func isSendable(_ type: TypeStructure, from scope: Catalog.Scope, depth: Int) -> Bool {
        guard depth < 8 else { return false }
        func all(_ types: [TypeStructure]) -> Bool {
            types.allSatisfy { isSendable($0, from: scope, depth: depth + 1) }
        }
        switch type {
        case .modified(let base, _, let attributes):
            let isShared = attributes.contains { $0.name == "Sendable" || catalog.actors.contains($0.name) }
            return isShared || all([base])
        case .function: return false
        case .metatype(let base, _):
            // A metatype of a generic parameter carries conformances, which may be isolated.
            return !isGeneric(base) || all([base])
        case .existential(let constraint), .opaque(let constraint):
            return catalog.impliesSendable(constraint, from: scope)
        case .composition: return catalog.impliesSendable(type, from: scope)
        case .named(let name):
            if let simple = type.simpleName {
                if let bounds = generics[simple] {
                    return bounds.contains { catalog.impliesSendable($0, from: scope) }
                }
                if associated.contains(simple) { return areParametersSendable }
                if simple == "Self" { return isSelfSendable }
                if let type = fixed[simple] { return all([type]) }
            }
            if let qualifier = name.qualifier, isGeneric(qualifier) { return false }
            guard all(name.arguments) else { return false }
            if !trustsOthers, catalog.find(type.fullName ?? "", from: scope) == nil,
                !StandardLibrary.isKnownSendable(type.standardName ?? "")
            {
                return false
            }
            if let target = catalog.aliased(type, from: scope) {
                return isSendable(target.type, from: target.scope, depth: depth + 1)
            }
            return catalog.isSendable(named: type, from: scope) { isSendable($0, from: $1, depth: depth + 1) }
        case .optional, .implicitlyUnwrapped, .array, .dictionary, .tuple: return all(type.parts)
        case .suppressed, .packExpansion, .packElement, .unknown: return true
        }
    }

    /// Returns the obvious empty value of a result: nothing, nil, or an empty collection; nil if there is none.
    static func emptyValue(of result: TypeStructure?) -> String? {
        guard let result, !result.isVoid else { return "" }
        if result.wrapped != nil { return "nil" }
        if result.keyAndValue != nil { return "[:]" }
        let isList = ["Set", "ContiguousArray"].contains { result.isStandard($0) } && !result.arguments.isEmpty
        return isList || result.element != nil ? "[]" : nil
    }
}

extension TypeStructure {
    /// The type with `?` for each `!`, as within a closure or a generic argument.
    var withoutMarks: TypeStructure {
        replacing { type in
            if case .implicitlyUnwrapped(let wrapped) = type { .optional(wrapped.withoutMarks) } else { nil }
        }
    }
}
