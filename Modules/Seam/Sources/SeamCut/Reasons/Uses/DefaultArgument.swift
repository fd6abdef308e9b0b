import SeamKit

extension Reason {
    /// The use is in a default argument.
    static let defaultArgument = Reason(
        "default-argument",
        """
        A default argument can't use `self`. Make the parameter optional, and decide in the body. Those of public
        functions and types stay as they are. A default that is only the instance is [held](#held).
        """,
        advice: "Make the parameter optional and decide in the body.",
        examples: [
            .triggers(
                """
                public struct A { func f(_ n: Int = [Store.shared].count) {} }
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

extension Check where Subject == InstanceAccess {
    static var defaultArgument: Check {
        Check(.defaultArgument) { if case .defaultArgument = $0.access.context.member { true } else { false } }
    }
}

extension Check where Subject == StaticAccess {
    /// A default argument of a public function can't name what is private.
    static var defaultArgument: Check {
        Check(.defaultArgument) { access in
            guard case .defaultArgument = access.access.context.member else { return false }
            return access.access.context.memberDecl?.isVisibleOutside == true || access.owner.node.isVisibleOutside
        }
    }
}
