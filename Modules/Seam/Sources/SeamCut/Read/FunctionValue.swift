import SeamKit
import SwiftSyntax

/// How code uses a function, other than by calling it.
enum FunctionValue: Sendable {
    /// It only calls the function.
    case none
    /// It uses the function as a value whose type the place determines, so a second function with the name changes nothing.
    case typed
    /// It uses the function as a value, and the value has its type from the function.
    case untyped
}

/// Finds a static function that is used as a value, by its own name or as a member of its type.
struct FunctionValueFinder {
    let type: String
    let isInherited: Bool
    let file: ParsedFile

    func find(_ function: String) -> FunctionValue {
        let values = file.tokens(function).compactMap { $0.parent?.as(DeclReferenceExprSyntax.self) }
            .filter { $0.baseName.text == function }.map(value)
        return values.contains(.untyped) ? .untyped : values.contains(.typed) ? .typed : .none
    }

    private func value(_ node: DeclReferenceExprSyntax) -> FunctionValue {
        var expression = Syntax(node)
        if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
            // Members of a value are no statics, and those of another type are not this function.
            let base = member.base?.trimmedDescription ?? ""
            let isNear = ["self", "Self"].contains(base) || base.hasPrefix("type(of:")
            let isType = base.split(separator: ".").last?.first?.isUppercase == true
            guard isNear || isType else { return .none }
            expression = Syntax(member)
        } else if !isInside(node) {
            return .none
        }
        if let special = expression.parent?.as(GenericSpecializationExprSyntax.self) { expression = Syntax(special) }
        let isCalled = expression.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == expression.id
        guard node.argumentNames != nil || !isCalled else { return .none }
        let binding = expression.parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)
        let isUntyped = binding.map { $0.typeAnnotation == nil } ?? false
        return isUntyped && node.argumentNames == nil ? .untyped : .typed
    }

    /// Returns whether a name without a type before it stands in the type, or in a class that may inherit the function.
    private func isInside(_ node: DeclReferenceExprSyntax) -> Bool {
        // A function of a file can be named everywhere.
        if type.isEmpty { return true }
        var around = node.parent
        while let current = around {
            if isInherited, current.is(ClassDeclSyntax.self) { return true }
            if let named = DeclSyntax(current).flatMap(file.owner),
                named.name.split(separator: ".").contains(Substring(type))
            {
                return true
            }
            around = current.parent
        }
        return false
    }
}
