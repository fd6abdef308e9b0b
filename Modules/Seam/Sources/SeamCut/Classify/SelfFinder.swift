import SeamKit
import SwiftSyntax

/// Finds a `self` that a closure captures strongly.
enum SelfFinder {
    /// Returns whether a closure captures `self`, by its name or by that of a member.
    static func find(in closure: ClosureExprSyntax, isMember: @escaping (String) -> Bool) -> Bool {
        find(in: closure.statements, isMember)
    }

    /// Returns whether a local function captures `self`.
    static func find(in function: FunctionDeclSyntax) -> Bool {
        function.body.map { find(in: $0) { _ in false } } ?? false
    }

    private static func find(in code: some SyntaxProtocol, _ isMember: @escaping (String) -> Bool) -> Bool {
        var found = false
        code.walk { node in
            switch node.kind {
            // A closure with a capture list of its own may capture `self` in another way.
            case .closureExpr: return node.as(ClosureExprSyntax.self)?.signature?.capture == nil
            // Where the branches of `#if` aren't compiled, they capture nothing.
            case .ifConfigDecl, .classDecl, .structDecl, .enumDecl: return false
            default: break
            }
            guard !found, let reference = node.as(DeclReferenceExprSyntax.self) else { return !found }
            let name = reference.baseName.text
            let isOfOther = reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
            found = name == "self" || !isOfOther && isMember(name)
            return false
        }
        return found
    }
}
