import SwiftSyntax

/// Finds a `self` that a closure captures strongly.
final class SelfFinder: SyntaxVisitor {
    private var found = false
    private let isMember: (String) -> Bool

    private init(isMember: @escaping (String) -> Bool) {
        self.isMember = isMember
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns whether a closure captures `self`, by its name or by that of a member.
    static func find(in closure: ClosureExprSyntax, isMember: @escaping (String) -> Bool) -> Bool {
        let finder = SelfFinder(isMember: isMember)
        finder.walk(closure.statements)
        return finder.found
    }

    /// Returns whether a local function captures `self`.
    static func find(in function: FunctionDeclSyntax) -> Bool {
        let finder = SelfFinder { _ in false }
        if let body = function.body { finder.walk(body) }
        return finder.found
    }

    /// Skips a closure with a capture list of its own, which may capture `self` in another way.
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        node.signature?.capture == nil ? .visitChildren : .skipChildren
    }

    /// Skips the branches of `#if`: where they aren't compiled, they capture nothing.
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.baseName.text
        let isOfOther = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
        if !found, name == "self" || !isOfOther && isMember(name) { found = true }
        return .skipChildren
    }
}
