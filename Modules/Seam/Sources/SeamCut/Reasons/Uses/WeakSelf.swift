import SeamKit

extension Reason {
    /// `self` is weak in the closure around the use.
    static let weakSelf = Reason(
        "weak-self",
        """
        `self` is weak in the closure. `self?.account.name()` would skip the call once the caller is gone. Uses
        after `guard let self` read the instance's property.
        """,
        advice: "Unwrap self first, or capture the property beside it.",
        examples: [
            .triggers(
                """
                final class A {
                    var run: (() -> Void)?
                    func f() { run = { [weak self] in self?.g(); Store.shared.go() } }
                    func g() {}
                }
                """,
                store: Example.logging
            ).gathering(),
            .passes(
                """
                final class A {
                    var run: (() -> Void)?
                    func f() {
                        run = { [weak self] in
                            guard let self else { return }
                            self.g()
                            Store.shared.go()
                        }
                    }
                    func g() {}
                }
                """,
                store: Example.logging
            ).gathering(),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var weakSelf: Check {
        Check(.weakSelf) { $0.closures.isForWeak && $0.closures.isEarly && !$0.isQuiet }
    }
}
