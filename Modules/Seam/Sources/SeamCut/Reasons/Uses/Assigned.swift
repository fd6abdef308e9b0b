import SeamKit
import SwiftSyntax

extension Reason {
    /// The use replaces the instance.
    static let assigned = Reason(
        "assigned",
        """
        The use replaces the instance (`X.shared = ...`, `&X.shared`). Whoever owns the instance does that.
        """,
        advice: "Decide who owns the instance; assigning it stays at the composition root.",
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared = Store() } }
                """,
                store: """
                    final class Store { static var shared = Store(); var n = 0; func go() { n += 1 } }
                    """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.n = 1 } }
                """,
                store: """
                    final class Store { static var shared = Store(); var n = 0; func go() { n += 1 } }
                    """
            ),
        ]
    )
}

extension Check where Subject == Access {
    static var assigned: Check { Check(.assigned) { $0.context.access.isAssigned } }
}

extension ExprSyntax {
    /// Whether the expression is assigned or passed `inout`.
    var isAssigned: Bool {
        guard let parent else { return false }
        if parent.is(InOutExprSyntax.self) { return true }
        guard let list = parent.as(ExprListSyntax.self), let position = list.index(of: self) else { return false }
        let next = list.index(after: position)
        guard next < list.endIndex else { return false }
        if list[next].is(AssignmentExprSyntax.self) { return true }
        guard let binary = list[next].as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
        return binary.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(binary)
    }
}
