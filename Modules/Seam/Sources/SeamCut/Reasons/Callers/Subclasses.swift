import SeamKit

extension Reason {
    /// The caller has subclasses, or may have some elsewhere.
    static let subclasses = Reason(
        "subclasses",
        """
        The caller has subclasses in the tree, or is `open`. A subclass may override the initializer.
        """,
        examples: [
            .triggers(
                """
                @Observable class A { func f() { Store.shared.go() } }
                final class B: A {}
                """
            ),
            .passes(
                """
                @Observable final class A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var subclasses: Check {
        Check(.subclasses) { recipient in
            let owner = recipient.owner
            if owner.hasModifier("open") { return true }
            // Where each call is to pass the instance, those of subclasses are known.
            return recipient.form != .required && owner.kind == .class && !owner.hasModifier("final")
                && recipient.index.isInherited(owner)
        }
    }
}
