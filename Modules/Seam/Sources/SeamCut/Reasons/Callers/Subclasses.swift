import SeamKit

extension Reason {
    /// The caller has subclasses, or may have some elsewhere.
    static let subclasses = Reason(
        "subclasses",
        """
        The caller is `open` and has an initializer that other modules see, or it has subclasses in the tree that
        override an initializer or have one with the new label.
        """,
        examples: [
            .triggers(
                """
                @Observable class A { func f() { Store.shared.go() } }
                final class B: A { override init() {} }
                """
            ),
            .passes(
                """
                @Observable class A { func f() { Store.shared.go() } }
                final class B: A {}
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var subclasses: Check {
        Check(.subclasses) { recipient in
            let owner = recipient.owner
            if owner.hasModifier("open"), recipient.mayHaveOthersBelow { return true }
            // Where each call is to pass the instance, those of subclasses are known.
            guard recipient.form != .required, owner.kind == .class, !owner.hasModifier("final"),
                recipient.index.isInherited(owner)
            else { return false }
            return !recipient.isOfDefaultsBelow
        }
    }
}

extension Recipient {
    /// Whether code elsewhere can inherit from an `open` class: some initializer is seen there, and doesn't only end the process.
    fileprivate var mayHaveOthersBelow: Bool {
        let all = index.parts(of: owner).flatMap(\.owner.initializers)
        return all.isEmpty || all.contains { $0.isVisibleOutside && !$0.endsProcess }
    }

    /// Whether subclasses neither override an initializer nor have one with the new label: what they call and inherit has a default.
    fileprivate var isOfDefaultsBelow: Bool {
        let below = index.lastNames.relatives(of: owner.simpleName).names.subtracting([owner.simpleName])
        let initializers = below.flatMap(index.lastNames.declarations).flatMap(\.owner.initializers)
        return !below.isEmpty
            && initializers.allSatisfy { initializer in
                !initializer.modifierList.says("override", "required")
                    && !initializer.parameters.contains { $0.label == property }
            }
    }
}
