import SeamKit

extension Reason {
    /// A closure would read the accessor earlier than before.
    static let earlyRead = Reason(
        "early-read",
        """
        A closure would have to capture the property, and so read the accessor when it is made and not when it
        runs. That would make the instance earlier, or miss its replacement. On Linux an instance that is made
        while it is being made stops the process without a message. Capture the property by hand if that can't
        happen.
        """,
        advice: "Capture the property by hand if reading it when the closure is made is fine.",
        examples: [
            .triggers(
                """
                final class A {
                    var run: (() -> Void)?
                    func f() { run = { Store.shared.go() } }
                }
                """,
                store: Example.logging
            ).gathering(),
            .passes(
                """
                final class A {
                    var run: (() -> Void)?
                    func f() { run = { self.g(); Store.shared.go() } }
                    func g() {}
                }
                """,
                store: Example.logging
            ).gathering(),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var earlyRead: Check {
        Check(.earlyRead) { access in
            let closures = access.closures
            return !closures.isForWeak && (closures.isBarred || closures.isEarly && !access.isQuiet)
        }
    }
}
