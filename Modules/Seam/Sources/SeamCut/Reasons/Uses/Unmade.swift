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
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).threading(),
            .passes(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store { static let shared = Store(); var n = 0; func go() -> Int { n += 1; return n } }
                    """
            ).threading(),
        ]
    )
}

extension Check where Subject == ThreadNode {
    static var unmade: Check { Check(.unmade) { $0.calls.isEmpty } }
}
