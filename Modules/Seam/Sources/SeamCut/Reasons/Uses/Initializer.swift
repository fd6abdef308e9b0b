import SeamKit

extension Reason {
    /// The use is in an initializer, where `self` may not be fully initialized.
    static let initializer = Reason(
        "initializer",
        """
        The use is in an initializer before `self` is complete. Uses after the last stored property is set, or
        after `super.init`, read the instance's property.
        """,
        advice: "Move the use after the last stored property is set, or pass the instance in.",
        examples: [
            .triggers(
                """
                final class A {
                    let n: Int
                    init() {
                        Store.shared.go()
                        n = 1
                    }
                }
                """
            ).gathering(),
            .passes(
                """
                final class A {
                    let n: Int
                    init() {
                        n = 1
                        Store.shared.go()
                    }
                }
                """
            ).gathering(),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var initializer: Check {
        Check(.initializer) { access in
            guard case .initializer(let initializer) = access.access.context.member else { return false }
            return access.access.isInView || !access.isComplete(initializer)
        }
    }
}

extension InstanceAccess {
    /// Returns whether `self` is fully initialized where an initializer's body uses the singleton.
    fileprivate func isComplete(_ initializer: InitializerNode) -> Bool {
        guard let assigned = initializer.assigned(before: access.context.access.offset) else { return true }
        guard !initializer.modifierList.says("convenience"), owner.kind == .struct || owner.kind == .class else {
            return false
        }
        // A superclass has to be initialized too; a protocol doesn't.
        let hasSuperclass =
            owner.kind == .class
            && owner.inherited.contains { access.index.type($0, in: owner)?.owner.kind != .protocol }
        return !hasSuperclass && assigned.isSuperset(of: owner.variables.flatMap(\.uninitializedNames))
    }
}
