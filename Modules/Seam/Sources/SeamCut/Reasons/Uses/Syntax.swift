import SeamKit

extension Reason {
    /// The file has a syntax error.
    static let syntax = Reason(
        "syntax",
        """
        The file has a syntax error.
        """,
        advice: "Fix the syntax error, and run again.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() }
                """
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == ParsedFile? {
    static var syntax: Check { Check(.syntax) { $0?.hasError == true } }
}
