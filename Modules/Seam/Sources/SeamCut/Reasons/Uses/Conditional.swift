import SeamKit

extension Reason {
    /// The use is in a branch of `#if`.
    static let conditional = Reason(
        "conditional",
        """
        The use is in a branch of `#if`, and the accessor may be missing in other configurations: it or its type
        is in a branch too, or the file doesn't import their modules outside of all branches. Frameworks other
        than Foundation may be missing on a platform. Another use in the same type, outside of all branches,
        shows that the accessor is there.
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
            .triggers(
                """
                struct A {
                    func f() {
                        #if DEBUG
                        Store.shared.go()
                        #endif
                    }
                }
                struct B {
                    #if DEBUG
                    func f() { Store.shared.go() }
                    #endif
                }
                """,
                store: inBranches
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
            .passes(
                """
                struct A {
                    func f() { Store.shared.go() }
                    #if DEBUG
                    func g() { Store.shared.go() }
                    #endif
                }
                """,
                store: inBranches
            ),
        ]
    )

    /// A singleton that each configuration has.
    private static let inBranches = """
        #if DEBUG
        final class Store { static let shared = Store(); func go() { print(1) } }
        #else
        final class Store { static let shared = Store(); func go() {} }
        #endif
        """
}

extension Check where Subject == Access {
    static var conditional: Check {
        Check(.conditional) { access in
            guard access.context.isConditional else { return false }
            // Every configuration of the file has to have the accessor and its type.
            let seen = access.seenModules
            return access.instance.modules?.isSubset(of: seen) != true && !access.isUsedInAllBranches
        }
    }
}

extension Access {
    /// The modules that every configuration of the file sees.
    fileprivate var seenModules: Set<String> {
        let seen = file.imported.union([index.module(ofFile: file.path)])
        return seen.isDisjoint(with: FileImports.withFoundation) ? seen : seen.union(["Foundation"])
    }

    /// Whether the type also has a use outside of all branches.
    fileprivate var isUsedInAllBranches: Bool {
        request.uses.contains { other in
            guard other.file == file.path, other != use,
                let context = UseContext(other, of: request.singleton, in: file)
            else { return false }
            return !context.isConditional && context.accessor == self.context.accessor && context.owner == owner
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
