/// What the bytes of a Swift file say without parsing it: enough to decide whether parsing it can matter.
///
/// Every name is kept as a hash of 32 bits. Two names with one hash cost a needless parse and nothing else.
struct Sketch: Sendable {
    /// A declaration that may be a singleton: a static of a type, or a global.
    struct Slot: Sendable {
        /// Hash of the name of the type around it; 0 at top level.
        var owner: UInt32
        /// Hashes of the names with a capital letter in its declaration.
        var types: [UInt32]
        /// Whether its declaration says `Self` or the name of the type around it.
        var isOwnType: Bool
        /// A stored variable.
        var isVariable: Bool = false
    }

    /// A type or extension.
    struct Declaration: Sendable {
        var name: UInt32
        var kind: TypeKind
    }

    /// Whether it has no names, imports and directives yet, and every declaration that there may be: those in
    /// comments too.
    var isOutline = false
    var hash = ContentHash()
    var lines = 0
    var bytes = 0
    /// Distinct hashes of all identifiers in code, sorted.
    var identifiers: [UInt32] = []
    var imports: [Import] = []
    var directives: [Directive] = []
    var slots: [Slot] = []
    var declarations: [Declaration] = []
    /// Whether an identifier starts with `shared`.
    var saysShared = false
    /// Whether the head of the file says that a program wrote it.
    var isGenerated = false
    /// The most tokens in one statement, and the most that are open at once: what a recursive reader goes down.
    var depth = 0

    /// Whether the file has one of these identifiers in code.
    func mentions(anyOf names: Set<UInt32>) -> Bool {
        // Searching for one name takes about as many steps as this file's names have binary digits.
        names.count < identifiers.count / 8
            ? names.contains { mentions($0) } : identifiers.contains { names.contains($0) }
    }

    /// Whether the file declares or extends a type of one of these names.
    func declares(anyOf names: Set<UInt32>) -> Bool { declarations.contains { names.contains($0.name) } }

    /// Whether the file has this identifier in code.
    func mentions(_ name: UInt32) -> Bool {
        var low = 0
        var high = identifiers.count
        while low < high {
            let middle = (low + high) / 2
            if identifiers[middle] < name { low = middle + 1 } else { high = middle }
        }
        return low < identifiers.count && identifiers[low] == name
    }
}

/// The kinds of nominal types.
enum TypeKind: UInt8, Sendable {
    case classType
    case actorType
    case structType
    case enumType
    case protocolType
    case extensionOf

    /// Whether two names can stand for one instance.
    var isReference: Bool { self == .classType || self == .actorType }
}

/// The hash under which a name is kept in a sketch (FNV-1a, 32 bits).
func nameHash(_ name: some StringProtocol) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
}
