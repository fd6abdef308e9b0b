import SeamKit

extension Reason {
    /// The map knows the use by name only.
    static let byName = Reason(
        "by-name",
        """
        The map knows the accessor by name only: its declaration isn't in the tree, or there are several that
        may be meant. Check what it means.
        """,
        advice: "Check that the name means this singleton, and rewrite it by hand.",
        examples: [
            .triggers(
                """
                func g(_ store: Store) {}
                func g(_ other: Other) {}
                struct A { func f() { g(.shared) } }
                """,
                store: """
                    public final class Store { public static let shared = Store(); public func go() {} }
                    struct Other { static let shared = Other() }
                    """
            ),
            .passes(
                """
                func g(_ store: Store) {}
                struct A { func f() { g(.shared) } }
                """
            ),
        ]
    )
}

extension Check where Subject == Use {
    static var byName: Check { Check(.byName) { $0.certainty == .byName } }
}
