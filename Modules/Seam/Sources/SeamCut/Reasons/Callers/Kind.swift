import SeamKit

extension Reason {
    /// The caller is an enum, an extension or a type in a function.
    static let kind = Reason(
        "kind",
        """
        The caller is an enum or a type in a function. An extension has this obstacle if its type is an enum,
        isn't in the tree, or may be in another module.
        """,
        examples: [
            .triggers(
                """
                enum A { case a; func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var kind: Check {
        Check(.kind) { ![.class, .actor, .struct].contains($0.owner.kind) || $0.owner.isLocal }
    }

    /// Another branch of `#if` has a type of the name.
    static var branchedKind: Check {
        Check(.kind) { recipient in
            recipient.owner.isConditional && recipient.declarations.count { $0.owner.kind != .extension } > 1
        }
    }
}

extension Check where Subject == WrappedRecipient {
    static var kind: Check { Check(.kind) { !$0.isFitting || $0.owner.isLocal || $0.owner.isConditional } }
}

extension Check where Subject == StorageSite {
    /// An extension's type isn't in its own module.
    static var kind: Check { Check(.kind) { $0.home == nil } }
}
