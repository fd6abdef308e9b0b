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
                enum Program { static func main() { Screen().show(); Store.reset() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                """,
                store: """
                    final class Store {
                        private static var one = Store()
                        static var shared: Store { one }
                        static func reset() { one = Store() }
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
                store: Example.counting
            ).threading(),
        ]
    )
}

extension Check where Subject == RetiredUse {
    static var replaced: Check {
        Check(.replaced) { use in
            !use.isStateless && use.instance.map { $0.isMutable || use.request.mayBeReplaced($0) } ?? false
        }
    }
}
