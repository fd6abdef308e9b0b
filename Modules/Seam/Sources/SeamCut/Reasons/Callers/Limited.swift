import SeamKit

extension Reason {
    /// The instance isn't available everywhere the caller is, or its type is deprecated.
    static let limited = Reason(
        "limited",
        """
        The singleton isn't available everywhere the caller is, so the caller can't store it. Give the caller the
        same `@available`. Or the instance's type is deprecated: each place that names it would be one more
        warning.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    @available(macOS 20, *) final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                @available(macOS 20, *) final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    @available(macOS 20, *) final class Store { static let shared = Store(); func go() {} }
                    """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var limited: Check {
        Check(.limited) { recipient in
            let instance = recipient.instance
            let own = Availability(of: recipient.owner.node)
            return instance.isTypeDeprecated || !own.covers(instance.availability)
        }
    }
}

extension Check where Subject == PlacedCaller {
    /// The property itself has to be limited.
    static var limited: Check { Check(.limited) { !$0.property.place.attributes.isEmpty } }
}

extension Check where Subject == CarriedInstance {
    static var limited: Check {
        Check(.limited) { !$0.instance.availability.isUnlimited || $0.instance.isTypeDeprecated }
    }
}
