import SeamKit

extension Reason {
    /// The use is in a static member.
    static let staticMember = Reason(
        "static",
        """
        The use is in a static member. Make the member an instance member, or give it a parameter. `--thread` and
        `seam retire` leave all uses of static properties with this reason.
        """,
        advice: "Make the member an instance member, or give it a parameter.",
        examples: [
            .triggers(
                """
                struct A { static var n: Int { Store.shared.go(); return 1 } }
                """
            ).gathering(),
            .passes(
                """
                struct A { func f() { Store.shared.go() } }
                """
            ).gathering(),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var staticMember: Check { Check(.staticMember) { $0.access.context.isStatic && $0.owner.kind != .file } }
}

extension Check where Subject == ThreadedUse {
    static var staticMember: Check {
        Check(.staticMember) { !$0.isInjected && !$0.located.isInFile && $0.located.context.isStatic }
    }
}

extension Check where Subject == RetiredUse {
    static var staticMember: Check {
        Check(.staticMember) { !$0.isAllowed && !$0.located.isInFile && $0.located.context.isStatic }
    }

    /// An enum or an extension can't store the instance that a root makes.
    static var staticHome: Check {
        Check(.staticMember) { use in
            guard use.function == nil else { return false }
            return use.owner.map { $0.kind == .extension || $0.kind == .enum } ?? true
        }
    }
}
