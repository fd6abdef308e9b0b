import SeamKit

extension Reason {
    /// A stored property would be visible to reflection.
    static let reflection = Reason(
        "reflection",
        """
        A file that names the caller uses `dump` or `Mirror`. For a structure, `MemoryLayout` and `unsafeBitCast`
        count too.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                func g(_ a: A) { dump(a) }
                """
            ),
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                func g(_ a: A) { print(a) }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var reflection: Check {
        Check(.reflection) { recipient in
            let name = recipient.owner.simpleName
            return recipient.index.sources.isReflected(name)
                || recipient.isValue && recipient.index.sources.isMeasured(name)
        }
    }
}

extension Check where Subject == WrappedRecipient {
    static var reflection: Check { Check(.reflection) { $0.index.sources.isReflected($0.owner.simpleName) } }
}
