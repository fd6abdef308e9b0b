import SeamKit

extension Reason {
    /// The protocol can't have the member, or the use is about the instance itself.
    static let member = Reason(
        "member",
        """
        With `--protocol`: the protocol can't have the member, or the use is about the instance itself (it is
        passed, stored or compared), which has to be the type. The plan has a line for each such member. A
        protocol can't have members that are private, static, in a branch of `#if` or in an extension with
        conditions, that return `some` or `Self`, or whose type isn't written. It can't have members of an
        extension of another protocol either, nor those with an attribute that `seam` doesn't know. The reason is
        also given if the caller's module doesn't depend on the module of the protocol.
        """,
        advice: "Use the type for it: leave --protocol out, or see the message of the member.",
        examples: [
            .triggers(
                """
                final class A {
                    func f() -> Store {
                        Store.shared.go()
                        return Store.shared
                    }
                }
                """
            ).with { $0.protocolName = "Going" },
            .passes(
                """
                final class A { func f() { Store.shared.go() } }
                """
            ).with { $0.protocolName = "Going" },
        ]
    )
}

extension Check where Subject == PlacedUse {
    static var member: Check {
        Check(.member) { use in
            guard let choice = use.choice, use.candidate.reading != nil else { return false }
            let member = MemberUse(of: use.candidate.context.access)
            return !choice.isSeen(from: use.property.file, in: use.index)
                || member.map { !choice.members.contains($0.name) } ?? true
        }
    }
}
