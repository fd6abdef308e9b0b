import SeamKit

extension Reason {
    /// Other parts of the type have a property for the accessor.
    static let parts = Reason(
        "parts",
        """
        An extension of the caller, or the caller in another file, has a computed property for the accessor already, or a superclass
        has one in the same slice. A stored one couldn't take its place. Or a subclass uses the accessor and can't read what the class
        stores: it is in another module, or reads the accessor while it is made.
        """,
        examples: [
            .triggers(
                """
                final class A { func f() { Store.shared.go() } }
                extension A {
                    private var store: Store { .shared }
                    func g() { store.go() }
                }
                """
            ),
            .triggers(
                """
                class A { func f() { Store.shared.go() } }
                final class B: A { init(_ n: Int) { super.init(); Store.shared.go() } }
                """
            ),
            .passes(
                """
                class A { func f() { Store.shared.go() } }
                final class B: A { func g() { Store.shared.go() } }
                """
            ),
            .passes(
                """
                final class A {
                    private var store: Store { .shared }
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var parts: Check {
        Check(.parts) { recipient in
            let (owner, access) = (recipient.owner, recipient.accessor ?? "")
            let others = recipient.declarations.contains { part in
                part.owner.properties.contains { property in
                    !property.isStatic && property.isGathered(access: access, instance: recipient.instance)
                        && (part.owner != owner || property.name != recipient.property
                            || property.stored != nil && !recipient.isUpgrade)
                }
            }
            if others { return true }
            // The stored properties of both would have one name.
            let index = recipient.index
            let superclasses = index.superclasses(of: owner).compactMap(index.id)
            if superclasses.contains(where: recipient.sharers.contains) { return true }
            let heirs = Set(recipient.heirs.compactMap { index.id(of: $0.owner) })
            return owner.kind == .class
                && recipient.users.subtracting(heirs).compactMap(index.declaration).contains { user in
                    index.superclasses(of: user.owner).contains { index.isSame($0, owner) }
                }
        }
    }
}
