import SwiftSyntax

/// What a caller stores for an instance that is passed to it, and how it gets it.
///
/// Reasons: docs/adr/injected-instances.md.
struct Injection {
    /// The name of the stored property for the passed instance.
    var stored: String
    /// The lines that declare the stored property.
    var declaration: [String] = []
    /// The parameter of initializers; nil if they take none.
    var parameter: String?
    /// The initializers that get the parameter. A type without an initializer gets one.
    var takers: Set<SyntaxIdentifier> = []
    /// Other edits of the caller.
    var edits: [TextEdit] = []
    /// Whether only code on the caller's own actor can read what is stored.
    var isBound = false
    /// Whether what is stored is of the style's own, and not an instance.
    var isCarried = false
}
