import SeamKit

extension Reason {
    /// The caller has initializers in a branch of `#if`.
    static let branches = Reason(
        "branches",
        """
        The caller has initializers in a branch of `#if`.
        """,
        examples: [
            .triggers(
                """
                actor A {
                    #if DEBUG
                    init() {}
                    #endif
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                actor A {
                    init() {}
                    #if DEBUG
                    func g(initial: [Int]) -> String { .init("\\(initial)") }
                    #endif
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var branches: Check {
        Check(.branches) { recipient in
            recipient.owner.members.branches.contains { !$0.nodes(InitializerNode.self).isEmpty }
        }
    }
}
