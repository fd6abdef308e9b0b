import SeamKit

extension Reason {
    /// The file is read through a link.
    static let linked = Reason(
        "linked",
        """
        The file is read through a link that leads to it. Sources are read through links as a build does, and
        never written through them: run `seam` in the tree that has the file.
        """,
        advice: "Run seam in the tree that has the file; seam doesn't write through links.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ).with(event: .isLink),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == ParsedFile? {
    static var linked: Check { Check(.linked) { $0?.isLinked == true } }
}
