import SeamKit

extension Reason {
    /// The caller takes no instance yet, so that nothing can be passed to it.
    static let uninjected = Reason(
        "uninjected",
        """
        The caller takes no instance yet, so nothing can be passed to it. Inject it first, or by hand where an
        [obstacle](#obstacles) is in the way.
        """,
        advice: "Run `seam cut` without --thread first, or give it an initializer that takes the instance.",
        examples: [
            .triggers(
                """
                struct A {
                    func f(_ old: Store?) {
                        let store = old ?? Store.shared
                        store.n = 1
                    }
                }
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

extension Check where Subject == ThreadedUse {
    static var uninjected: Check {
        Check(.uninjected) { !$0.isInjected && !$0.located.isInFile && !$0.located.context.isStatic }
    }
}

extension Check where Subject == RetiredUse {
    static var uninjected: Check {
        Check(.uninjected) { !$0.isAllowed && !$0.located.isInFile && !$0.located.context.isStatic }
    }
}
