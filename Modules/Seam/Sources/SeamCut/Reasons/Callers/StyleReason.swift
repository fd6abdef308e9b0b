import SeamKit

extension Reason {
    /// The form that `--style` asks for can't carry the instance, or the caller can't read it.
    static let style = Reason(
        "style",
        """
        The form that `--style` asks for can't carry the instance, or the caller can't read it:

        - With `dependency`, the instance isn't `Sendable`. With `provider`, it isn't and the provider is.
        - With `dependency`, the module of the caller or of the accessor doesn't depend on Dependencies.
        - The instance's type is private, or the singleton is a framework's and `--into` doesn't name a module for
          the key.
        - The provider is no structure, or it is generic or private.
        - There is a key for another type, as for a protocol; or no name is free for the value, its file or the
          wrapped property.
        - The caller belongs to an actor, and reads the property in a nonisolated member, in `deinit`, or in a
          closure that may run elsewhere.
        """,
        examples: [
            .triggers(
                """
                import Dependencies
                final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    final class Store { static let shared = Store(); func go() {} }
                    """
            ).with { $0.style = .dependency },
            .passes(
                """
                import Dependencies
                final class A { func f() { Store.shared.go() } }
                """,
                store: Example.sendable
            ).with { $0.style = .dependency },
        ]
    )
}

extension Check where Subject == CarriedInstance {
    static var style: Check { Check(.style) { $0.carrier == nil } }
}

extension Check where Subject == WrappedRecipient {
    static var style: Check {
        Check(.style) { recipient in
            recipient.index.memberNames(of: recipient.owner).contains(recipient.stored)
                || recipient.file.hasName(recipient.stored, in: recipient.owner)
                || recipient.isBound && !recipient.isReadOnOwnActor
        }
    }
}
