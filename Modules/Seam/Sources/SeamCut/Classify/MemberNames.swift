import SeamKit

/// The names of a type's members, with those that it inherits.
struct MemberNames: Sendable {
    private(set) var names: Set<String> = []
    /// The names of functions and properties of instances among them.
    private(set) var ofInstances: Set<String> = []
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

    init(of owner: OwnerDecl, index: CodeTree) {
        defer { ofInstances.formIntersection(names) }
        let kind = index.declaration(of: owner)?.owner.kind ?? owner.kind
        isOfValue = kind == .struct || kind == .enum
        isOfView = kind == .struct && index.conforms(owner, to: Recipient.views)
        var seen: Set<CodeTree.TypeID> = []
        var open = [(owner.name, index.parts(of: owner))]
        var isOwn = true
        while let (name, parts) = open.popLast() {
            // What is only extended here is declared elsewhere, with other members.
            if parts.allSatisfy({ $0.owner.kind == .extension }), !Self.plain.contains(name) { isComplete = false }
            names.formUnion(parts.flatMap { isOwn ? $0.owner.memberNames : $0.owner.inheritedNames })
            let members = parts.flatMap(\.owner.memberDecls).filter { member in
                (member.function != nil || member.property != nil) && !member.modifierList.says("static", "class")
            }
            ofInstances.formUnion(members.flatMap(\.declaredNames))
            isOwn = false
            for (name, type) in index.inheritance(of: parts) {
                if let type, !seen.insert(type).inserted { continue }
                open.append((name, type.map(index.parts) ?? []))
            }
        }
    }
}
