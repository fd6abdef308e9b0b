import SeamKit

extension Reason {
    /// The caller is an enum, an extension or a type in a function.
    static let kind = Reason(
        "kind",
        """
        The caller is an enum or a type in a function. An extension has this obstacle if its type is an enum,
        isn't in the tree, or may be in another module. So has a cell of AppKit (`NSCell`): its copies share what it
        stores without retaining it.
        """,
        examples: [
            .triggers(
                """
                enum A { case a; func f() { Store.shared.go() } }
                """
            ),
            .triggers(
                """
                final class A: NSTextFieldCell { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                final class A: NSTableCellView { func f() { Store.shared.go() } }
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
        Check(.kind) { recipient in
            let owner = recipient.owner
            return ![.class, .actor, .struct].contains(owner.kind) || owner.isLocal
                || ([owner] + recipient.index.superclasses(of: owner)).compactMap(\.inherited.first).contains { name in
                    name.hasPrefix("NS") && name.hasSuffix("Cell")
                }
        }
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
