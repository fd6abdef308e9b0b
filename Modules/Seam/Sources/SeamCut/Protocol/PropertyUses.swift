import SeamKit

/// How a type's code uses one of its properties.
struct PropertyUses {
    /// The expressions that are the property.
    let expressions: [ExpressionNode]
    /// The uses; nil for one in which the property itself is the value.
    var uses: [MemberUse?] { expressions.map { MemberUse(of: $0) } }

    /// Finds the uses of the property `name` in `parts` of its type.
    init(of name: String, in parts: [OwnerDecl]) {
        expressions = parts.flatMap { $0.members.reads(of: name) }
    }
}
