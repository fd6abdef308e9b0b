import SeamKit

extension Reason {
    /// The use is of a static member of the type, which has no instance.
    static let noInstance = Reason(
        "no-instance",
        """
        The use is of a static member, and the type has no instance: its statics are the service (`Pixel.fire()`).
        Give it an instance, `static let shared`, whose methods do what the static members do. Let these call it,
        then cut again.
        """,
        advice: "Give the type an instance that does what its static members do, and let them call it.",
        examples: [
            .triggers(
                """
                struct A { func f() { Store.fire() } }
                """,
                store: """
                    enum Store { static var count = 0; static func fire() { count += 1 } }
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

extension Check where Subject == OtherAccess {
    /// The statics of a locator are the service.
    static var noInstance: Check {
        Check(.noInstance) { other in
            guard other.singleton.shape == .locator, let token = other.token else { return false }
            return token.nodesFromHere.contains { node in
                guard let (name, base) = node.reference, let base, name == other.use.member else { return false }
                return UseContext.fits(base, of: other.singleton, isMember: true)
            }
        }
    }
}

extension Check where Subject == AccessorDeclaration {
    static var noInstance: Check { Check(.noInstance) { $0.returnsNothing } }
}
