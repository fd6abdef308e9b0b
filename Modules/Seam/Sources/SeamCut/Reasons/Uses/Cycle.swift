extension Reason {
    /// The callers make each other, and no root makes any of them.
    static let cycle = Reason(
        "cycle",
        """
        The callers make each other, and no root makes any of them.
        """,
        advice: "Name the type that is made first in `roots` of seam.yml.",
        examples: [
            .triggers(
                """
                final class A { func f() { print(Store.shared.go()); B().f() } }
                final class B { func f() { A().f() } }
                """,
                store: Example.counting
            ).threading(),
            .passes(
                """
                enum Program { static func main() { A().f() } }
                final class A { func f() { print(Store.shared.go()); B().f() } }
                final class B { func f() { A().f() } }
                """,
                store: Example.counting
            ).threading(),
        ]
    )
}

extension Check where Subject == ThreadNode {
    static var cycle: Check { Check(.cycle) { !$0.isReached } }
}
