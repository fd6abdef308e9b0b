package import SwiftSyntax

extension SyntaxProtocol {
    /// Visits the node and everything in it, from the outside to the inside.
    ///
    /// - Parameter enter: returns whether what is in a node is visited too.
    package func walk(_ viewMode: SyntaxTreeViewMode = .sourceAccurate, entering enter: @escaping (Syntax) -> Bool) {
        Walker(viewMode: viewMode, enter: enter).walk(self)
    }

    /// Returns the nodes of a kind in this one, from the outside to the inside.
    package func nodes<Node: SyntaxProtocol>(_: Node.Type) -> [Node] {
        var found: [Node] = []
        walk { node in
            if let node = node.as(Node.self) { found.append(node) }
            return true
        }
        return found
    }

    /// The first place that the parser had to repair.
    var errorPosition: AbsolutePosition? {
        var found: AbsolutePosition?
        func note(_ position: AbsolutePosition) { found = found.map { min($0, position) } ?? position }
        walk(.all) { node in
            if let token = node.as(TokenSyntax.self) {
                if token.presence == .missing { note(token.position) }
            } else if node.is(UnexpectedNodesSyntax.self) {
                note(node.positionAfterSkippingLeadingTrivia)
            } else {
                return true
            }
            return false
        }
        return found
    }
}

private final class Walker: SyntaxAnyVisitor {
    private let enter: (Syntax) -> Bool

    init(viewMode: SyntaxTreeViewMode, enter: @escaping (Syntax) -> Bool) {
        self.enter = enter
        super.init(viewMode: viewMode)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind { enter(node) ? .visitChildren : .skipChildren }
}
