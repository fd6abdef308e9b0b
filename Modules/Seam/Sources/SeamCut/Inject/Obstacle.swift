/// Why a caller is gathered, but its initializer accepts no instance. `docs/seam/cut-reasons.md` has a section for each.
public enum Obstacle: String, Sendable, CaseIterable, Codable {
    /// The caller is an enum, an extension or a type in a function.
    case kind
    /// The caller is a structure that is no part of a user interface.
    case structure = "struct"
    /// The uses read a static property, which no instance reaches.
    case staticProperty = "static-property"
    /// The instance that the type stores already is private, or has another type.
    case files
    /// No initializer of the caller can take a parameter.
    case initializers = "no-initializer"
    /// The caller has subclasses, or may have some elsewhere.
    case subclasses
    /// Two initializers could take the same call.
    case overload
    /// The initializer is used as a value.
    case reference
    /// A protocol requires the initializer.
    case requirement
    /// A stored property would become part of a synthesized conformance.
    case synthesis
    /// A stored property would be visible to reflection.
    case reflection
    /// The instance can't be stored in the caller, which is isolated or `Sendable`.
    case storage
    /// The instance is a value, or optional.
    case instance
    /// The instance's type is not visible where the initializer is.
    case access
    /// The instance isn't available everywhere the caller is, or its type is deprecated.
    case limited
    /// A macro or an attribute of the caller may read its stored properties.
    case attribute
    /// The caller has initializers in a branch of `#if`.
    case branches
    /// The form that `--style` asks for can't carry the instance, or the caller can't read it.
    case style
    /// The caller's property has the type itself, and it uses something that the protocol doesn't have.
    case members
}
