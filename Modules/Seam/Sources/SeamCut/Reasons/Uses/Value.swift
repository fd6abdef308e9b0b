import SeamKit

extension Reason {
    /// The use changes a value in place, or may do so.
    static let value = Reason(
        "value",
        """
        The instance is a value in a variable, and the use changes it in place or may. A computed property gives a
        copy.
        """,
        advice: "Give the type a method that makes the change.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.shared.n = 1 } }
                """,
                store: """
                    private var one = Store()
                    struct Store { var n = 0
                    static var shared: Store { get { one } set { one = newValue } } }
                    """
            ),
            .passes(
                """
                struct A { func f() { print(Store.shared.n) } }
                """,
                store: """
                    private var one = Store()
                    struct Store { var n = 0
                    static var shared: Store { get { one } set { one = newValue } } }
                    """
            ),
        ]
    )
}

extension Check where Subject == Access {
    static var value: Check {
        Check(.value) { access in
            guard access.instance.isMutable, access.instance.isSameInCopies != true else { return false }
            switch access.use.kind {
            case .write: return true
            case .call: return !access.isNonMutating
            case .read: return false
            }
        }
    }
}

extension Access {
    /// Whether the tree declares the called member, and it changes nothing.
    fileprivate var isNonMutating: Bool {
        let members = index.parts(of: instance).flatMap(\.owner.memberDecls).filter {
            $0.declares(use.member)
        }
        return !members.isEmpty && !members.contains { $0.modifierList.says("mutating") }
    }
}
