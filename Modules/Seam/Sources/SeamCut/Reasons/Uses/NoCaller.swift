import SeamKit

extension Reason {
    /// The use is not inside a type.
    static let noCaller = Reason(
        "no-caller",
        """
        The use is in a statement outside of types and functions, or in a function of a file with such statements.
        Uses in other functions that belong to no type read a property of the file instead, and then this is the
        reason that the plan has as `static`.
        """,
        advice: "Move the code into a function of another file, or into a type.",
        examples: [
            .triggers(
                """
                Store.shared.go()
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

extension Check where Subject == Access {
    static var noCaller: Check {
        Check(.noCaller) { access in
            guard let owner = access.owner else { return true }
            if case .none = access.context.member { return true }
            return owner.kind == .file && access.file.isScript
        }
    }
}

extension Check where Subject == InstanceAccess {
    /// A function of a file has no instance around it.
    static var noCaller: Check { Check(.noCaller) { $0.access.context.isStatic && $0.owner.kind == .file } }
}

extension Check where Subject == ThreadedUse {
    static var noCaller: Check { Check(.noCaller) { !$0.isInjected && $0.located.isInFile } }
}

extension Check where Subject == RetiredUse {
    static var noCaller: Check { Check(.noCaller) { !$0.isAllowed && $0.located.isInFile } }
}

extension LocatedUse {
    /// Whether the use is in a function or variable of a file.
    var isInFile: Bool { context.owner?.kind == .file }
}
