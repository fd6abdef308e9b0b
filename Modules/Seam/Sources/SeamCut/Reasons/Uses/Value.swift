import SeamKit
import SwiftSyntax

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
            guard access.instance.isMutable, access.instance.isReference != true else { return false }
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
        let bare = instance.type.trimmingMarks
        let name = bare.hasPrefix("any ") ? String(bare.dropFirst(4)) : bare
        var isFound = false
        for decl in index.declarations(of: name).flatMap(\.owner.memberDecls) {
            if let function = decl.as(FunctionDeclSyntax.self), function.name.text == use.member {
                if function.modifiers.says("mutating") { return false }
                isFound = true
            } else if let variable = decl.as(VariableDeclSyntax.self) {
                isFound = isFound || variable.bindings.contains { $0.pattern.trimmedDescription == use.member }
            }
        }
        return isFound
    }
}
