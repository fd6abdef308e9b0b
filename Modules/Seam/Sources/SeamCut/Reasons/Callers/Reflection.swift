import SeamKit

extension Reason {
    /// A stored property would be visible to reflection.
    static let reflection = Reason(
        "reflection",
        """
        A file that names the caller uses `dump`, or a `Mirror` for more than values by their names
        (`mirror.descendant("title")`). For a structure, `MemoryLayout` and `unsafeBitCast` count too.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                func g(_ a: A) { dump(a) }
                """
            ),
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                func g(_ a: A) -> Int { let mirror = Mirror(reflecting: a); return mirror.children.count }
                """
            ),
            .passes(
                """
                final class A { let n = 1; func f() { Store.shared.go() } }
                func g(_ a: A) -> Any? { let mirror = Mirror(reflecting: a); return mirror.descendant("n") }
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
