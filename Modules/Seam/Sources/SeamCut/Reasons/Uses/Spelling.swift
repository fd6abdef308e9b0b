import SeamKit

extension Reason {
    /// The accessor is spelled in a way that no name can replace.
    static let spelling = Reason(
        "spelling",
        """
        The accessor can't be replaced with a name: it has a comment in between, is a `.shared` that may be `nil`,
        or stands directly behind a keyword (`return.shared`).
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
    static var spelling: Check {
        Check(.spelling) { access in
            let text = access.context.access.trimmedDescription
            return text.contains("//") || text.contains("/*") || access.context.isImplicit && !access.canBeNamed
        }
    }
}

extension Check where Subject == RetiredUse {
    /// The type isn't written, so the instance's own would have to be.
    static var spelling: Check { Check(.spelling) { $0.located.context.isImplicit } }
}

extension Access {
    /// Whether a name can take the place of `.shared`, and has the type that the context gives `.shared`.
    fileprivate var canBeNamed: Bool {
        // The implicit members of a protocol belong to the type that they return.
        let isTyped =
            instance.isOwnType
            || request.index.parts(of: request.singleton).contains { $0.owner.kind == .protocol }
        return isTyped && context.access.isApart && !instance.isOptional
    }
}
