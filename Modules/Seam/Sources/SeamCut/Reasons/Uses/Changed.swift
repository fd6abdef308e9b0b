import SeamKit

extension Reason {
    /// The file has changed since the map was created.
    static let changed = Reason(
        "changed",
        """
        The file isn't what the map was made from.
        """,
        advice: "Run again.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ).with(event: .changes),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == ParsedFile? {
    static var changed: Check { Check(.changed) { $0 == nil } }
}

extension Check where Subject == AccessorDeclaration {
    static var changed: Check { Check(.changed) { !$0.isFound } }
}
