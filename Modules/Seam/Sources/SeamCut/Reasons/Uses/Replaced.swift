extension Reason {
    /// The accessor can give another instance later.
    static let replaced = Reason(
        "replaced",
        """
        The accessor can give another instance later. A caller that holds the first one would miss that.
        """,
        advice: "Decide who owns the instance, and make the accessor a constant.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store {
                        private static let one = Store()
                        static var shared: Store { one }
                        var n = 0
                        func go() -> Int { n += 1; return n }
                    }
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

extension Check where Subject == InjectedType {
    static var replaced: Check { Check(.replaced) { $0.isMutable || !$0.isStored } }
}

extension Check where Subject == RetiredUse {
    static var replaced: Check { Check(.replaced) { $0.instance.map { $0.isMutable || !$0.isStored } ?? false } }
}
