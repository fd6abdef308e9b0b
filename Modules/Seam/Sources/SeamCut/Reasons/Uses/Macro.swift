import SeamKit

extension Reason {
    /// The use is in the arguments of a macro or an attribute, or a macro is attached to the caller.
    static let macro = Reason(
        "macro",
        """
        The use is in the arguments or the closure of a macro (`#Preview`), in those of an attribute, or a macro
        that isn't known is attached to the type: it may read all members.
        """,
        advice: "Read the instance into a constant before the macro.",
        examples: [
            .triggers(
                """
                struct A { func f() { #check(Store.shared) } }
                """
            ),
            .triggers(
                """
                @AutoInit struct A { func f() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                @Observable final class A { func f() { Store.shared.go() } }
                """
            ),
        ]
    )
}

extension Check where Subject == Access {
    static var macro: Check { Check(.macro) { $0.context.isInMacro || $0.owner.map($0.hasMacro) == true } }
}

extension Check where Subject == RetiredUse {
    static var macro: Check { Check(.macro) { $0.function != nil && $0.located.context.isInMacro } }
}

extension Access {
    /// Macros that read no accessor.
    static let harmless: Set<String> = [
        "Observable", "Model", "Suite", "Reducer", "DependencyClient", "UIApplicationMain", "NSApplicationMain",
        "ObservableState",
    ]

    /// Returns whether a macro that isn't known is attached to a type.
    fileprivate func hasMacro(_ owner: OwnerDecl) -> Bool {
        let primary = owner.kind == .extension ? index.declaration(of: owner)?.owner : nil
        return (owner.attributeNames + (primary?.attributeNames ?? [])).contains {
            index.mayAddCode($0, besides: Self.harmless)
        }
    }
}
