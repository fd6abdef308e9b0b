import SeamKit

extension Reason {
    /// The accessor belongs to another actor than the caller's initializers.
    static let foreignActor = Reason(
        "foreign-actor",
        """
        The accessor belongs to another actor than the initializers of the caller, which can't read it, or the sources don't say
        to which.
        """,
        examples: [
            .triggers(
                """
                final class A { @MainActor func f() { Store.shared.go() } }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                @MainActor final class A {
                    nonisolated init() {}
                    func f() { Store.shared.go() }
                }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                @MainActor final class A { func f() { Store.shared.go() } }
                func make() { _ = A() }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                class Base: UIViewController { nonisolated init(n: Int) { fatalError() } }
                final class A: Base { func f() { Store.shared.go() } }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                @MainActor struct A: View { let n: Int; func f() { Store.shared.go() } }
                func make() { _ = A(n: 1) }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .triggers(
                """
                final class A { init() {}; func f() { Store.shared.go() } }
                """,
                store: """
                    struct Store: Foreign { static let shared = Store(); func go() { print(1) } }
                    """
            ),
            .passes(
                """
                final class A: UIViewController { init(n: Int) { super.init(nibName: nil, bundle: nil) }; func f() { Store.shared.go() } }
                """,
                store: """
                    struct Store: Foreign { static let shared = Store(); func go() { print(1) } }
                    """
            ),
            .passes(
                """
                @MainActor final class A { init() {}; func f() { Store.shared.go() } }
                """,
                store: """
                    struct Store: Foreign { static let shared = Store(); func go() { print(1) } }
                    """
            ),
            .passes(
                """
                @MainActor struct A: View { let n: Int; func f() { Store.shared.go() } }
                #Preview { A(n: 1) }
                @MainActor func make() { _ = A(n: 1) }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                @MainActor final class A { func f() { Store.shared.go() } }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
            .passes(
                """
                final class A: UIViewController { func f() { Store.shared.go() } }
                """,
                store: """
                    @MainActor final class Store { static let shared = Store(); func go() {} }
                    """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var foreignActor: Check {
        Check(.foreignActor) { recipient in
            switch recipient.instance.isolation {
            case .nonisolated: return false
            // Nobody makes a part of the interface before the application, or anywhere but on the main actor.
            case .unknown:
                if recipient.isOfInterface, recipient.isMade(on: .actor("MainActor")) { return false }
                return !(recipient.isUnchecked || recipient.isOn(.actor("MainActor"))) || !recipient.isMadeInApplication
            case .actor: return !recipient.isOn(recipient.instance.isolation)
            }
        }
    }
}

extension Recipient {
    /// Whether the caller is a view, or a class of an interface's framework.
    fileprivate var isOfInterface: Bool {
        let inherited = ([owner] + index.superclasses(of: owner)).flatMap(\.inherited)
        return inherited.contains { name in
            !["App", "Scene", "Commands"].contains(name.lastName)
                && IsolationReader.foreign(name) == .actor("MainActor")
        }
    }

    /// Whether the caller belongs to an actor, and is made there.
    fileprivate func isOn(_ isolation: Isolation) -> Bool {
        IsolationReader(index: index).isolation(of: owner, in: file) == isolation && isMade(on: isolation)
    }

    /// Whether the initializers run on an actor. Those that the compiler makes, or that are inherited, have to with a value of that actor,
    /// which whoever makes the caller from elsewhere would notice.
    fileprivate func isMade(on isolation: Isolation) -> Bool {
        let (reader, above) = (IsolationReader(index: index), index.superclasses(of: owner))
        let own = initializers.own
        if !own.isEmpty { return own.allSatisfy { (reader.explicit($0) ?? isolation) == isolation } }
        guard above.flatMap(\.initializers).allSatisfy({ reader.explicit($0) != .nonisolated }) else { return false }
        if isMadeWithoutArguments || index.modules.isLenient(module: index.module(ofFile: file.path)) { return true }
        // The initializers of a framework's class are on its actor.
        let superclasses = owner.kind == .class ? ([owner] + above).compactMap(\.inherited.first) : []
        if superclasses.contains(where: { IsolationReader.foreign($0) == isolation }) { return true }
        return index.paths(saying: owner.simpleName).compactMap(index.file).allSatisfy { file in
            ConstructionFinder([owner.simpleName], [], in: file, index: index).all.allSatisfy { made in
                if Construction(file: file, node: made, isTest: false).isPreview { return true }
                let context = UseContext(around: made, accessor: instance.accessor, in: file)
                let around =
                    context.memberDecl.flatMap { reader.explicit($0.plainNode) }
                    ?? context.owner.map { reader.isolation(of: $0, in: file) }
                return around == isolation && context.runs(on: isolation, in: file, index)
            }
        }
    }
}
