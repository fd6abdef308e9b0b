import SwiftSyntax

/// Finds the first place that the parser had to repair.
final class ErrorFinder: SyntaxVisitor {
    private(set) var position: AbsolutePosition?

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if token.presence == .missing { note(token.position) }
        return .skipChildren
    }

    override func visit(_ node: UnexpectedNodesSyntax) -> SyntaxVisitorContinueKind {
        note(node.positionAfterSkippingLeadingTrivia)
        return .skipChildren
    }

    private func note(_ found: AbsolutePosition) {
        if position.map({ found < $0 }) ?? true { position = found }
    }
}
