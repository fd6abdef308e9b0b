import SeamKit

extension Reason {
    /// A source that can't be read whole may have to do with the caller.
    static let unread = Reason(
        "unread",
        """
        A source that can't be read whole says the caller's name, or declares or extends something that the caller
        inherits from. It may have a subclass of the caller, a conformance, or its initializer as a value, and then
        a change may be wrong. While there is such a source, uses in functions and variables outside of types have
        this reason, too.
        """,
        advice: "Repair the source that can't be read whole, and run again.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ).with(files: ["App/Broken.swift": "extension A { func g( {"]),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ).with(files: ["App/Broken.swift": "extension Other { func g( {"]),
        ]
    )
}

extension Check where Subject == LocatedUse {
    static var unread: Check { Check(.unread) { $0.request.index.mayConcernUnread($0.context.owner) } }
}

extension Check where Subject == Access {
    /// The instance's type may be another one of the name.
    static var unread: Check {
        Check(.unread) { $0.index.sources.unread.declares($0.instance.typeName.lastName) }
    }
}
