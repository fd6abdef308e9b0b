import SeamKit

extension Reason {
    /// The instance can't be stored in the caller, which is isolated or `Sendable`.
    static let storage = Reason(
        "storage",
        """
        The maker is `Sendable`, or reads the instance that it would pass on outside of its own actor, and the instance isn't
        `Sendable`.
        """,
        examples: [
            .triggers(
                """
                import Dependencies
                final class A: Sendable { func f() { Store.shared.go() } }
                """,
                store: Example.sendable
            ).with { $0.style = .dependency },
            .passes(
                """
                import Dependencies
                final class A { func f() { Store.shared.go() } }
                """,
                store: Example.sendable
            ).with { $0.style = .dependency },
        ]
    )
}

extension Check where Subject == Recipient {
    static var storage: Check {
        Check(.storage) { recipient in
            // What is isolated may store it, as long as it reads it on its own actor.
            recipient.form == .required && recipient.isSendable && !recipient.isIsolated
                && !recipient.instance.isSendable
        }
    }
}

extension Check where Subject == WrappedRecipient {
    /// A wrapped property is a variable.
    static var storage: Check {
        Check(.storage) { recipient in
            recipient.owner.kind == .class && recipient.index.conforms(recipient.owner, to: ["Sendable"])
                && recipient.isolation == .nonisolated
        }
    }
}
