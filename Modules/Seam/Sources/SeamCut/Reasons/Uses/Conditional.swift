import SeamKit

extension Reason {
    /// The use is in a branch of `#if`.
    static let conditional = Reason(
        "conditional",
        """
        The use is in a branch of `#if`, and the accessor may be missing in other configurations: it or its type
        is in a branch too, or the file doesn't import their modules outside of all branches. Frameworks other
        than Foundation may be missing on a platform.
        """,
        advice: "Rewrite each branch by hand.",
        examples: [
            .triggers(
                """
                struct A {
                    func f() {
                        #if DEBUG
                        Store.shared.go()
                        #endif
                    }
                }
                """,
                store: """
                    #if DEBUG
                    final class Store { static let shared = Store(); func go() {} }
                    #endif
                    """
            ),
            .passes(
                """
                struct A {
                    func f() {
                        #if DEBUG
                        Store.shared.go()
                        #endif
                    }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == Access {
    static var conditional: Check {
        Check(.conditional) { access in
            guard access.context.isConditional else { return false }
            // Every configuration of the file has to have the accessor and its type.
            let seen = access.file.imported.union([access.index.module(ofFile: access.file.path)])
            return access.instance.modules?.isSubset(of: seen) != true
        }
    }
}

extension Check where Subject == InstanceAccess {
    /// What a closure captures for one branch, it would also capture for the others.
    static var conditional: Check { Check(.conditional) { $0.access.context.isBranchInClosure } }
}

extension Check where Subject == RetiredUse {
    static var conditional: Check { Check(.conditional) { $0.function != nil && $0.located.context.isConditional } }
}
