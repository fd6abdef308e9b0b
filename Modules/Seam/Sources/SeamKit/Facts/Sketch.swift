/// What the bytes of a Swift file say without parsing it.
struct Sketch: Sendable {
    var hash = ContentHash()
    var lines = 0
    var bytes = 0
    var imports: [Import] = []
    var directives: [Directive] = []
    /// Whether the head of the file says that a program wrote it.
    var isGenerated = false
    /// The maximum number of tokens in one statement: the depth of a recursive reader. `Int.max` if too much is open at one place.
    var depth = 0

    /// Whether the file exceeds a limit of `SourceLimits`, and is not parsed.
    var isTooDeep: Bool { depth > SourceLimits.chain }
}

/// The kinds of nominal types.
package enum TypeKind: UInt8, Sendable {
    case classType
    case actorType
    case structType
    case enumType
    case protocolType
    case extensionOf

    /// Whether two names can refer to one instance.
    var isReference: Bool { self == .classType || self == .actorType }
}
