package import SwiftSyntax

/// How code uses a member of the instance.
package struct MemberUse: Sendable {
    /// The member's base name; `subscript` for `instance[...]`.
    package var name: String
    /// The number of arguments of a call, with trailing closures; nil if the member isn't called.
    package var arguments: Int?
    /// The call of a method on the member's value, which may change the value in place.
    package var method: String?
    /// Whether the member is assigned or passed `inout`.
    package var isAssigned = false

    /// Reads what stands behind an expression for the instance; nil if the instance itself is the value.
    package init?(of access: ExprSyntax) {
        guard let parent = access.parent else { return nil }
        if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == access.id {
            name = member.declName.baseName.text.withoutBackticks
            if let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id {
                arguments = call.arguments.count + call.closureCount
                return
            }
            follow(ExprSyntax(member))
        } else if let call = parent.as(SubscriptCallExprSyntax.self), call.calledExpression.id == access.id {
            // A key path needs the type.
            if call.arguments.first?.label?.text == "keyPath" { return nil }
            name = "subscript"
            arguments = call.arguments.count
            follow(ExprSyntax(call))
        } else {
            return nil
        }
    }

    /// Follows the members of a value up to what happens to it.
    private mutating func follow(_ value: ExprSyntax) {
        var value = value
        while let parent = value.parent {
            if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == value.id {
                if let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id {
                    method = member.declName.baseName.text
                    return
                }
                value = ExprSyntax(member)
            } else if let call = parent.as(SubscriptCallExprSyntax.self), call.calledExpression.id == value.id {
                value = ExprSyntax(call)
            } else if parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self),
                let next = parent.as(ExprSyntax.self)
            {
                value = next
            } else {
                isAssigned = parent.is(InOutExprSyntax.self) || value.isAssigned
                return
            }
        }
    }

    /// Methods of the standard library that change no value.
    private static let harmless: Set<String> = [
        "map", "compactMap", "flatMap", "filter", "forEach", "reduce", "sorted", "contains", "first", "firstIndex",
        "last", "lastIndex", "allSatisfy", "min", "max", "prefix", "suffix", "dropFirst", "dropLast", "joined", "split",
        "enumerated", "reversed", "hasPrefix", "hasSuffix", "lowercased", "uppercased", "mapValues", "index",
        "elementsEqual",
        "isEmpty", "count", "union", "intersection", "subtracting", "isSubset", "components", "trimmingCharacters",
    ]

    /// Whether the member's value may be changed in place, if it is a value.
    package var mayChangeValue: Bool { isAssigned || method.map { !Self.harmless.contains($0) } ?? false }
}

extension SyntaxProtocol {
    /// Returns the expressions in it that are a member of `self` with this name.
    package func reads(of name: String) -> [ExprSyntax] {
        nodes(DeclReferenceExprSyntax.self).compactMap { node in
            // A capture gives the closure the property under the same name.
            guard node.baseName.text == name, node.parent?.is(ClosureCaptureSyntax.self) != true else { return nil }
            guard let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id else {
                return ExprSyntax(node)
            }
            return ["self", "self?", "self!"].contains(member.base?.code) ? ExprSyntax(member) : nil
        }
    }
}
