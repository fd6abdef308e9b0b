import SeamKit

extension Reason {
    /// The accessor is spelled in a way that no name can replace.
    static let spelling = Reason(
        "spelling",
        """
        The accessor can't be replaced with a name: it has a comment in between, is a `.shared` that may be `nil`,
        or stands directly behind a keyword (`return.shared`). Or the name of a global is called, though its type can't
        be: it is a method of a class that the tree doesn't declare.
        """,
        advice: "Write the type before the accessor, and run again.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store/* one */.shared.go() } }
                """
            ),
            .triggers(
                """
                struct A { func f() -> Store { return.shared } }
                """
            ),
            .triggers(
                """
                final class A: CALayer { func f() { _ = store() } }
                """,
                store: """
                    final class Store { func go() {} }
                    let store = Store()
                    """
            ),
            .passes(
                """
                struct A { func f() -> Store { return .shared } }
                """
            ),
        ]
    )
}

extension Check where Subject == OtherAccess {
    /// What stands there can't be read as an access.
    static var spelling: Check { Check(.spelling) { _ in true } }
}

extension Check where Subject == Access {
    static var spelling: Check { Check(.spelling) { !$0.canBeNamed } }
}

extension Check where Subject == RetiredUse {
    static var spelling: Check {
        Check(.spelling) { use in use.instance.map { !Access(located: use.located, instance: $0).canBeNamed } ?? true }
    }
}

extension Access {
    /// Whether a name can take the accessor's place.
    var canBeNamed: Bool {
        let text = context.access.trimmedDescription
        guard !text.contains("//"), !text.contains("/*") else { return false }
        guard context.isImplicit else { return !isMethod }
        // The implicit members of a protocol belong to the type that they return.
        let isTyped =
            instance.isOwnType
            || request.index.parts(of: request.singleton).contains { $0.owner.kind == .protocol }
        return isTyped && context.access.isApart && !instance.isOptional
    }

    /// Whether a global seems to be called that can't be.
    private var isMethod: Bool {
        guard [.global, .world].contains(request.singleton.shape), !instance.accessor.isFunction,
            context.access.calling != nil, let type = request.index.type(of: instance)?.owner
        else { return false }
        return !request.index.memberNames(of: type).contains("callAsFunction")
    }
}
