import SeamKit

/// The names of a type's members, with those that it inherits.
struct MemberNames: Sendable {
    private(set) var names: Set<String> = []
    /// Whether everything that the type inherits from is in the tree.
    private(set) var isComplete = true
    /// Whether the type is a structure or an enum, whose closures need no `self` before a member's name.
    private(set) var isOfValue = false
    /// Whether the type is a part of a user interface, whose framework stores what its closures hold.
    private(set) var isOfView = false

    private static let plain: Set<String> = [
        "Sendable", "AnyObject", "Codable", "Encodable", "Decodable", "Equatable", "Hashable", "Comparable", "Error",
    ]

    /// Names nothing.
    init() {}

    init(of owner: OwnerDecl, index: TypeIndex) {
        let kind = owner.kind == .extension ? index.type(owner.name)?.owner.kind : owner.kind
        isOfValue = kind == .struct || kind == .enum
        isOfView = kind == .struct && index.conforms(owner.name, to: Recipient.views)
        var seen: Set<String> = []
        var open = [owner.name]
        while let name = open.popLast() {
            guard seen.insert(name).inserted, !Self.plain.contains(name) else { continue }
            let declarations = index.exactParts(of: name)
            if declarations.allSatisfy({ $0.owner.kind == .extension }) { isComplete = false }
            names.formUnion(index.memberNames(of: name))
            open += declarations.flatMap(\.owner.inherited)
        }
    }
}
