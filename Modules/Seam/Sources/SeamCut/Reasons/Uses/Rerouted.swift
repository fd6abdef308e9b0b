import SeamKit

extension Reason {
    /// The caller has the instance in a property, which may be another one.
    static let rerouted = Reason(
        "rerouted",
        """
        The caller stores the instance already, or its initializer takes it, and that may be another one than the accessor: some
        call outside of tests passes one, the property is assigned or comes from the environment of a view, the accessor may be
        assigned while there is such a caller, or its code is in another file. Or it stores the instance as a protocol, and the use
        needs more than that. A second property of the type would be worse than the accessor.
        """,
        advice: "Use the caller's own property by hand, if that is meant.",
        examples: [
            .triggers(
                """
                final class A {
                    private let store: Store
                    init(store: Store = .shared) { self.store = store }
                    func f() { Store.shared.go() }
                }
                let other = A(store: Store())
                """
            ),
            .triggers(
                """
                final class A {
                    private let store = Store.shared
                    func f() { Store.shared.go() }
                }
                """,
                store: """
                    final class Store { static var shared = Store(); func go() {} }
                    func reset() { Store.shared = Store() }
                    """
            ),
            .triggers(
                """
                final class A {
                    init(store: Store = .shared) { store.go() }
                    func f() { Store.shared.go() }
                }
                let other = A(store: Store())
                """
            ),
            .triggers(
                """
                struct A: View {
                    @Environment(Store.self) private var store
                    var body: some View { Button("") { Store.shared.go() } }
                }
                """
            ),
            .triggers(
                """
                final class A: UIViewController {
                    var store: Store!
                    func f() { Store.shared.go() }
                }
                """
            ),
            .triggers(
                """
                public protocol Going {}
                extension Store: Going {}
                final class A {
                    private let store: Going = Store.shared
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                public protocol Going { func go() }
                extension Store: Going {}
                final class A {
                    private let store: Going = Store.shared
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                final class A {
                    init(store: Store = .shared) { store.go() }
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                final class A {
                    private let store: Store
                    init(store: Store = .shared) { self.store = store }
                    func f() { Store.shared.go() }
                }
                let other = A()
                """
            ),
            .passes(
                """
                final class A {
                    private let store: Store
                    init(store: Store? = nil) { self.store = store ?? .shared }
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == CallerProperty? {
    /// What the caller stores isn't what the accessor returns, or isn't seen.
    static var rerouted: Check {
        Check(.rerouted) { property in
            guard let property, !property.place.isStatic else { return false }
            if property.place.existing == nil, property.place.parameters?.isOther == true { return true }
            guard let holder = property.place.holder else { return false }
            return holder.isOther || !property.place.isHolderSeen
        }
    }
}

extension Check where Subject == PlacedUse {
    /// What the caller stores is seen through a protocol that hasn't the member.
    static var served: Check { Check(.rerouted) { $0.needsMoreThanProtocol } }

    /// What the caller stores can't be read there.
    static var stored: Check {
        Check(.isolation) { use in
            guard let holder = use.property.place.holder, !use.property.place.isStatic,
                !use.candidate.instance.isSendable || !holder.seen.isSendable
            else { return false }
            let isolation = IsolationReader(index: use.index).isolation(of: holder.owner, in: holder.file)
            guard isolation != .nonisolated else { return false }
            return !use.candidate.context.readsStored(on: isolation, in: use.property.file, use.index)
        }
    }
}
