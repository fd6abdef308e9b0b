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

extension Recipient {
    /// Whether an initializer calls a closure where the compiler may make another one around it: `a ?? { b }()`. In a structure
    /// with a variable that has an initial value, Swift 6.3 takes that for a change of `self`.
    fileprivate var hasCalledClosure: Bool { initializers.own.contains(where: \.callsClosureInOperand) }
}
