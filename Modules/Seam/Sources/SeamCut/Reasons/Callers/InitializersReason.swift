import SeamKit

extension Reason {
    /// No initializer of the caller can take a parameter.
    static let initializers = Reason(
        "no-initializer",
        """
        No initializer can take a parameter: they are inherited, override another, are `required`, have attributes,
        are in an `@objcMembers` class or below one, are the `init()` of a class of Objective-C, or read
        `#function`. Or the initializer of a structure calls a closure in an argument or behind `??`, `&&` or `||`
        (`a ?? { b }()`): once the structure has a variable with an initial value, Swift 6.3 refuses that. Or code
        of the type in another file, or of a subclass, says the stored property's name, and means something else.
        Or only Interface Builder makes the class, by `init?(coder:)`, and nothing calls another initializer.
        """,
        examples: [
            .triggers(
                """
                final class A: Sendable {
                    @objc init() {}
                    func f() { Store.shared.go() }
                }
                """,
                store: Example.sendable
            ),
            .passes(
                """
                final class A: Sendable {
                    init() {}
                    func f() { Store.shared.go() }
                }
                """,
                store: Example.sendable
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var initializers: Check { Check(.initializers) { $0.injectionByInitializer == nil } }

    /// The compiler would take the closure for a change of `self`.
    static var calledClosure: Check { Check(.initializers) { $0.owner.kind == .struct && $0.hasCalledClosure } }
}

extension Check where Subject == Recipient {
    /// Nobody could pass what another initializer takes.
    static var decoded: Check { Check(.initializers) { $0.form != .required && $0.isOnlyDecoded } }
}

extension Recipient {
    /// Whether Interface Builder makes the class by an initializer of its own, and no code makes it by another one.
    fileprivate var isOnlyDecoded: Bool {
        let name = owner.simpleName
        guard owner.kind == .class, index.sources.isNamedByInterfaceBuilder(name), !index.isInherited(owner),
            initializers.designated.contains(where: { $0.parameters.map(\.label) == ["coder"] })
        else { return false }
        let called = initializersOfAllParts.map { CalledInitializer($0, takes: false) }
        return index.paths(saying: name).compactMap(index.file).allSatisfy { file in
            ConstructionFinder([name], called, in: file, index: index).all.isEmpty
        }
    }

    /// Whether an initializer calls a closure where the compiler may make another one around it: `a ?? { b }()`. In a structure
    /// with a variable that has an initial value, Swift 6.3 takes that for a change of `self`.
    fileprivate var hasCalledClosure: Bool { initializers.own.contains(where: \.callsClosureInOperand) }
}
