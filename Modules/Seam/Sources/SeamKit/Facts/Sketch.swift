/// What the bytes of a Swift file say without parsing it.
struct Sketch: Sendable {
    var hash = ContentHash()
    var lines = 0
    var bytes = 0
    var imports: [Import] = []
    var directives: [Directive] = []
    /// Whether the head of the file says that a program wrote it.
    var isGenerated = false
    /// The maximum number of tokens in one statement, and of open brackets: the depth of a recursive reader.
    var depth = 0
}

/// The kinds of nominal types.
enum TypeKind: UInt8, Sendable {
    case classType
    case actorType
    case structType
    case enumType
    case protocolType
    case extensionOf

    /// Whether two names can refer to one instance.
    var isReference: Bool { self == .classType || self == .actorType }
}
