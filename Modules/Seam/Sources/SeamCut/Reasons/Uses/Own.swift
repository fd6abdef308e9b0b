import SeamKit

extension Reason {
    /// The use is in the singleton's own code.
    static let own = Reason(
        "own",
        """
        The use is in the singleton's own code. A property there could give another instance than `self`.
        """,
        advice: "Use self, or leave it.",
        examples: [
            .triggers(
                """
                extension Store { static func f() { Self.shared.go() } }
                """
            ),
            .triggers(
                """
                extension Store { struct A { func f() { Store.shared.go() } } }
                """
            ),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                extension Store { func g() {} }
                """
            ),
        ]
    )
}

extension Check where Subject == OtherAccess {
    static var own: Check { Check(.own) { $0.owner?.belongs(to: $0.singleton) == true } }
}

extension Check where Subject == Access {
    static var own: Check {
        Check(.own) { access in
            guard let owner = access.owner else { return false }
            // A static property of the instance's own type would be one more accessor.
            if owner.name == access.instance.typeName, !access.instance.isProtocol { return true }
            return owner.belongs(to: access.request.singleton)
        }
    }
}

extension Check where Subject == RetiredUse {
    static var own: Check { Check(.own) { !$0.isAllowed && $0.owner?.name == $0.request.singleton.name } }
}
