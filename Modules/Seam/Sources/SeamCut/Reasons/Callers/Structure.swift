extension Reason {
    /// The caller is a structure that is no part of a user interface.
    static let structure = Reason(
        "struct",
        """
        The caller is a structure that is no part of a user interface. What `print` shows of it has one more
        property after injecting, and a size is larger by a reference. If nobody reads either, use `--structs`.
        """,
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ).with { $0.includesStructs = true },
        ]
    )
}

extension Check where Subject == Recipient {
    static var structure: Check {
        Check(.structure) { recipient in
            // `print` shows a property that is there as before.
            let isThere = recipient.existing != nil && !recipient.isMemberwise
            return recipient.isValue && !isThere && !recipient.request.options.includesStructs
        }
    }
}
