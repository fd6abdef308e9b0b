import SeamKit

extension Reason {
    /// The command of `--verify` fails with the caller's edits.
    static let verify = Reason(
        "verify",
        """
        The command of `--verify` fails with the caller's edits. The message says why.
        """,
        advice: "See the message; rewrite the caller by hand, or change what it names.",
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ).with {
                let caller = CutPlan.Caller.ID(file: "App/Caller.swift", name: "A", property: "store")
                $0.excluding = [caller: "a test fails"]
            },
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == ChosenCaller {
    static var verify: Check { Check(.verify) { $0.message != nil } }
}
