import SeamKit

extension Reason {
    /// The use is in code that is inlined into other modules.
    static let inlinable = Reason(
        "inlinable",
        """
        The body is inlined into other modules, where a private property isn't seen.
        """,
        advice: "Pass the instance as a parameter.",
        examples: [
            .triggers(
                """
                public struct A { @inlinable func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                public struct A { public func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Access {
    static var inlinable: Check {
        Check(.inlinable) { access in
            access.context.memberDecl?.attributeList.names.contains {
                ["inlinable", "_transparent", "_alwaysEmitIntoClient", "backDeployed"].contains($0)
            } == true
        }
    }
}
