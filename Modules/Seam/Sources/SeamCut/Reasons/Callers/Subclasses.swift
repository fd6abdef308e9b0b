import SeamKit

extension Reason {
    /// The caller has subclasses, or may have some elsewhere.
    static let subclasses = Reason(
        "subclasses",
        """
        The caller is `open` and has an initializer that other modules see, or it has subclasses in the tree that
        override an initializer and couldn't take the instance, or have one with the new label.
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
            .passes(
                """
                @Observable class A { init(n: Int) {}; func f() { Store.shared.go() } }
                final class B: A { override init(n: Int) { super.init(n: n) } }
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
            return !recipient.isFollowedBelow
        }
    }
}

extension Recipient {
    /// Whether code outside of the tree can inherit from an `open` class: some initializer is seen there, and doesn't only end the
    /// process. The one that a class without a superclass has by itself is not seen.
    fileprivate var mayHaveOthersBelow: Bool {
        let all = index.parts(of: owner).flatMap(\.owner.initializers)
        return index.isAPI(owner.node, in: file)
            && (all.isEmpty ? !isWithoutSuperclass : all.contains { $0.isVisibleOutside && !$0.endsProcess })
    }

    /// Whether subclasses go on as they are once the initializers take the instance, or can take it, too: what they call and inherit
    /// has a default.
    fileprivate var isFollowedBelow: Bool {
        let below = index.lastNames.relatives(of: owner.simpleName).names.subtracting([owner.simpleName])
        let takers = initializers.takers(areAll: false, besides: Set(own.keys), index: index) ?? []
        let inherited = request.options.isLate ? nil : InheritedInstance(self, takers: takers)
        let changed = takers.map { CalledInitializer($0, takes: true) }
        return !below.isEmpty
            && below.flatMap(index.lastNames.declarations).allSatisfy { home in
                home.owner.initializers.allSatisfy { initializer in
                    if initializer.parameters.contains(where: { $0.label == property }) { return false }
                    guard initializer.isFixed else { return true }
                    // With an initializer of its own, a class inherits none.
                    if initializers.own.isEmpty { return !isWithoutSuperclass && initializer.isDecoding }
                    return !changed.contains { $0.overrides(initializer) }
                        || inherited?.canFollow(initializer, of: home) == true
                }
            }
    }
}

extension InitializerNode {
    /// Whether it is `init?(coder:)`.
    fileprivate var isDecoding: Bool { parameters.map(\.label) == ["coder"] }
}
