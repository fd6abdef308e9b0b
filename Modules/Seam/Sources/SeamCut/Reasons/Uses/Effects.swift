import SeamKit

extension Reason {
    /// The accessor throws or is asynchronous.
    static let effects = Reason(
        "effects",
        """
        The accessor throws or is asynchronous.
        """,
        advice: "Get the instance once and pass it on.",
        examples: [
            .triggers(
                """
                struct A { func f() throws { try Store.shared().go() } }
                """,
                store: """
                    final class Store {
                        private static let one = Store()
                        static func shared() throws -> Store { one }
                        func go() {}
                    }
                    """
            ),
            .passes(
                """
                struct A { func f() { Store.shared().go() } }
                """,
                store: """
                    final class Store {
                        private static let one = Store()
                        static func shared() -> Store { one }
                        func go() {}
                    }
                    """
            ),
        ]
    )
}

extension Check where Subject == AccessorDeclaration {
    static var effects: Check { Check(.effects) { $0.hasEffects } }
}
