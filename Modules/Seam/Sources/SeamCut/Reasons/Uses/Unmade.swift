extension Reason {
    /// Nothing in the sources makes the caller.
    static let unmade = Reason(
        "unmade",
        """
        No call in the sources makes the caller. The system may make it, from a storyboard for example.
        """,
        advice: "If the system makes it, leave it; else remove it.",
        examples: [
            .triggers(
                """
                final class Screen { func show() { print(Store.shared.go()) } }
                """,
                store: Example.counting
            ).threading(),
            .passes(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                """,
                store: Example.counting
            ).threading(),
        ]
    )
}

extension Check where Subject == ThreadNode {
    static var unmade: Check { Check(.unmade) { $0.calls.isEmpty && !$0.isCalledOutside } }
}
