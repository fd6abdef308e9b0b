import SeamKit

/// What a singleton's accessor returns, according to its declaration.
struct InjectedType {
    var accessor: Singleton.Accessor
    /// The type of the instance, in the form that a caller writes.
    var type: TypeStructure
    /// Whether `.shared` alone means the accessor where this type is expected.
    var isOwnType: Bool
    var isolation: Isolation
    /// Whether the accessor can return another instance, or another value, later.
    var isMutable: Bool
    /// Whether the instance is created once and stored.
    var isStored: Bool
    /// Whether a caller that stores the instance has the one that others have: it is an object, or a structure in a constant. Nil if
    /// the sources don't determine that.
    var isSameInCopies: Bool?
    var isSendable: Bool
    /// What happens when the instance is made.
    var creation: Creation
    /// Whether other modules see the accessor.
    var isAccessorPublic = true
    /// The modules that have the accessor and the type; nil if one of them is in a branch of `#if`.
    var modules: Set<String>?
    /// The availability of both the accessor and the type.
    var availability = Availability()
    /// Whether each mention of the type is a warning.
    var isTypeDeprecated = false
    /// How code reads the accessor, if not by the name of the singleton.
    var spelling: String?

    /// Whether nobody can see when the instance is made, and it stays.
    var isQuiet: Bool { creation.observation == nil && creation.replaced == nil }

    /// Whether a statement of `main.swift` makes the instance, and nothing can read it before.
    var isSetByStatement: Bool { creation.observation?.replacer == .statement }

    var isOptional: Bool { type.wrapped != nil }

    var isProtocol: Bool { type.isExistential }

    /// The name of the type with those around it, without generic arguments; the whole type if it has no name.
    var typeName: String { type.unmarked.fullName ?? type.unmarked.text }

    /// Returns the accessor where the type is expected: `.shared` if that says enough.
    func value(of access: String) -> String {
        let text = type.text
        return isOwnType && !isOptional && access.hasPrefix(text + ".") ? String(access.dropFirst(text.count)) : access
    }

    /// Returns what a variable with a value has to say of its type: it takes any instance of a protocol.
    func annotation(of value: String) -> String { value.hasPrefix(".") || isProtocol ? ": \(type)" : "" }

    /// The type of a variable that may have an instance.
    var optionalType: TypeStructure { .optional(type) }
}
